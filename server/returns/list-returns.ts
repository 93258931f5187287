import { sql } from 'kysely'
import { returnLimits } from '#contract/limits/return-limits.ts'
import { toRupees } from '#contract/money.ts'
import type { ReturnRow } from '#contract/returns/admin-returns.ts'
import { openReturnStates, type ReturnState, type ReturnView } from '#contract/returns/return-states.ts'
import type { Database } from '../database/schema.ts'
import { normalizePhone } from '../orders/lifecycle/tracking.ts'
import { isOverdue } from './read-returns.ts'

interface ReturnFilter {
  readonly page: number
  readonly state?: ReturnState | ReturnView | undefined
  readonly q?: string | undefined
}

function listStates(state: ReturnState | ReturnView): readonly ReturnState[] {
  if (state === 'open') return openReturnStates
  return state === 'coming' || state === 'overdue' ? ['accepted', 'picked up'] : [state]
}

/** One page of returns: open ones first, the oldest of them at the top, then the newest. */
export async function listReturns({ database, page, state, q = '' }: ReturnFilter & { database: Database }) {
  const text = q.trim().toUpperCase()
  const phone = normalizePhone(q)
  let found = database.selectFrom('returns').innerJoin('orders', 'orders.id', 'order_id')
  if (state !== undefined) found = found.where('returns.state', 'in', listStates(state))
  if (state === 'overdue') found = found.where(sql<boolean>`accepted_at < now() - make_interval(days => ${returnLimits.receiptDays})`)
  if (text !== '') {
    const isPhone = sql<boolean>`right(regexp_replace(delivery_address ->> 'phone', '\\D', '', 'g'), 10) = ${phone}`
    found = found.where((eb) => eb.or([sql<boolean>`starts_with(returns.number, ${text})`, ...(phone.length === 10 ? [isPhone] : [])]))
  }
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const isOpen = sql<boolean>`returns.state = any(${[...openReturnStates]}::text[])`
  const rows = await found
    .select(['returns.id', 'returns.number', 'returns.state', 'is_fault', 'accepted_at', 'asked_at', 'refund_paise'])
    .select(['orders.id as orderId', 'orders.number as orderNumber'])
    .select(sql<string>`trim(concat_ws(' ', delivery_address ->> 'firstName', delivery_address ->> 'lastName'))`.as('name'))
    .select(sql<number>`(select sum(quantity)::int from return_lines where return_id = returns.id)`.as('pieces'))
    .orderBy(isOpen, 'desc')
    .orderBy(sql`case when ${isOpen} then asked_at end`)
    .orderBy('asked_at', 'desc')
    .orderBy('returns.id', 'desc')
    .limit(returnLimits.perPage)
    .offset((page - 1) * returnLimits.perPage)
    .execute()
  const returns = rows.map(
    (row): ReturnRow => ({
      _id: row.id,
      number: row.number,
      state: row.state,
      isFault: row.is_fault,
      isOverdue: isOverdue(row),
      order: { _id: row.orderId, number: row.orderNumber, name: row.name },
      pieces: row.pieces,
      refund: toRupees(row.refund_paise),
      askedAt: row.asked_at.toISOString(),
    }),
  )
  return { returns, total, page, totalPages: Math.ceil(total / returnLimits.perPage) }
}
