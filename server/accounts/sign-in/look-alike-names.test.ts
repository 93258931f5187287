import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { normalizeName } from '#contract/accounts/names.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { readOutcome } from '#testing/sign-in-attempts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { fillNameKeys } from '../users/repository.ts'
import { setAdministrator } from './administrators.ts'

const { request, database, pins } = await createTestApp({ environment: { STORE_NAME: 'Loom & Lane' } })

const signIn = (name: string, pin = '7294') => request('POST', '/users/login', { body: { name, pin } })
const unique = randomUUID().slice(0, 8)

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

describe('beside Meera and the administrators admin and Priya', () => {
  beforeAll(async () => {
    await signIn('Meera')
    for (const name of ['admin', 'Priya']) await setAdministrator({ database, pins, name })
  })

  // Which other names look alike is tested by `name-keys.test.ts`.
  test.each(['M e e r a', 'Me\u3164era', 'admin 2026', 'Priya 2', 'Priya Support', 'Customer Care'])('%j gets no account', async (name) => {
    expect(readOutcome(await signIn(name, '8361'))).not.toBe('signed in')
  })
})

test.each(['A d m i n', 'L00m & Lane'])('%s is reserved', async (name) => {
  expect(readOutcome(await signIn(name))).toBe('name_taken')
})

test.each(['Zoë Müller', 'मीरा', 'علی\u200cرضا', 'Ria 👩‍🎨'])('%s is accepted', async (name) => {
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
