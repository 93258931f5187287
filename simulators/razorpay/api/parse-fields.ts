import { TEXTS } from '../assumptions.ts'
import type { Notes } from '../entities.ts'
import { createBadRequest, createExtraFieldsError } from './errors.ts'

/** A request body or query that is not validated yet. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isEmpty(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === ''
}

export function rejectExtraFields({ fields, known }: { fields: Fields; known: readonly string[] }): void {
  const extra = Object.keys(fields).filter((name) => !known.includes(name))
  if (extra.length > 0) throw createExtraFieldsError({ fields: extra })
}

/** An integer, also as a string of digits. */
export function parseAmount({ value, field = 'amount' }: { value: unknown; field?: string }): number {
  if (isEmpty(value)) throw createBadRequest({ description: `${field}: is required.`, field })
  const amount = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount))
    throw createBadRequest({ description: `The ${field} must be an integer.`, field })
  return amount
}

export function parseCurrency({ value }: { value: unknown }): string {
  const field = 'currency'
  if (isEmpty(value)) throw createBadRequest({ description: TEXTS.required(field), field })
  if (typeof value !== 'string') throw createBadRequest({ description: `expected string but provided ${JSON.stringify(value)}`, field })
  if (value !== 'INR') throw createBadRequest({ description: TEXTS.currencyUnsupported, field })
  return value
}

/** At most 15 pairs with values of at most 256 characters. */
export function parseNotes({ value }: { value: unknown }): Notes {
  const field = 'notes'
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return {}
  if (!isFields(value)) throw createBadRequest({ description: TEXTS.notesInvalid, field })
  const pairs = Object.entries(value).map(([key, note]) => [key, parseNote({ note })] as const)
  if (pairs.length > 15) throw createBadRequest({ description: TEXTS.tooManyNotes, field })
  for (const [key, note] of pairs) if (note.length > 256) throw createBadRequest({ description: TEXTS.noteTooLong(key), field })
  return Object.fromEntries(pairs)
}

function parseNote({ note }: { note: unknown }): string {
  if (typeof note === 'string') return note
  if (typeof note === 'number' || typeof note === 'boolean') return String(note)
  throw createBadRequest({ description: TEXTS.notesInvalid, field: 'notes' })
}

export function parseReceipt({ value }: { value: unknown }): string | null {
  if (isEmpty(value)) return null
  const receipt = String(value)
  if (receipt.length > 40) throw createBadRequest({ description: TEXTS.receiptTooLong, field: 'receipt' })
  return receipt
}

export function parseFlag({ value }: { value: unknown }): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

/** The page that `count` and `skip` select, newest first. `all` is in order of creation. */
export function selectPage<Item>({ all, query }: { all: Iterable<Item>; query: Fields }): Item[] {
  const count = parseAmount({ value: query.count ?? 10, field: 'count' })
  if (count > 100) throw createBadRequest({ description: TEXTS.countTooLarge, field: 'count' })
  const skip = Math.max(parseAmount({ value: query.skip ?? 0, field: 'skip' }), 0)
  return [...all].reverse().slice(skip, skip + Math.max(count, 1))
}

const TIME_LIMITS = { min: 946_684_800, max: 4_765_046_400 } as const

function parseTime({ value, field }: { value: unknown; field: string }): number {
  const seconds = parseAmount({ value, field })
  const { min, max } = TIME_LIMITS
  if (seconds < min || seconds > max) throw createBadRequest({ description: `${field} must be between ${min} and ${max}`, field })
  return seconds
}

/** The items that were created in the period of the query; `from` and `to` are optional. */
export function selectCreated<Item extends { createdAt: number }>({ all, query }: { all: Iterable<Item>; query: Fields }): Item[] {
  const from = parseTime({ value: query.from ?? TIME_LIMITS.min, field: 'from' })
  const to = parseTime({ value: query.to ?? TIME_LIMITS.max, field: 'to' })
  return [...all].filter(({ createdAt }) => createdAt >= from && createdAt <= to)
}
