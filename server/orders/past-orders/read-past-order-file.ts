import { maxLengths } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { emailShape } from '#contract/kernel/email.ts'
import { parseDay } from '#contract/kernel/parse-day.ts'
import { parsePrice } from '#contract/kernel/parse-price.ts'
import { tableTexts } from '#contract/kernel/table-texts.ts'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import { pastOrderLimits, pastOrderTexts as texts } from '#contract/orders/past-order-limits.ts'
import type { PastItem, PastOrderLine } from '#contract/orders/past-orders.ts'
import { refuseFile } from '../../csv/decode-csv.ts'
import type { CsvRow } from '../../csv/read-csv.ts'
import { findUnreadable, readLines } from '../../csv/read-lines.ts'
import { isShortenedNumber } from '../../csv/spreadsheet-rules.ts'
import { findPastOrderColumns, type PastOrderColumns, type PastOrderField } from './past-order-columns.ts'

/** An order of an earlier shop as it is stored. Days are such as 2025-01-31, amounts in rupees. */
export interface FilePastOrder {
  readonly number: string
  readonly placedOn: string
  readonly deliveredOn: string | null
  readonly status: string
  readonly payment: string
  readonly name: string
  /** ten digits */
  readonly phone: string | null
  /** in lower case */
  readonly email: string | null
  readonly address: string
  readonly total: number | null
  readonly refunded: number | null
  readonly items: readonly PastItem[]
}

/** An order of a file, with its first line. */
export interface PastOrderRow extends Pick<PastOrderLine, 'line' | 'number' | 'text'> {
  readonly parsed: { readonly order: FilePastOrder; readonly note: string | null } | { readonly problem: string }
}

/** Line breaks and other control characters are no part of a text. */
const toOneLine = (text: string, length: number): string => cutText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), length)

const statusLength = 60
const emailSchema = emailShape.max(maxLengths.email)

interface OrderCells {
  readonly columns: PastOrderColumns
  readonly rows: readonly CsvRow[]
  /** in India, such as 2026-11-28 */
  readonly today: string
}

/** The first value of a field in the lines of an order. */
const readFirst = ({ columns, rows }: OrderCells, field: PastOrderField): string => {
  for (const { cells } of rows) {
    const value = columns[field].map((index) => cells[index] ?? '').find((cell) => cell !== '')
    if (value !== undefined) return value
  }
  return ''
}

class LineProblem extends Error {}

/** Programs write amounts with more decimals than paise. */
function parseAmount(text: string): number | null {
  if (text === '') return null
  const amount = parsePrice(
    text
      .replace(/(\.\d{2})0+$/, '$1')
      .replace(/(\.\d)$/, '$10')
      .replace(/^-(?=[\d.])/, ''),
  )
  if (amount === undefined) throw new LineProblem(texts.amount(cutText(text, 30)))
  return amount
}

function parsePastDay({ text, today }: { text: string; today: string }): string | null {
  if (text === '') return null
  const day = parseDay(text)
  if (day === undefined || day < '1990-01-01') throw new LineProblem(texts.date(cutText(text, 30)))
  if (day > today) throw new LineProblem(texts.dateInFuture)
  return day
}

const parseQuantity = (text: string): number | null => (/^-?\d{1,6}(\.0+)?$/.test(text) ? Math.abs(Math.trunc(Number(text))) : null)

/** `2 × Tee (M); 1 × Jogger`, `2× Tee, 1× Jogger`, or what WebToffee writes for one item: `name:Tee|sku:T-1|quantity:2|total:1598`. */
function parseItemTexts(text: string): PastItem[] {
  if (/(^|\|)name:/.test(text)) {
    const parts = new Map(text.split('|').map((part) => [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1)]))
    const sku = parts.get('sku')
    return [{ name: parts.get('name') ?? '', ...(sku && { sku }), quantity: parseQuantity(parts.get('quantity') ?? ''), price: null }]
  }
  return text
    .split(/;|,(?=\s*\d{1,4}\s*[×x]\s)/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const { count, name = part } = /^(?<count>\d{1,4})\s*[×x]\s*(?<name>.+)$/.exec(part)?.groups ?? {}
      return { name, quantity: count === undefined ? null : Number(count), price: null }
    })
}

function readItems({ columns, rows }: OrderCells): PastItem[] {
  const items = rows.flatMap(({ cells }): PastItem[] => {
    const read = (field: PastOrderField) => columns[field].map((index) => cells[index] ?? '').find((cell) => cell !== '') ?? ''
    const name = read('itemName')
    const texts = [read('items'), ...columns.lineItems.map((index) => cells[index] ?? '')].filter(Boolean)
    if (name === '') return texts.flatMap(parseItemTexts)
    const [sku, size] = [read('itemSku'), read('itemSize')]
    const details = { ...(sku && { sku }), ...(size && { size }) }
    return [{ name, ...details, quantity: parseQuantity(read('itemQuantity')), price: parseAmount(read('itemPrice')) }]
  })
  return items.slice(0, pastOrderLimits.items).map(({ name, sku, size, ...item }) => ({
    ...item,
    name: toOneLine(name, pastOrderLimits.itemNameLength),
    ...(sku !== undefined && { sku: toOneLine(sku, statusLength) }),
    ...(size !== undefined && { size: toOneLine(size, statusLength) }),
  }))
}

/** The phone of an order, or why it is left out. */
function parsePhone(text: string): { phone: string | null; note?: string } {
  if (text === '') return { phone: null }
  if (isShortenedNumber(text)) throw new LineProblem(tableTexts.spreadsheetNumber('phone', text))
  // Spreadsheets write a number as text with an apostrophe or as `="98765…"`, or with a decimal.
  const phone = normalizePhone(text.replace(/^(?:'|="?)|"$|\.0$/g, ''))
  return /^[6-9]\d{9}$/.test(phone) ? { phone } : { phone: null, note: texts.phoneLeftOut }
}

function parseEmail(text: string): { email: string | null; note?: string } {
  if (text === '') return { email: null }
  return emailSchema.safeParse(text).success ? { email: text.toLowerCase() } : { email: null, note: texts.emailLeftOut }
}

/** @throws LineProblem */
function parseOrder(cells: OrderCells): { order: FilePastOrder; note: string | null } {
  const { rows, today } = cells
  const read = (field: PastOrderField) => readFirst(cells, field)
  const unreadable = rows.find(({ isCutOff }) => isCutOff) ?? rows.find(({ isDamaged }) => isDamaged)
  if (unreadable) throw new LineProblem(findUnreadable(unreadable))
  const number = toOneLine(read('number'), pastOrderLimits.numberLength + 1)
  if (number.length > pastOrderLimits.numberLength) throw new LineProblem(texts.numberTooLong)
  const currency = read('currency').toUpperCase()
  if (currency !== '' && currency !== 'INR') throw new LineProblem(texts.currency(cutText(currency, 10)))
  const placedOn = parsePastDay({ text: read('placedOn'), today })
  if (placedOn === null) throw new LineProblem(texts.noDate)
  const { phone, note: phoneNote } = parsePhone(read('phone'))
  const { email, note: emailNote } = parseEmail(read('email'))
  const address = [read('address'), read('address2'), read('city'), read('pinCode').replace(/^'/, '')].filter(Boolean).join(', ')
  const order = {
    number,
    placedOn,
    deliveredOn: parsePastDay({ text: read('deliveredOn'), today }),
    status: toOneLine(read('cancelledOn') === '' ? read('status') : 'cancelled', statusLength),
    payment: toOneLine(read('payment'), statusLength),
    name: toOneLine(`${read('firstName')} ${read('lastName')}`.trim() || read('name'), pastOrderLimits.nameLength),
    phone,
    email,
    address: toOneLine(address, pastOrderLimits.addressLength),
    total: parseAmount(read('total')),
    refunded: parseAmount(read('refunded')),
    items: readItems(cells),
  }
  return { order, note: [phoneNote, emailNote].filter(Boolean).join(' ') || null }
}

function toRow(cells: OrderCells): PastOrderRow {
  const number = toOneLine(readFirst(cells, 'number'), pastOrderLimits.numberLength)
  const shown = { line: cells.rows[0]?.line ?? 0, number }
  try {
    const { order, note } = parseOrder(cells)
    const items = order.items.map(({ name, quantity }) => (quantity === null ? name : `${quantity} × ${name}`)).join('; ')
    return { ...shown, text: cutText([order.placedOn, order.name, items].filter(Boolean).join(', '), 200), parsed: { order, note } }
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error
    return { ...shown, text: '', parsed: { problem: error.message } }
  }
}

function findColumns(header: readonly string[]): PastOrderColumns {
  const columns = findPastOrderColumns(header)
  if (columns.number.length === 0 || columns.placedOn.length === 0) throw refuseFile(texts.columns)
  return columns
}

/**
 * The orders of a CSV file in the order of their first lines, and how the file was read. Lines with the same number are one order; Shopify leaves
 * out of the further ones what concerns the whole order.
 * @throws AppError file_refused
 */
export async function readPastOrderFile({ file, today }: { file: Uint8Array; today: string }) {
  const { lines, columns, notes } = await readLines({ file, maxLines: pastOrderLimits.rows, texts, findColumns, parse: (row) => [row] })
  const groups = new Map<string, CsvRow[]>()
  const withoutNumber: PastOrderRow[] = []
  for (const row of lines) {
    const number = readFirst({ columns, rows: [row], today }, 'number')
    if (number === '') withoutNumber.push({ line: row.line, number: '', text: '', parsed: { problem: texts.noNumber } })
    else groups.set(number, [...(groups.get(number) ?? []), row])
  }
  const orders = [...groups.values()].map((rows) => toRow({ columns, rows, today }))
  return { orders: [...withoutNumber, ...orders].toSorted((a, b) => a.line - b.line), notes }
}
