import { sql } from 'kysely'
import { findFinancialYear } from '#contract/tax/documents.ts'
import type { Transaction } from '../database/schema.ts'
import { readSeries } from './last-numbers.ts'
import type { LastNumbers } from './number-file.ts'

/** Numbers that are left out at least where the last one that was given is not known exactly. */
const minMargin = 100

/** Numbers of a series that are not given, because they may have been given before. */
export interface NumberGap {
  readonly series: string
  readonly year: string
  readonly first: number
  readonly last: number
}

interface ClosedSeries {
  readonly trx: Transaction
  /** the last numbers that are known from elsewhere */
  readonly given: LastNumbers['series']
  /** until when the numbers are known; undefined: exactly */
  readonly knownUntil: Date | undefined
  /** of the settings: series that may have begun since */
  readonly prefixes: readonly string[]
  readonly now: Date
}

/**
 * Lets each series go on behind the numbers that may have been given since the backup. What is left out is written as cancelled. Without an
 * exact last number at least `minMargin` are left out, and the double of the busiest day for each day.
 */
export async function closeSeries({ trx, given, knownUntil, prefixes, now }: ClosedSeries): Promise<NumberGap[]> {
  const own = await readSeries({ database: trx })
  const current = findFinancialYear(now)
  const possible = knownUntil ? [...new Set([...own, ...given].map(({ series }) => series).concat(prefixes))] : []
  const known = [...own, ...given, ...possible.map((series) => ({ series, year: current, last: 0 }))]
  const gaps: NumberGap[] = []
  for (const [key, entries] of Map.groupBy(known, ({ series, year }) => `${year} ${series}`)) {
    const [{ series, year } = { series: key, year: current }] = entries
    const last = own.find((each) => each.series === series && each.year === year)?.last ?? 0
    const margin = knownUntil && year === current ? await countMargin({ trx, series, since: knownUntil, now }) : 0
    const end = Math.max(...entries.map((each) => each.last)) + margin
    if (end > last) gaps.push({ series, year, first: last + 1, last: end })
  }
  for (const gap of gaps) await writeGap({ trx, gap })
  return gaps
}

async function countMargin({ trx, series, since, now }: { trx: Transaction; series: string; since: Date; now: Date }): Promise<number> {
  const { rows } = await sql<{ busiest: number }>`
    select coalesce(max(count), 0)::int as busiest from (
      select count(*) from documents where series = ${series} group by (issued_at at time zone 'Asia/Kolkata')::date
    ) as days
  `.execute(trx)
  const days = Math.max(1, Math.ceil((now.getTime() - since.getTime()) / 86_400_000))
  return Math.max(minMargin, 2 * (rows[0]?.busiest ?? 0) * days)
}

async function writeGap({ trx, gap: { series, year, first, last } }: { trx: Transaction; gap: NumberGap }): Promise<void> {
  await trx
    .insertInto('document_series')
    .values({ series, year, last_number: last })
    .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet({ last_number: last }))
    .execute()
  await trx
    .insertInto('cancelled_numbers')
    .values({ series, year, first_number: first, last_number: last, reason: 'a backup was restored' })
    .execute()
}
