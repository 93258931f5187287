import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toNameKeys } from './name-keys.ts'
import { findNameError } from './new-names.ts'

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
  ['Ali', 'All'],
  ['NEIL', 'Nell'],
  ['मीरा', 'मिरा'],
  ['മീര', 'മാര'],
  ['が', 'か'],
  ['Asha', 'Asha ❤️'],
])('%s and %s do not look alike', (name, other) => {
  expect(looksAlike(name, other)).toBe(false)
})
