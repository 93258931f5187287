import { deliveryLimits, restOfIndia } from '#contract/delivery/delivery-limits.ts'
import { type DeliveryRuleValues, deliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { deliveryTexts as texts } from '#contract/delivery/delivery-texts.ts'
import { parsePrice } from '#contract/kernel/parse-price.ts'
import { tableTexts } from '#contract/kernel/table-texts.ts'
import { cleanTyped, normalizePinCode, normalizePinPrefix } from '#contract/kernel/typed-numbers.ts'
import { refuseFile } from '../csv/decode-csv.ts'
import { findFirstColumns, findUnreadable, readLines } from '../csv/read-lines.ts'
import { isShortenedNumber } from '../csv/spreadsheet-rules.ts'

/** Names of the columns in lower case, those of couriers too. The first one that the file has counts. */
const columnNames = {
  prefix: [
    ...['pin code', 'pincode', 'pin', 'pin_code', 'prefix', 'postal code', 'postal_code', 'zip'],
    ...['destination pincode', 'delivery pincode'],
  ],
  deliver: ['delivery', 'deliver', 'serviceable', 'is_serviceable', 'serviceability', 'prepaid', 'pre-paid', 'prepaid delivery'],
  cod: ['cod', 'cash on delivery', 'cash', 'cod available', 'cod delivery', 'is_cod'],
  advance: ['advance', 'advance (₹)', 'cod advance'],
  from: ['days from', 'min days', 'from'],
  to: ['days to', 'max days', 'to', 'days', 'tat', 'transit days', 'delivery days'],
  charge: ['shipping', 'shipping charge', 'shipping (₹)', 'delivery charge'],
  reason: ['reason', 'remark', 'remarks', 'note'],
} as const
type Field = keyof typeof columnNames
type Columns = Readonly<Record<Field, number>>

const wordsOfYes = new Set(['yes', 'y', 'true', '1', 'available', 'serviceable', 'active'])
const wordsOfNo = new Set(['no', 'n', 'false', '0', 'not available', 'not serviceable', 'non serviceable', 'na', 'n/a', 'inactive', 'oda'])

/** What a line says; a field that is missing keeps what the rule says already. */
export type PartialRule = Pick<DeliveryRuleValues, 'prefix'> & Partial<DeliveryRuleValues>

export interface FileRule {
  readonly line: number
  /** as the file has it */
  readonly typed: string
  readonly parsed: PartialRule | { readonly problem: string }
  /** set for a last line that ends before its last column */
  readonly isCutOff?: boolean
}

/** Spreadsheets write a number as `560001.0`, or as text `="560001"`. */
const cleanCell = (text: string): string => cleanTyped(text.replace(/^(?:'|="?)|"$/g, '').replace(/\.0+$/, '')).trim()

/** The fewest prefixes that stand for all PIN codes of a range. */
function listPrefixes(first: number, last: number): string[] {
  const prefixes: string[] = []
  for (let pin = first; pin <= last; ) {
    let size = 1
    while (size < 100_000 && pin % (size * 10) === 0 && pin + size * 10 - 1 <= last) size *= 10
    prefixes.push(String(pin / size))
    pin += size
  }
  return prefixes
}

/** The first digits of PIN codes as files write them: `560001`, `56*`, or those of a range such as `560001-560010`. */
export function parsePrefixes(typed: string): { prefixes: readonly string[] } | { problem: string } {
  if (typed === '') return { problem: texts.pinMissing }
  if (typed.toLowerCase() === restOfIndia.toLowerCase()) return { prefixes: [''] }
  const text = cleanCell(typed)
  if (isShortenedNumber(text)) return { problem: tableTexts.spreadsheetNumber('PIN code', text) }
  const [, first, last] = /^(\d{3} ?\d{3}) ?(?:-|to) ?(\d{3} ?\d{3})$/i.exec(text) ?? []
  if (first !== undefined && last !== undefined) {
    const [from, to] = [first, last].map((pin) => Number(normalizePinCode(pin))) as [number, number]
    return from >= 100_000 && from <= to ? { prefixes: listPrefixes(from, to) } : { problem: texts.pinRange }
  }
  const prefix = normalizePinPrefix(text)
  return /^\d{1,6}$/.test(prefix) ? { prefixes: [prefix] } : { problem: texts.pinCharacters }
}

function parseAnswer(text: string): 'yes' | 'no' | undefined {
  const word = text.toLowerCase()
  if (wordsOfYes.has(word)) return 'yes'
  return wordsOfNo.has(word) ? 'no' : undefined
}

/** NaN for what is no number, which the schema refuses. */
const toNumber = (text: string): number => (/^₹?\s?[\d,]+(\.\d+)?$/.test(text) ? Number(text.replace(/[₹,\s]/g, '')) : Number.NaN)

/** What a line says of its PIN codes. */
function parseLine(read: (field: Field) => string): Omit<PartialRule, 'prefix'> | { readonly problem: string } {
  const [deliver, cod, advance, from, to] = [read('deliver'), read('cod'), read('advance'), read('from'), read('to')]
  const [charge, reason] = [read('charge'), read('reason')]
  const delivers = deliver === '' ? undefined : parseAnswer(deliver)
  if (deliver !== '' && delivers === undefined) return { problem: texts.deliver }
  const takesCash = cod === '' ? undefined : cod.toLowerCase() === 'advance' ? 'advance' : parseAnswer(cod)
  if (cod !== '' && takesCash === undefined) return { problem: texts.cod }
  const hasAdvance = advance !== '' && advance !== '0'
  const days = to === '' && from === '' ? {} : { from: toNumber(from === '' ? to : from), to: toNumber(to === '' ? from : to) }
  return {
    ...(delivers && { deliver: delivers === 'yes' }),
    ...(takesCash && { cod: takesCash, advance: null }),
    ...(hasAdvance && { cod: takesCash ?? 'advance', advance: parsePrice(advance) ?? Number.NaN }),
    ...days,
    ...(charge !== '' && { charge: toNumber(charge) }),
    ...(reason !== '' && { reason }),
  }
}

const missing = { deliver: true, cod: 'yes', advance: null, from: null, to: null, charge: null, reason: '' } as const

/** A line together with the rule that is there already. */
export function completeRule({
  partial,
  before,
}: {
  partial: PartialRule
  before: DeliveryRuleValues | undefined
}): DeliveryRuleValues | { readonly problem: string } {
  const parsed = deliveryRuleValues.safeParse({ ...missing, ...before, ...partial })
  return parsed.success ? parsed.data : { problem: parsed.error.issues[0]?.message ?? texts.pinCharacters }
}

function findColumns(header: readonly string[]): Columns {
  const columns = findFirstColumns(header, columnNames)
  const saysSomething =
    columns.deliver >= 0 || columns.cod >= 0 || columns.advance >= 0 || columns.from >= 0 || columns.to >= 0 || columns.charge >= 0
  if (columns.prefix < 0 || !saysSomething) throw refuseFile(texts.columns)
  return columns
}

/** The lines of a file, and how it was read. @throws AppError file_refused without the columns, without lines or with too many */
export async function readRuleFile(file: Uint8Array): Promise<{ lines: FileRule[]; notes: string[] }> {
  const lines = new Map<string, number>()
  return readLines({
    file,
    maxLines: deliveryLimits.rules,
    texts,
    findColumns,
    parse(row, columns): FileRule[] {
      const { line, cells, isCutOff } = row
      const read = (field: Field) => (cells[columns[field]] ?? '').trim()
      const unread = findUnreadable(row)
      const pins = unread === undefined ? parsePrefixes(read('prefix')) : { problem: unread }
      const values = 'problem' in pins ? pins : parseLine(read)
      if ('problem' in pins || 'problem' in values) {
        const { problem } = 'problem' in pins ? pins : (values as { problem: string })
        return [{ line, typed: read('prefix'), parsed: { problem }, ...(isCutOff && { isCutOff }) }]
      }
      return pins.prefixes.map((prefix) => {
        const first = lines.get(prefix)
        if (first === undefined) lines.set(prefix, line)
        const typed = pins.prefixes.length === 1 ? read('prefix') : prefix
        return { line, typed, parsed: first === undefined ? { prefix, ...values } : { problem: texts.twice(first) } }
      })
    },
  })
}
