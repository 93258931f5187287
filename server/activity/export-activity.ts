import type { ActivityChanges } from '#contract/activity/activity.ts'
import { toIndianTime } from '#contract/kernel/indian-time.ts'
import type { CsvCell } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { type ActivityFilter, listActivity } from './list-activity.ts'

const rowsPerPart = 2_000
const maxRows = 100_000

export const activityColumns = ['Time', 'Administrator', 'Kind', 'Action', 'Record', 'Id', 'Changes'] as const

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

const formatChanges = (changes: ActivityChanges): string =>
  Object.entries(changes)
    .map(([field, { before, after }]) =>
      before === undefined && after === undefined ? field : `${field}: ${formatValue(before)} → ${formatValue(after)}`,
    )
    .join('\n')

/** The entries of a filter in parts, newest first. */
export async function* exportActivity({ database, filter }: { database: Database; filter: ActivityFilter }): AsyncGenerator<CsvCell[][]> {
  let after: string | undefined
  for (let count = 0; count < maxRows; count += rowsPerPart) {
    const { entries, next } = await listActivity({ database, filter, after, limit: rowsPerPart })
    yield entries.map(({ happenedAt, actor, kind, text, subject, changes }) => [
      toIndianTime(new Date(happenedAt)),
      actor.name,
      kind,
      text,
      subject.name,
      subject._id ?? '',
      formatChanges(changes),
    ])
    if (next === null) return
    after = next
  }
}
