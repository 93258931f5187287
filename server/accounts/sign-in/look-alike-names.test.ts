import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { normalizeName } from '#contract/accounts/names.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { readOutcome } from '#testing/sign-in-attempts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { fillNameKeys } from '../repository.ts'
import { setAdministrator } from './administrators.ts'

const { request, database, pins } = await createTestApp({ environment: { STORE_NAME: 'Loom & Lane' } })

const signIn = (name: string, pin = '7294') => request('POST', '/users/login', { body: { name, pin } })
const unique = randomUUID().slice(0, 8)

/** U+0061 for the letter a. */
const describeCharacters = (text: string) =>
  [...text].map((character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(' ')

test.each([
  ['Cyrillic letters', `Pooja ${unique}`, `Рооја ${unique}`],
  ['a digit for a letter', `Bill ${unique}`, `Bi1l ${unique}`],
  ['two letters for one', `Mamta ${unique}`, `Marnta ${unique}`],
  ['a capital I for an l', `Alex ${unique}`, `AIex ${unique}`],
  ['a long s for an f', `Farah ${unique}`, `ſarah ${unique}`],
  ['spaces and punctuation', `Anita ${unique}`, `A.n i-t_a ${unique}`],
])('a name that looks like an existing one by %s cannot be registered', async (_what, name, lookAlike) => {
  expect(readOutcome(await signIn(name))).toBe('signed in')
  expect(readOutcome(await signIn(lookAlike))).toBe('name_taken')
})

test('of two look-alike names that register at the same time one gets an account', async () => {
  const outcomes = await Promise.all([signIn(`Neel ${unique}`), signIn(`Nee1 ${unique}`)])
  expect(outcomes.map(readOutcome).toSorted()).toEqual(['name_taken', 'signed in'])
})

describe('beside Kabir, Neha, Meena, Bobby, Tom, Meera and the administrators admin and Priya', () => {
  beforeAll(async () => {
    for (const name of ['Kabir', 'Neha', 'Meena', 'Bobby', 'Tom', 'Meera']) await signIn(name)
    for (const name of ['admin', 'Priya']) await setAdministrator({ database, pins, name })
  })

  const fillers = [
    ...['\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u180b', '\u180c', '\u180d', '\u180f', '\u2065', '\u2800', '\u3164', '\uffa0'],
    ...['\ufe00', '\ufe0f', '\ufff0', '\u{e0100}', '\u{e01ef}', '\u{e0000}', '\ue000', '\u{f0000}', '\u{10fffd}', '\u0378', '\u200d'],
  ]
  const marks = ['\u0323', '\u0331', '\u0301', '\u20e3']
  const tries = [
    'ow\u3164ner',
    ...fillers.map((filler) => `Me${filler}era`),
    ...marks.map((mark) => `Mee${mark}ra`),
    ...['\u3164', '\u2800', '\ufe0f', '\ue000', '.', '. - ', '\u0301', '★'],
    ...['\u202enimda', '\u202eareem', '\u2067areem', 'Meera\u200f\u200e'],
    ...['КABIR', 'NEНA', 'МEENA', 'ВOBBY', 'ТОМ', 'ΝEHA', 'NEΗA', 'ΚABIR', 'ТоM', 'Ꭲom', 'ꭲom', 'ᎢOM', 'ꓔOM', 'ᏦABIR', 'Kabіr'],
    ...['ᴍᴇᴇʀᴀ', 'ᴀᴅᴍɪɴ', 'Ｍｅｅｒａ', '𝓜𝓮𝓮𝓻𝓪', 'Ⓜⓔⓔⓡⓐ', 'ᵐᵉᵉʳᵃ', 'M\u00e9\u00e9ra', 'Mee-ra', 'M e e r a', 'Meera.'],
    ...['admin\u3164', 'admin\uffa0', 'admin\u115f', 'admiń', 'admin1', 'admin 2026', 'ADMIN١', 'the administrator', 'admin ★', '🅰dmin'],
    ...['Loom and Lane', 'loomandlane', 'Loom & Lane Support', 'Customer Care', 'The Loom and Lane Team', 'Shop Owner', 'L00M & LANE'],
    ...['priya\u3164', 'PRIYA1', 'Priya 2', 'ᴘʀɪʏᴀ', 'Рriya', 'РRIYА', 'Prịya', 'P.riya', 'Priya ✔'],
  ]

  test.each(tries.map((name) => [name, describeCharacters(name)]))('%s (%s) gets no account', async (name) => {
    expect(readOutcome(await signIn(name, '8361'))).not.toBe('signed in')
  })
})

test.each(['Admin', 'A d m i n', 'аdmin', 'owner', 'SUPPORT', 'Loom & Lane', 'loom lane', 'L00m & Lane'])(
  '%s is reserved',
  async (name) => {
    expect(readOutcome(await signIn(name))).toBe('name_taken')
  },
)

test.each([
  ...['Adminath', 'Lane', 'Shopna', 'Carey', 'Thea', 'Ali', 'All', 'NEIL', 'Nell', 'José', 'Zoë Müller', "O'Neil", 'Ravi 2', '7'],
  ...[
    'मीरा',
    'মীরা',
    'മീര',
    'மீரா',
    'మీరా',
    'ಮೀರಾ',
    'મીરા',
    'ਮੀਰਾ',
    'ମୀରା',
    'میرا',
    'Кабир',
    'Νίκος',
    '미라',
    '美羅',
    'Кабир Rao',
    'Asha ❤️',
    'Ria 👩‍🎨',
  ],
  // Their spelling needs joiners.
  ...['ক্ষ\u200dমা', 'ශ්\u200dරී', 'അവന്\u200d', 'علی\u200cرضا'],
])('%s is accepted', async (name) => {
  expect(readOutcome(await signIn(name))).toBe('signed in')
})

test.each([
  ['Mo\u3164na', 'Username has a character that cannot be seen. Please leave it out.'],
  ['Моna', 'Username mixes letters of two alphabets in one word, which look alike. Please use one.'],
  ['...', 'Username must have a letter or a digit.'],
])('the reply to %s says what is wrong', async (name, text) => {
  const reply = await signIn(name)
  expect([reply.statusCode, reply.json().fields]).toEqual([400, { name: text }])
})

test('accounts from before the checks keep their names and are protected after the job has run', async () => {
  const { _id, name, pin } = await signInShopper({ request, name: `Lila ${unique}` })
  await database.updateTable('users').set({ name_skeleton: null, name_keys: null }).where('id', '=', _id).execute()
  await fillNameKeys({ database, signal: new AbortController().signal })
  expect(readOutcome(await signIn(`Li1a ${unique}`))).toBe('name_taken')
  expect((await request('POST', '/users/login', { body: { name, pin } })).statusCode).toBe(200)
})

test.each(['Mee\ufe0fra', 'КAVYA', '\u3164', 'Support'])('an account called %o signs in as before', async (name) => {
  const row = { name, name_key: normalizeName(name), pin_hash: await pins.hash('7294') }
  const { id } = await database.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  expect((await signIn(name)).json().user?._id).toBe(id)
})
