import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { validFromSchema } from '#testing/fuzz/from-schema.ts'
import { type CallName, contract } from '../contract.ts'
import { settingGroups } from '../settings/setting-groups.ts'
import type { Endpoint } from './endpoint.ts'

const calls: Readonly<Record<CallName, Endpoint>> = contract
const parts = ['params', 'query', 'body'] as const
const wrongValues = [
  undefined,
  null,
  '',
  'x',
  '\u0000',
  'x'.repeat(5_001),
  -1e12,
  1e12,
  0.5,
  true,
  [],
  {},
  Array(6_000).fill('x'),
  { unknown: 1 },
]

/** The value with each of its fields replaced by `wrong` in turn, and itself replaced. */
function* replaceEach(value: unknown, wrong: unknown): Generator<unknown> {
  yield wrong
  if (Array.isArray(value)) {
    const [first] = value
    if (first !== undefined) for (const changed of replaceEach(first, wrong)) yield [changed, ...value.slice(1)]
  } else if (value !== null && typeof value === 'object') {
    for (const [name, field] of Object.entries(value)) for (const changed of replaceEach(field, wrong)) yield { ...value, [name]: changed }
  }
}

/** The value with a text longer than any limit instead of each of its texts. */
function replaceTexts(value: unknown): unknown {
  if (typeof value === 'string') return 'x'.repeat(300_000)
  if (Array.isArray(value)) return value.map(replaceTexts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaceTexts(field)]))
}

function listMessages(schema: z.ZodType): Set<string> {
  const messages = new Set<string>()
  const addMessages = (input: unknown) => {
    for (const { message } of schema.safeParse(input).error?.issues ?? []) messages.add(message)
  }
  const samples = fc.sample(validFromSchema({ schema, ids: ['0b9f6b9a-6f8f-4c5f-9a5c-3f1c4f1c0b11'] }), { numRuns: 1, seed: 1 })
  for (const valid of samples) for (const wrong of wrongValues) for (const input of replaceEach(valid, wrong)) addMessages(input)
  addMessages(replaceTexts(samples[0]))
  return messages
}

/** Words for a person: they begin with a capital letter or a digit, and are not those of the validator. */
const isSentence = (message: string): boolean =>
  /^[\p{Lu}\d]/u.test(message) &&
  !/Invalid (input|option|string|key)|Too (big|small)|expected |received |Unrecognized key|NaN/.test(message)

test.each(Object.keys(calls) as CallName[])('every mistake in a request of %s is told in a sentence', (name) => {
  const raw = parts.flatMap((part) => {
    const schema = calls[name][part]
    return schema ? [...listMessages(schema)].filter((message) => !isSentence(message)) : []
  })
  expect(raw).toEqual([])
})

test.each(Object.keys(settingGroups) as (keyof typeof settingGroups)[])(
  'every mistake in the settings of %s is told in a sentence',
  (group) => {
    const messages = listMessages(settingGroups[group])
    expect(messages.size).toBeGreaterThan(0)
    expect([...messages].filter((message) => !isSentence(message))).toEqual([])
  },
)

test('a value that is missing, too long or of another kind is named in words', () => {
  const read = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message)
  expect(read(z.string(), undefined)).toEqual(['Please fill this in.'])
  expect(read(z.string().max(40), 'x'.repeat(41))).toEqual(['This must have at most 40 characters.'])
  expect(read(z.int().max(1_000_000), 2_000_000)).toEqual(['This must be at most 10,00,000.'])
  expect(read(z.number(), 'many')).toEqual(['This must be a number.'])
  expect(read(z.enum(['a', 'b']), 'c')).toEqual(['Please choose one of the values that are offered.'])
  expect(read(z.array(z.string()).min(1), [])).toEqual(['Give at least 1 entry.'])
})
