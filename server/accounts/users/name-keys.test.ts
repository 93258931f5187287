import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toNameKeys } from './name-keys.ts'
import { findNameError, isNameOfAdministrator, isReservedName } from './new-names.ts'

const lines = readFileSync(new URL('confusables.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
const confusables = lines.flatMap((line) => {
  const [prototype = '', characters = ''] = line.split('\t')
  const toCharacter = (codePoint: string) => String.fromCodePoint(Number.parseInt(codePoint, 16))
  const isLetter = /^[A-Za-z]$/.test(prototype.includes(' ') ? '' : toCharacter(prototype))
  return isLetter ? characters.split(' ').map((character) => [toCharacter(prototype), toCharacter(character)] as const) : []
})

const looksAlike = (name: string, other: string) => toNameKeys(name).some((key) => toNameKeys(other).includes(key))

test('every character of the list that looks like a Latin letter is refused or makes a name look like the one with the letter', () => {
  expect(confusables.length).toBeGreaterThan(1_300)
  const missed = confusables.filter(([letter, character]) => {
    const [name, lookAlike] = [`Ba${letter}ek`, `Ba${character}ek`]
    return findNameError(lookAlike) === undefined && !looksAlike(name, lookAlike)
  })
  expect(missed).toEqual([])
})

test.each(['АВЕКМНОРСТУХ', 'ΑΒΕΗΙΚΜΝΟΡΤΥΧΖ', 'ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ'])(
  'a name of the capitals %s looks like one of Latin letters in any case',
  (capitals) => {
    for (const capital of capitals) {
      const latin = toNameKeys(capital).find((key) => /^[A-Zl]$/.test(key)) ?? ''
      const name = latin === 'l' ? 'I' : latin
      expect([capital, looksAlike(capital.repeat(3), name.toLowerCase().repeat(3))]).toEqual([capital, name !== ''])
      expect([capital, looksAlike(capital.repeat(3), name + name.toLowerCase().repeat(2))]).toEqual([capital, true])
    }
  },
)

test.each([
  ['Ali', 'Alu'],
  ['मीरा', 'मिरा'],
  ['മീര', 'മാര'],
  ['が', 'か'],
  ['Asha', 'Asha ❤️'],
])('%s and %s do not look alike', (name, other) => {
  expect(looksAlike(name, other)).toBe(false)
})

test.each([
  ['Bobby', '8obby'],
  ['Kabir Singh', 'Kabir 5ingh'],
  ['Kabir Singh', 'KABIR 5INGH'],
  ['Kabir Singh', 'Kablr Singh'],
  ['Kabir Singh', 'Kab1r S1ngh'],
  ['Ankit', 'Anklt'],
  ['Vaishnavi', 'Valshnavl'],
  ['Tanwar', 'Tanvvar'],
  ['Asha', 'Asha™'],
])('%s and %s look alike', (name, other) => {
  expect(looksAlike(name, other)).toBe(true)
})

const administrators = ['admin', 'Priya']
const shoppers = ['Kabir', 'Neha', 'Meena', 'Bobby', 'Tom', 'Meera']

/** Whether somebody can register with a name beside those accounts. */
const canRegister = (name: string): boolean =>
  findNameError(name) === undefined &&
  !isReservedName({ name, storeName: 'Loom & Lane' }) &&
  ![...shoppers, ...administrators].some((other) => looksAlike(name, other)) &&
  !isNameOfAdministrator({ name, administrators })

/** U+0061 for the letter a. */
const describeCharacters = (text: string) =>
  [...text].map((character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(' ')

describe('beside Kabir, Neha, Meena, Bobby, Tom, Meera and the administrators admin and Priya', () => {
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

  test.each(tries.map((name) => [name, describeCharacters(name)]))('%s (%s) gets no account', (name) => {
    expect(canRegister(name)).toBe(false)
  })
})

const authority = [
  ...['owner of Loom & Lane', 'Loom and Lane Asha', 'L00m & Lane Billing', 'Refund Desk', 'Razorpay', 'Admin ji'],
  ...['एडमिन', 'व्यवस्थापक', 'ग्राहक सेवा', 'ग्राहक सेवा केंद्र', 'एडमिन जी', 'आधिकारिक स्टोर', 'रिफंड टीम', 'कस्टमर केयर'],
  ...['ovvner', 'ʘwner', 'ownɘr', 'ƽtaff', 'owners', 'Admins', 'owner™', 'Accounts Team', 'Payment Support', 'Returns Desk', '8illing'],
]

test.each(authority)('%s would be taken for the shop', (name) => {
  expect(isReservedName({ name, storeName: 'Loom & Lane' })).toBe(true)
})

test.each([
  ['Priya', 'Priya Support'],
  ['Priya', 'Official Priya'],
  ['Priya', 'Prlya'],
  ['Meera Nair', 'Meera Nair of the office'],
  ['Meera Nair', 'the real Meera-Nair'],
  ['shopkeeper_rao', 'Asha (shopkeeper_rao)'],
])('beside the administrator %s nobody can be called %s', (administrator, name) => {
  expect(isNameOfAdministrator({ name, administrators: [administrator] })).toBe(true)
})

test('names of administrators that repeat each other are compared in a moment', () => {
  expect(isNameOfAdministrator({ name: `${'s'.repeat(99)}x`, administrators: ['s', 'ss', 'sss'] })).toBe(false)
})

test.each([
  ['Priya', 'Priya Sharma'],
  ['Rajesh', 'Rajesh Kumar'],
  ['Meera Nair', 'Meera Menon'],
])('beside the administrator %s a shopper can be called %s', (administrator, name) => {
  expect(isNameOfAdministrator({ name, administrators: [administrator] })).toBe(false)
})

test.each(['Admin', 'A d m i n', 'аdmin', 'owner', 'SUPPORT', 'Loom & Lane', 'loom lane', 'L00m & Lane'])('%s is reserved', (name) => {
  expect(isReservedName({ name, storeName: 'Loom & Lane' })).toBe(true)
})

const accepted = [
  ...[
    'Adminath',
    'Lane',
    'Shopna',
    'Carey',
    'Thea',
    'Ali',
    'NEIL',
    'José',
    'Services Singh',
    'Ownerin',
    'Zoë Müller',
    "O'Neil",
    'Ravi 2',
    '7',
  ],
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
]

test.each(accepted)('%s is accepted beside the others', (name) => {
  expect([canRegister(name), accepted.filter((other) => looksAlike(name, other))]).toEqual([true, [name]])
})
