import { expect, test } from 'vitest'
import { listUnprintable, splitByFont } from './print-fonts.ts'

const split = (text: string) => splitByFont(text).map((run) => run.text)

test('words in Urdu follow each other from right to left, between words that do not', () => {
  expect(split('Flat 3 محمد علی روڈ Mumbai').map((text) => text.trim())).toEqual(['Flat 3', 'روڈ', '', 'علی', '', 'محمد', 'Mumbai'])
  expect(splitByFont('محمد')[0]?.font.name).toBe('noto-sans-arabic-arabic')
})

test('emoji are left out, and a dash that breaks no line is a plain one', () => {
  expect(split('Meera ❤️ Iyer 👩‍👩‍👧 🇮🇳').join('').trim()).toBe('Meera Iyer')
  expect(split('A‑1')).toEqual(['A-1'])
  expect(split('मीरा').join('')).toBe('मीरा')
})

test.each([
  ['Asha Rao', []],
  ['محمد علی', []],
  ['मीरा अय्यर 🙂', []],
  ['ꯃꯅꯤ', ['ꯃ', 'ꯅꯤ']],
  ['李 Mei', ['李']],
])('%s has letters that no font has: %j', (text, letters) => {
  expect(listUnprintable(text)).toEqual(letters)
})
