import { sql } from 'kysely'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { openReturnStates, type ReturnState, type ReturnView } from '#contract/orders/return-states.ts'
import type { ReturnRow } from '#contract/returns/admin-returns.ts'
import { countRows } from '../database/count-rows.ts'
import { limitToPage, presentPage } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { normalizePhone } from '../orders/order/tracking.ts'
import { isOverdue } from './read-returns.ts'

interface ReturnFilter {
  readonly page: number
  readonly limit?: number | undefined
  readonly state?: ReturnState | ReturnView | undefined
  readonly q?: string | undefined
}

function listStates(state: ReturnState | ReturnView): readonly ReturnState[] {
  if (state === 'open') return openReturnStates
  return state === 'coming' || state === 'overdue' ? ['accepted', 'picked up'] : [state]
}

const isOpen = sql`returns.state = any(${[...openReturnStates]}::text[])`

const openFirst = sql`${isOpen} desc, case when ${isOpen} then returns.asked_at end, returns.asked_at desc, returns.id desc`

/** One page of returns: open ones first, the oldest of them at the top, then the newest. */
export async function listReturns({
  database,
  page,
  limit: perPage = returnLimits.perPage,
  state,
  q = '',
}: ReturnFilter & { database: Database }) {
  const text = q.trim().toUpperCase()
  const phone = normalizePhone(q)
  let found = database.selectFrom('returns')
  if (state !== undefined) found = found.where('returns.state', 'in', listStates(state))
  if (state === 'overdue') found = found.where(sql<boolean>`accepted_at < now() - make_interval(days => ${returnLimits.receiptDays})`)
  if (text !== '') {
    // In the form of the index orders_of_phone.
    const ofPhone = database
      .selectFrom('orders')
      .select('id')
      .where(sql<boolean>`right(regexp_replace(delivery_address ->> 'phone', '\\D', '', 'g'), 10) = ${phone}`)
    const isFound = sql<boolean>`starts_with(returns.number, ${text})`
    found = found.where((eb) => eb.or([isFound, ...(phone.length === 10 ? [eb('order_id', 'in', ofPhone)] : [])]))
  }
  const total = await countRows(found)
  // What is shown is read for the rows of the page only, not for those before it.
  const ofPage = found.select('returns.id').orderBy(openFirst).$call(limitToPage({ page, perPage }))
  const rows = await database
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'order_id')
    .where('returns.id', 'in', ofPage)
    .select(['returns.id', 'returns.number', 'returns.kind', 'returns.state', 'is_fault', 'accepted_at', 'asked_at', 'refund_paise'])
    .select(['orders.id as orderId', 'orders.number as orderNumber'])
    .select(sql<string>`trim(concat_ws(' ', delivery_address ->> 'firstName', delivery_address ->> 'lastName'))`.as('name'))
    .select(sql<number>`(select sum(quantity)::int from return_lines where return_id = returns.id)`.as('pieces'))
    .orderBy(openFirst)
    .execute()
  const returns = rows.map(
    (row): ReturnRow => ({
      _id: row.id,
      number: row.number,
      kind: row.kind,
      state: row.state,
      isFault: row.is_fault,
      isOverdue: isOverdue(row),
      order: { _id: row.orderId, number: row.orderNumber, name: row.name },
      pieces: row.pieces,
      refund: row.kind === 'exchange' ? 0 : toRupees(row.refund_paise),
      askedAt: row.asked_at.toISOString(),
    }),
  )
  return { returns, ...presentPage({ page, perPage, total }) }
}
