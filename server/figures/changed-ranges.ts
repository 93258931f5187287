import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface ChangedQuery {
  readonly database: Database
  readonly changes: 'changed_order_days' | 'changed_profit_days'
  readonly period: Period
  /** selects further days to count */
  readonly more?: RawBuilder<unknown>
}

/**
 * The days of a period that have changed since they were counted, days in a row as one range. They are read before the sums: a range in the text of
 * a statement has a known size, with which PostgreSQL plans to read only its rows.
 */
export async function findChangedRanges({ database, changes, period: { from, to }, more }: ChangedQuery): Promise<Period[]> {
  const { rows } = await sql<Period>`
    select min(day)::text as from, max(day)::text as to from (
      select day, day - (row_number() over (order by day))::int as run from (
        select distinct day from ${sql.table(changes)} where day >= ${from}::date and day <= ${to}::date
        ${more === undefined ? sql`` : sql`union ${more}`}
      ) as changed
    ) as numbered group by run order by 1
  `.execute(database)
  return rows
}

const either = (conditions: readonly RawBuilder<unknown>[]) =>
  sql`(${conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `)})`

/** Whether a moment is on one of the days, in India. */
export const isOnDays = (moment: RawBuilder<unknown>, ranges: readonly Period[]) =>
  either(
    ranges.map(
      ({ from, to }) => sql`(${moment} >= ${from}::date::timestamp at time zone 'Asia/Kolkata'
        and ${moment} < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata')`,
    ),
  )

/** Whether a day is in one of the ranges. */
export const isInRanges = (day: RawBuilder<unknown>, ranges: readonly Period[]) =>
  either(ranges.map(({ from, to }) => sql`(${day} >= ${from}::date and ${day} <= ${to}::date)`))
