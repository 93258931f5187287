import type { CallReply } from '#contract/contract.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { tableTexts } from '#contract/kernel/table-texts.ts'
import { type SettlementLine, settlementLimits } from '#contract/payments/settlements.ts'
import { describeEncoding } from '../../csv/decode-table.ts'
import { readCsvRows } from '../../csv/read-csv.ts'
import { unpackTable } from '../../csv/unpack-table.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SettledRow } from '../provider/gateway.ts'
import { parseSettlementLine, requiredColumns, type SettlementColumn, settlementColumns } from './parse-settlement-line.ts'
import { type StoredOutcome, storeSettled } from './store-settled.ts'

/** The provider whose files the shop reads. */
const provider = 'razorpay'

const refuse = (reason: string) => new AppError('file_refused', { reason, fields: { file: reason } })

interface FileLine {
  readonly line: number
  readonly entityId: string
  readonly settlementId: string
  readonly parsed: SettledRow | { readonly problem: string }
}

const columnKeys = Object.keys(settlementColumns) as SettlementColumn[]

function findColumns(header: readonly string[]): Record<SettlementColumn, number> {
  const names = header.map((name) => name.trim().toLowerCase())
  const find = (key: SettlementColumn) => names.findIndex((name) => (settlementColumns[key] as readonly string[]).includes(name))
  const columns = Object.fromEntries(columnKeys.map((key) => [key, find(key)])) as Record<SettlementColumn, number>
  const missing = requiredColumns.filter((key) => columns[key] < 0).map((key) => settlementColumns[key][0])
  if (missing.length > 0)
    throw refuse(`These columns are missing: ${missing.join(', ')}. Download the report of settled transactions again.`)
  return columns
}

/** The lines of a file. @throws AppError 400 for a file without the columns, without lines or with too many */
async function readLines(file: Uint8Array): Promise<{ lines: FileLine[]; notes: string[] }> {
  const bytes = await unpackTable(file)
  const lines: FileLine[] = []
  let columns: Record<SettlementColumn, number> | undefined
  for await (const { line, cells, isCutOff, isDamaged } of readCsvRows(bytes)) {
    if (columns === undefined) {
      columns = findColumns(cells)
      continue
    }
    const found = columns
    const read = Object.fromEntries(columnKeys.map((key) => [key, cells[found[key]] ?? ''])) as Record<SettlementColumn, string>
    const unread = isCutOff ? tableTexts.lineCutOff(line) : isDamaged ? tableTexts.damagedLine : undefined
    const { entityId, settlementId } = read
    const parsed = unread === undefined ? parseSettlementLine(read) : { problem: unread }
    lines.push({ line, entityId: cutText(entityId, 60), settlementId: cutText(settlementId, 60), parsed })
    if (lines.length > settlementLimits.lines) throw refuse(`A file can have ${settlementLimits.lines.toLocaleString('en-IN')} lines.`)
  }
  if (lines.length === 0) throw refuse('The file has no lines.')
  return { lines, notes: describeEncoding(bytes) }
}

/** Stores the rows of a file, or says what that would do. @throws AppError file_refused */
export async function importSettlements({
  database,
  file,
  isDryRun,
}: {
  database: Database
  file: Uint8Array
  isDryRun: boolean
}): Promise<Omit<CallReply<'POST /settlements/import'>, 'message'>> {
  const { lines, notes } = await readLines(file)
  const rows = lines.flatMap(({ parsed }) => ('problem' in parsed ? [] : [parsed]))
  const outcomes = await inTransaction(database, (trx) => storeSettled({ trx, provider, rows, isDryRun }))
  const byRow = new Map<unknown, StoredOutcome>(rows.map((row, index) => [row, outcomes[index] ?? 'unchanged']))
  const decided = lines.map(({ parsed, ...shown }): SettlementLine => {
    if ('problem' in parsed) return { ...shown, outcome: 'refused', reason: parsed.problem }
    const outcome = byRow.get(parsed) ?? 'unchanged'
    if (outcome !== 'other amounts') return { ...shown, outcome, reason: null }
    return {
      ...shown,
      outcome: 'refused',
      reason: 'This row is there already, with other amounts, another day or another settlement. It stays as it is.',
    }
  })
  const count = (outcome: SettlementLine['outcome']) => decided.filter((line) => line.outcome === outcome).length
  const refused = decided.filter(({ outcome }) => outcome === 'refused')
  const others = decided.filter(({ outcome }) => outcome !== 'refused')
  return {
    counts: { new: count('new'), changed: count('changed'), unchanged: count('unchanged'), refused: refused.length },
    notes,
    lines: [...refused, ...others].slice(0, settlementLimits.shownLines),
  }
}
