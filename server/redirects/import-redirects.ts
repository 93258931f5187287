import { cutText } from '#contract/kernel/cut-text.ts'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { redirectTexts } from '#contract/redirects/redirect-texts.ts'
import type { RedirectLine } from '#contract/redirects/redirects.ts'
import { refuseFile } from '../csv/decode-csv.ts'
import { findFirstColumns, findUnreadable, readLines } from '../csv/read-lines.ts'
import { summarizeLines } from '../csv/summarize-lines.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Database } from '../database/schema.ts'
import { openPlan, writeChanges } from './change-redirects.ts'
import { parseNewAddress, parseOldAddress, type Target } from './redirect-rules.ts'

/** Names of the columns in files of this shop, of Shopify, and of WordPress plugins. */
const columnNames = {
  from: ['from', 'redirect from', 'old', 'old address', 'source', 'source url'],
  to: ['to', 'redirect to', 'new', 'new address', 'target', 'target url'],
} as const

interface FileLine {
  readonly line: number
  readonly from: string
  readonly to: string
  readonly parsed: { readonly from: string; readonly target: Target } | { readonly problem: string }
}

function parseLine({ from, to }: { from: string; to: string }): FileLine['parsed'] {
  for (const [label, text] of [
    ['The old address', from],
    ['The new address', to],
  ] as const) {
    if (text === '') return { problem: redirectTexts.missing(label) }
    if (text.length > redirectLimits.typedLength) return { problem: redirectTexts.tooLong(label) }
  }
  const [oldAddress, newAddress] = [parseOldAddress(from), parseNewAddress(to)]
  if ('problem' in oldAddress) return oldAddress
  return 'problem' in newAddress ? newAddress : { from: oldAddress.value, target: newAddress.value }
}

function findColumns(header: readonly string[]) {
  const columns = findFirstColumns(header, columnNames)
  if (columns.from < 0 || columns.to < 0) throw refuseFile(redirectTexts.columns)
  return columns
}

const shownLength = 200

/**
 * Adds and changes the redirects of a CSV file, or says what that would do.
 * @throws AppError file_refused, redirects_full
 */
export async function importRedirects({ database, csv, isDryRun }: { database: Database; csv: Uint8Array; isDryRun: boolean }) {
  const { lines, notes } = await readLines({
    file: csv,
    maxLines: redirectLimits.rows,
    texts: redirectTexts,
    findColumns,
    parse(row, columns): FileLine[] {
      const [from, to] = [row.cells[columns.from] ?? '', row.cells[columns.to] ?? '']
      const problem = findUnreadable(row)
      return [{ line: row.line, from, to, parsed: problem === undefined ? parseLine({ from, to }) : { problem } }]
    },
  })
  return inTransaction(database, async (transaction) => {
    const redirects = lines.flatMap(({ parsed }): [string, Target][] => ('problem' in parsed ? [] : [[parsed.from, parsed.target]]))
    const plan = await openPlan({ transaction, redirects })
    const firstLines = new Map<string, number>()
    const decide = ({ line, parsed, ...typed }: FileLine): RedirectLine => {
      const shown = { line, from: cutText(typed.from, shownLength), to: cutText(typed.to, shownLength) }
      const refuseLine = (reason: string) => ({ ...shown, outcome: 'refused' as const, reason })
      if ('problem' in parsed) return refuseLine(parsed.problem)
      const first = firstLines.get(parsed.from)
      if (first !== undefined) return refuseLine(redirectTexts.twice(first))
      firstLines.set(parsed.from, line)
      const added = plan.add(parsed.from, parsed.target)
      return 'problem' in added ? refuseLine(added.problem) : { ...shown, to: added.to, outcome: added.outcome, reason: null }
    }
    const decided = lines.map(decide)
    if (!isDryRun) await writeChanges({ transaction, changes: plan.changes() })
    return summarizeLines({ lines: decided, notes, maxLines: redirectLimits.shownLines })
  })
}
