import { type RawBuilder, sql } from 'kysely'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { type SettledMonth, type Settlement, settlementMonths } from '#contract/payments/settlements.ts'
import type { Database } from '../../database/schema.ts'
import { matchedRows } from './match-settled.ts'
import { settlementDays } from './settlement-days.ts'

const names = ['payments', 'refunds', 'fees', 'tax', 'others', 'amount'] as const
type Amounts = Readonly<Record<(typeof names)[number], Paise>>

const sumOf = (column: string, kinds: RawBuilder<unknown>) => sql`coalesce(sum(${sql.ref(column)}) filter (where kind in (${kinds})), 0)`
const ofBoth = sql`'payment', 'refund'`

/** What rows of settlements add up to. The amount is payments less refunds, less fees, and whatever else. */
const amounts = sql`
  ${sumOf('amount_paise', sql`'payment'`)}::bigint as payments, ${sumOf('amount_paise', sql`'refund'`)}::bigint as refunds,
  ${sumOf('fee_paise', ofBoth)}::bigint as fees, ${sumOf('tax_paise', ofBoth)}::bigint as tax,
  coalesce(sum(credit_paise - debit_paise), 0)::bigint as amount,
  (coalesce(sum(credit_paise - debit_paise), 0) - ${sumOf('amount_paise', sql`'payment'`)} + ${sumOf('amount_paise', sql`'refund'`)}
    + ${sumOf('fee_paise', ofBoth)})::bigint as others`

const present = (row: Amounts) => ({
  payments: toRupees(row.payments),
  refunds: toRupees(row.refunds),
  fees: toRupees(row.fees),
  tax: toRupees(row.tax),
  others: toRupees(row.others),
  amount: toRupees(row.amount),
})

const firstDay = (month: string) => sql`${`${month}-01`}::date`

/** Settlements count on the day of their last row; all rows of one usually have the same day. */
const inMonth = (month: string | undefined) =>
  month === undefined ? sql`` : sql`where last_day >= ${firstDay(month)} and last_day < ${firstDay(month)} + interval '1 month'`

interface SettlementRows {
  readonly database: Database
  /** undefined: all months */
  readonly month?: string | undefined
  /** undefined: all of them */
  readonly limit?: number
  readonly offset?: number
}

interface SumRow extends Amounts {
  readonly settlement_id: string
  readonly provider: string
  readonly day: string
  readonly utr: string | null
  readonly rows: number
  readonly open: number
  readonly total: number
}

/** Settlements, newest first, with the number of all. */
export async function readSettlements({ database, month, limit, offset = 0 }: SettlementRows) {
  const { rows } = await sql<SumRow>`
    with recursive ${settlementDays},
    listed as materialized (
      select provider, settlement_id, last_day, (count(*) over ())::int as total from settlement_days ${inMonth(month)}
      order by 3 desc, 2 desc limit ${limit ?? null} offset ${offset}
    )
    select listed.provider, listed.settlement_id, max(day) as day, max(utr) as utr, count(*)::int as rows, max(total)::int as total,
      ${amounts}, (count(*) filter (where not is_matched and not fits and resolved_at is null))::int as open
    from listed join (${matchedRows}) as matched on matched.provider = listed.provider and matched.settlement_id = listed.settlement_id
    group by 1, 2 order by max(last_day) desc, 2 desc
  `.execute(database)
  const settlements = rows.map(
    (row): Settlement => ({
      _id: row.settlement_id,
      provider: row.provider,
      settledOn: row.day,
      utr: row.utr,
      rows: row.rows,
      ...present(row),
      open: row.open,
    }),
  )
  return { settlements, total: rows[0]?.total ?? 0 }
}

/** What was settled in each of the months that end with this one, oldest first. */
export async function readSettledMonths({ database, month }: { database: Database; month: string }): Promise<SettledMonth[]> {
  const { rows } = await sql<Amounts & { month: string; settlements: number }>`
    with months as (
      select generate_series(${firstDay(month)} - make_interval(months => ${settlementMonths - 1}::int), ${firstDay(month)}, interval '1 month') as start
    ),
    days as (
      select provider, settlement_id, max(settled_on) as last_day from settlement_rows
      where settled_on >= (select min(start) from months) group by 1, 2
    )
    select to_char(start, 'YYYY-MM') as month, (count(distinct (days.provider, days.settlement_id)) filter (where last_day is not null))::int as settlements, ${amounts}
    from months left join days on last_day >= start and last_day < start + interval '1 month'
    left join settlement_rows as settled on settled.provider = days.provider and settled.settlement_id = days.settlement_id
    group by start order by start
  `.execute(database)
  return rows.map(({ month: name, settlements, ...sums }) => ({ month: name, settlements, ...present(sums) }))
}
