import type { CallReply } from '#contract/contract.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { type SettlementLine, settlementLimits } from '#contract/payments/settlements.ts'
import { refuseFile } from '../../csv/decode-csv.ts'
import type { CsvRow } from '../../csv/read-csv.ts'
import { findFirstColumns, findUnreadable, readLines } from '../../csv/read-lines.ts'
import { summarizeLines } from '../../csv/summarize-lines.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database } from '../../database/schema.ts'
import type { SettledRow } from '../provider/gateway.ts'
import { parseSettlementLine, requiredColumns, type SettlementColumn, settlementColumns } from './parse-settlement-line.ts'
import { type StoredOutcome, storeSettled } from './store-settled.ts'

/** The provider whose files the shop reads. */
const provider = 'razorpay'

const texts = {
  noLines: 'The file has no lines.',
  tooManyLines: `A file can have ${settlementLimits.lines.toLocaleString('en-IN')} lines.`,
}

interface FileLine {
  readonly line: number
  readonly entityId: string
  readonly settlementId: string
  readonly parsed: SettledRow | { readonly problem: string }
}

type Columns = Record<SettlementColumn, number>

function findColumns(header: readonly string[]): Columns {
  const columns = findFirstColumns(header, settlementColumns)
  const missing = requiredColumns.filter((key) => columns[key] < 0).map((key) => settlementColumns[key][0])
  if (missing.length > 0)
    throw refuseFile(`These columns are missing: ${missing.join(', ')}. Download the report of settled transactions again.`)
  return columns
}

function parseLine(row: CsvRow, columns: Columns): FileLine[] {
  const cells = Object.entries(columns).map(([key, column]) => [key, row.cells[column] ?? ''])
  const read = Object.fromEntries(cells) as Record<SettlementColumn, string>
  const problem = findUnreadable(row)
  const parsed = problem === undefined ? parseSettlementLine(read) : { problem }
  return [{ line: row.line, entityId: cutText(read.entityId, 60), settlementId: cutText(read.settlementId, 60), parsed }]
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
  const { lines, notes } = await readLines({ file, maxLines: settlementLimits.lines, texts, findColumns, parse: parseLine })
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
  return summarizeLines({ lines: decided, notes, maxLines: settlementLimits.shownLines })
}
