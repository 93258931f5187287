import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { deliveryLimits, restOfIndia } from '#contract/delivery/delivery-limits.ts'
import { type DeliveryRuleValues, deliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { deliveryTexts as texts } from '#contract/delivery/delivery-texts.ts'
import { parsePrice } from '#contract/parse-price.ts'
import { describeEncoding } from '../catalog-admin/import/read/decode-table.ts'
import { readCsvRows } from '../catalog-admin/import/read/read-csv.ts'
import { unpackTable } from '../catalog-admin/import/read/unpack-table.ts'
import { AppError } from '../errors.ts'

const refuse = (reason: string) => new AppError('file_refused', { reason, fields: { file: reason } })

/** Names of the columns in lower case, those of couriers too. The first one that the file has counts. */
const columnNames = {
  prefix: [
    'pin code',
    'pincode',
    'pin',
    'pin_code',
    'prefix',
    'postal code',
    'postal_code',
    'zip',
    'destination pincode',
    'delivery pincode',
  ],
  deliver: ['delivery', 'deliver', 'serviceable', 'is_serviceable', 'serviceability', 'prepaid', 'pre-paid', 'prepaid delivery'],
  cod: ['cod', 'cash on delivery', 'cash', 'cod available', 'cod delivery', 'is_cod'],
  advance: ['advance', 'advance (₹)', 'cod advance'],
  from: ['days from', 'min days', 'from'],
  to: ['days to', 'max days', 'to', 'days', 'tat', 'transit days', 'delivery days'],
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
const cleanPin = (text: string): string =>
  text
    .replace(/^="?|"$/g, '')
    .replace(/\.0+$/, '')
    .replace(/[\s-]/g, '')

/** The digits of a PIN code as files write them. */
export function parsePrefix(text: string): { prefix: string } | { problem: string } {
  if (text === '') return { problem: texts.pinMissing }
  if (text.toLowerCase() === restOfIndia.toLowerCase()) return { prefix: '' }
  const prefix = cleanPin(text)
  return /^\d{1,6}$/.test(prefix) ? { prefix } : { problem: texts.pinCharacters }
}

function parseAnswer(text: string): 'yes' | 'no' | undefined {
  const word = text.toLowerCase()
  if (wordsOfYes.has(word)) return 'yes'
  return wordsOfNo.has(word) ? 'no' : undefined
}

/** NaN for what is no number, which the schema refuses. */
const toNumber = (text: string): number => (/^₹?\s?[\d,]+(\.\d+)?$/.test(text) ? Number(text.replace(/[₹,\s]/g, '')) : Number.NaN)

function parseLine(read: (field: Field) => string): FileRule['parsed'] {
  const pin = parsePrefix(read('prefix'))
  if ('problem' in pin) return pin
  const [deliver, cod, advance, from, to, reason] = (['deliver', 'cod', 'advance', 'from', 'to', 'reason'] as const).map(read) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const delivers = deliver === '' ? undefined : parseAnswer(deliver)
  if (deliver !== '' && delivers === undefined) return { problem: texts.deliver }
  const takesCash = cod === '' ? undefined : cod.toLowerCase() === 'advance' ? 'advance' : parseAnswer(cod)
  if (cod !== '' && takesCash === undefined) return { problem: texts.cod }
  const hasAdvance = advance !== '' && advance !== '0'
  const days = to === '' && from === '' ? {} : { from: toNumber(from === '' ? to : from), to: toNumber(to === '' ? from : to) }
  return {
    ...pin,
    ...(delivers && { deliver: delivers === 'yes' }),
    ...(takesCash && { cod: takesCash, advance: null }),
    ...(hasAdvance && { cod: takesCash ?? 'advance', advance: parsePrice(advance) ?? Number.NaN }),
    ...days,
    ...(reason !== '' && { reason }),
  }
}

const missing = { deliver: true, cod: 'yes', advance: null, from: null, to: null, reason: '' } as const

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
  const names = header.map((name) => name.trim().toLowerCase())
  const find = (known: readonly string[]) => names.findIndex((name) => known.includes(name))
  const entries = Object.entries(columnNames).map(([field, known]) => [field, find(known)])
  const columns = Object.fromEntries(entries) as Columns
  const saysSomething = columns.deliver >= 0 || columns.cod >= 0 || columns.advance >= 0 || columns.from >= 0 || columns.to >= 0
  if (columns.prefix < 0 || !saysSomething) throw refuse(texts.columns)
  return columns
}

/** The lines of a file, and how it was read. @throws AppError file_refused without the columns, without lines or with too many */
export async function readRuleFile(file: Uint8Array): Promise<{ lines: FileRule[]; notes: string[] }> {
  const csv = await unpackTable(file)
  const rules: FileRule[] = []
  const lines = new Map<string, number>()
  let columns: Columns | undefined
  for await (const { line, cells, isCutOff, isDamaged } of readCsvRows(csv)) {
    if (columns === undefined) {
      columns = findColumns(cells)
      continue
    }
    const found = columns
    const read = (field: Field) => (found[field] < 0 ? '' : (cells[found[field]] ?? '').trim())
    const unread = isCutOff ? importTexts.lineCutOff(line) : isDamaged ? importTexts.damagedLine : undefined
    const parsed = unread === undefined ? parseLine(read) : { problem: unread }
    const first = 'problem' in parsed ? undefined : lines.get(parsed.prefix)
    if (!('problem' in parsed) && first === undefined) lines.set(parsed.prefix, line)
    rules.push({
      line,
      typed: read('prefix'),
      parsed: first === undefined ? parsed : { problem: texts.twice(first) },
      ...(isCutOff && { isCutOff }),
    })
    if (rules.length > deliveryLimits.rules) throw refuse(texts.tooManyLines)
  }
  if (rules.length === 0) throw refuse(texts.noLines)
  return { lines: rules, notes: describeEncoding(csv) }
}
