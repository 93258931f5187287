import type { Notes } from '../entities.ts'
import { TEXTS } from '../guesses.ts'
import { makeBadRequest, makeExtraFields } from './errors.ts'

/** A request body or query as it came: nothing about it is known yet. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readFields({ body }: { body: unknown }): Fields {
  return isFields(body) ? body : {}
}

export function refuseExtraFields({ fields, known }: { fields: Fields; known: readonly string[] }): void {
  const extra = Object.keys(fields).filter((name) => !known.includes(name))
  if (extra.length > 0) throw makeExtraFields({ fields: extra })
}

/** Integer subunits; digits in a string count, as form posts and PHP clients send them. */
export function readAmount({ value, field = 'amount' }: { value: unknown; field?: string }): number {
  if (value === undefined || value === null || value === '') throw makeBadRequest({ description: `${field}: is required.`, field })
  const amount = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount))
    throw makeBadRequest({ description: `The ${field} must be an integer.`, field })
  return amount
}

export function readCurrency({ value }: { value: unknown }): string {
  if (value === undefined || value === null || value === '')
    throw makeBadRequest({ description: TEXTS.required('currency'), field: 'currency' })
  if (typeof value !== 'string')
    throw makeBadRequest({ description: `expected string but provided ${JSON.stringify(value)}`, field: 'currency' })
  if (value !== 'INR') throw makeBadRequest({ description: TEXTS.currencyUnsupported, field: 'currency' })
  return value
}

/** At most 15 pairs, values of at most 256 characters. */
export function readNotes({ value }: { value: unknown }): Notes {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return {}
  if (!isFields(value)) throw makeBadRequest({ description: TEXTS.notesInvalid, field: 'notes' })
  const pairs = Object.entries(value).map(([key, note]) => [key, readNote({ note })] as const)
  if (pairs.length > 15) throw makeBadRequest({ description: TEXTS.tooManyNotes, field: 'notes' })
  for (const [key, note] of pairs) if (note.length > 256) throw makeBadRequest({ description: TEXTS.noteTooLong(key), field: 'notes' })
  return Object.fromEntries(pairs)
}

function readNote({ note }: { note: unknown }): string {
  if (typeof note === 'string') return note
  if (typeof note === 'number' || typeof note === 'boolean') return String(note)
  throw makeBadRequest({ description: TEXTS.notesInvalid, field: 'notes' })
}

export function readReceipt({ value }: { value: unknown }): string | null {
  if (value === undefined || value === null || value === '') return null
  const receipt = String(value)
  if (receipt.length > 40) throw makeBadRequest({ description: TEXTS.receiptTooLong, field: 'receipt' })
  return receipt
}

export function readFlag({ value }: { value: unknown }): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

export interface Page {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly skip: number
}

export function readPage({ query }: { query: Fields }): Page {
  const count = readAmount({ value: query.count ?? 10, field: 'count' })
  if (count > 100) throw makeBadRequest({ description: TEXTS.countTooLarge, field: 'count' })
  return {
    from: readAmount({ value: query.from ?? 0, field: 'from' }),
    to: readAmount({ value: query.to ?? Number.MAX_SAFE_INTEGER, field: 'to' }),
    count: Math.max(count, 1),
    skip: Math.max(readAmount({ value: query.skip ?? 0, field: 'skip' }), 0),
  }
}

/** Newest first, as the Dashboard lists them. `all` is in order of creation. */
export function takePage<Item extends { readonly createdAt: number }>({ all, page }: { all: Iterable<Item>; page: Page }): Item[] {
  const inside = [...all].filter((item) => item.createdAt >= page.from && item.createdAt <= page.to)
  return inside.reverse().slice(page.skip, page.skip + page.count)
}

/** The official Node client sends `expand[expand]=card` where the documents say `expand[]=card`; both are understood. */
export function readExpand({ query }: { query: Fields }): ReadonlySet<string> {
  const values = Object.entries(query).flatMap(([name, value]) => (name === 'expand' || name.startsWith('expand[') ? value : []))
  return new Set(values.map(String))
}
