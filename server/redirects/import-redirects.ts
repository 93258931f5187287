import { cutText } from '#contract/kernel/cut-text.ts'
import { tableTexts } from '#contract/kernel/table-texts.ts'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { redirectTexts } from '#contract/redirects/redirect-texts.ts'
import type { RedirectLine } from '#contract/redirects/redirects.ts'
import { describeEncoding } from '../csv/decode-table.ts'
import { readCsvRows } from '../csv/read-csv.ts'
import { unpackTable } from '../csv/unpack-table.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { openPlan, writeChanges } from './change-redirects.ts'
import { parseNewAddress, parseOldAddress, type Target } from './redirect-rules.ts'

const refuse = (reason: string) => new AppError('file_refused', { reason, fields: { file: reason } })

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

function findColumn(header: readonly string[], names: readonly string[]): number {
  return header.findIndex((name) => names.includes(name.trim().toLowerCase()))
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

/** The lines of a file. @throws AppError 400 for a file without the two columns or with too many lines */
async function readLines(file: Uint8Array): Promise<{ lines: FileLine[]; notes: string[] }> {
  const bytes = await unpackTable(file)
  const lines: FileLine[] = []
  let columns: { from: number; to: number } | undefined
  for await (const { line, cells, isCutOff, isDamaged } of readCsvRows(bytes)) {
    if (columns === undefined) {
      columns = { from: findColumn(cells, columnNames.from), to: findColumn(cells, columnNames.to) }
      if (columns.from < 0 || columns.to < 0) throw refuse(redirectTexts.columns)
      continue
    }
    const [from, to] = [cells[columns.from] ?? '', cells[columns.to] ?? '']
    const unread = isCutOff ? tableTexts.lineCutOff(line) : isDamaged ? tableTexts.damagedLine : undefined
    lines.push({ line, from, to, parsed: unread === undefined ? parseLine({ from, to }) : { problem: unread } })
    if (lines.length > redirectLimits.rows) throw refuse(redirectTexts.tooManyLines)
  }
  if (lines.length === 0) throw refuse(redirectTexts.noLines)
  return { lines, notes: describeEncoding(bytes) }
}

const shownLength = 200

/**
 * Adds and changes the redirects of a CSV file, or says what that would do.
 * @throws AppError file_refused, redirects_full
 */
export async function importRedirects({ database, csv, isDryRun }: { database: Database; csv: Uint8Array; isDryRun: boolean }) {
  const { lines, notes } = await readLines(csv)
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
    const count = (outcome: RedirectLine['outcome']) => decided.filter((line) => line.outcome === outcome).length
    const refused = decided.filter(({ outcome }) => outcome === 'refused')
    const others = decided.filter(({ outcome }) => outcome !== 'refused')
    return {
      counts: { new: count('new'), changed: count('changed'), unchanged: count('unchanged'), refused: refused.length },
      notes,
      lines: [...refused, ...others].slice(0, redirectLimits.shownLines),
    }
  })
}
