import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findState, findStateCode, indianStates } from './states.ts'

test('each state has a code of two digits and a name of its own', () => {
  expect(indianStates).toHaveLength(36)
  expect(new Set(indianStates.map(({ code }) => code)).size).toBe(36)
  for (const { code, name } of indianStates) {
    expect(code).toMatch(/^[0-3]\d$/)
    expect([findStateCode(name), findState(code)?.name]).toEqual([code, name])
  }
})

test('the states of all PIN codes are found', async () => {
  const lines = (await readFile('server/pin-codes/pin-codes.tsv', 'utf8')).trim().split('\n')
  const names = new Set(lines.map((line) => line.split('\t')[0] ?? ''))
  expect([...names].filter((name) => findStateCode(name) === undefined)).toEqual([])
  expect(names.size).toBeGreaterThan(30)
})

test.each([
  ['  tamil nadu ', '33'],
  ['TAMILNADU', '33'],
  ['Jammu & Kashmir', '01'],
  ['The Andaman & Nicobar Islands', '35'],
  ['Orissa', '21'],
  ['Pondicherry', '34'],
  ['New Delhi', '07'],
  ['Delhi-NCR', '07'],
  ['MH', '27'],
  ['M.H.', '27'],
  ['ka', '29'],
  ['U.P.', '09'],
  ['Bombay', '27'],
  ['Maharastra', '27'],
  ['महाराष्ट्र', '27'],
  ['तमिल नाडु', '33'],
  ['ओडिशा', '21'],
  ['Atlantis', undefined],
  ['', undefined],
  ['constructor', undefined],
])('%j is the state %s', (name, code) => {
  expect(findStateCode(name)).toBe(code)
})

test('an unknown code has no state', () => {
  expect(findState('99')).toBeUndefined()
})
