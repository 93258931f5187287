import { sql } from 'kysely'
import { formatRupees, type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import { type SettlementRow, settlementLimits } from '#contract/payments/settlements.ts'
import { presentPage, toOffset } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import { matchedRows } from './match-settled.ts'
import { readSettlements } from './read-settlements.ts'
import { settlementDays } from './settlement-days.ts'

interface MatchedRow {
  readonly id: string
  readonly settlement_id: string
  readonly day: string
  readonly utr: string | null
  readonly entity_id: string
  readonly kind: string
  readonly amount_paise: Paise
  readonly debit_paise: Paise
  readonly credit_paise: Paise
  readonly captured_paise: Paise | null
  readonly refunded_paise: Paise | null
  readonly order_id: string | null
  readonly number: string | null
}

function describeProblem({ kind, amount_paise, captured_paise, refunded_paise }: MatchedRow): string {
  if (kind !== 'payment' && kind !== 'refund') return `The provider calls this "${kind}". Say what it is.`
  const known = kind === 'payment' ? captured_paise : refunded_paise
  if (known === null) return `The shop knows no ${kind} with this id.`
  if (known !== amount_paise) return `The ${kind} of the shop is ${formatRupees(toRupees(known))}.`
  return 'What was added or deducted is not the amount and the fee.'
}

const presentRow = (row: MatchedRow): SettlementRow => ({
  _id: row.id,
  settlementId: row.settlement_id,
  settledOn: row.day,
  utr: row.utr,
  entityId: row.entity_id,
  kind: row.kind,
  amount: toRupees(row.amount_paise),
  change: toRupees(paise(row.credit_paise - row.debit_paise)),
  order: row.order_id !== null && row.number !== null ? { _id: row.order_id, number: row.number } : null,
  message: describeProblem(row),
})

interface SettlementQuery {
  readonly database: Database
  readonly page: number
  readonly month?: string | undefined
  readonly limit?: number | undefined
}

/** A page of settlements, newest first, the rows that do not match, and what is not settled. */
export async function listSettlements({ database, page, month, limit: perPage = settlementLimits.perPage }: SettlementQuery) {
  const [{ settlements, total }, open, openTotal, resolvedRows, unsettled] = await Promise.all([
    readSettlements({ database, month, limit: perPage, offset: toOffset({ page, perPage }) }),
    readOpen({ database }),
    countOpen({ database }),
    readResolved({ database }),
    readUnsettled({ database }),
  ])
  return { settlements, ...presentPage({ page, perPage, total }), openRows: open.map(presentRow), openTotal, resolvedRows, unsettled }
}

async function readOpen({ database }: { database: Database }): Promise<MatchedRow[]> {
  const { rows } = await sql<MatchedRow>`
    select matched.*, orders.number from (${matchedRows}) as matched left join orders on orders.id = order_id
    where not is_matched and not fits and resolved_at is null order by settled_on, matched.id limit ${settlementLimits.openRows}
  `.execute(database)
  return rows
}

async function countOpen({ database }: { database: Database }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${matchedRows}) as matched where not is_matched and not fits and resolved_at is null
  `.execute(database)
  return rows[0]?.count ?? 0
}

async function readResolved({ database }: { database: Database }) {
  const { rows } = await sql<MatchedRow & { note: string; resolvedBy: string | null; resolved_at: Date }>`
    select matched.*, orders.number, users.name as "resolvedBy" from (${matchedRows}) as matched
    left join orders on orders.id = order_id left join users on users.id = resolved_by
    where resolved_at is not null order by resolved_at desc limit 20
  `.execute(database)
  return rows.map((row) => ({ ...presentRow(row), note: row.note, resolvedBy: row.resolvedBy, resolvedAt: row.resolved_at.toISOString() }))
}

/**
 * Captured payments that should be settled by now, since the first day of which a settlement is stored. The sums of profit say on which days
 * payments have no fee yet: only these days are read.
 */
async function readUnsettled({ database }: { database: Database }) {
  const { rows } = await sql<{ payments: number; paise: Paise; oldest: string | null }>`
    with recursive ${settlementDays},
    firsts as materialized (
      select provider, min(first_day)::timestamp at time zone 'Asia/Kolkata' as at from settlement_days group by 1
    ),
    days as materialized (
      select day from daily_profit where key = 'fees' and payments <> '{}' union select day from changed_profit_days
    )
    select count(*)::int as payments, coalesce(sum(captured.amount_paise), 0)::bigint as paise,
      to_char(min(captured_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as oldest
    from days cross join lateral (
      select * from captured_payments
      where captured_at >= day::timestamp at time zone 'Asia/Kolkata' and captured_at < (day + 1)::timestamp at time zone 'Asia/Kolkata'
        and captured_at < now() - interval '7 days'
        and not exists (select from settlement_rows where entity_id = provider_payment_id and kind = 'payment')
      -- Read day by day.
      offset 0
    ) as captured
    join payments on payments.id = payment_id join firsts on firsts.provider = payments.provider
    where captured_at >= firsts.at
  `.execute(database)
  const [row] = rows
  return { payments: row?.payments ?? 0, amount: row ? toRupees(row.paise) : 0, oldest: row?.oldest ?? null }
}
