import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { paging } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'
import type { AdminOrder, OrderFilter } from '#contract/orders/admin-orders.ts'
import { archived, noAnswer, toConfirm } from '#contract/orders/order-flags.ts'
import { countRows } from '../../database/count-rows.ts'
import { presentPage } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import { isListed } from '../edits/archive-order.ts'
import { needsAddress } from '../lifecycle/complete-address.ts'
import { listUnanswered } from '../lifecycle/remind-unconfirmed.ts'
import { sumCashDue } from '../order/cash-due.ts'
import { type FoundOrder, presentKind, presentOrder } from '../order/present.ts'
import { findDuplicates } from '../order/related-orders.ts'
import { type OrderQuery, readOrderPage } from '../order/repository.ts'
import { countFound, readSearchTerms, type SearchTerm, searchOrders } from '../search/search-orders.ts'
import type { FindMessageLink } from './message-links.ts'

const startOfDay = (day: string, plusDays = 0) => sql<Date>`((${day}::date + ${plusDays}::int)::timestamp at time zone 'Asia/Kolkata')`

interface FilteredOrders {
  readonly database: Database
  readonly filter: Omit<OrderFilter, 'q'>
  readonly terms: readonly SearchTerm[]
}

/** The orders of a filter that have all terms, without an order of their own. */
export function filterOrders({ database, filter: { status, kind, from, to }, terms }: FilteredOrders): OrderQuery {
  let orders = searchOrders({ database, terms, isArchived: status === archived })
  if (status === toConfirm || status === noAnswer) orders = orders.where(sql<boolean>`status = 'Placed' and flags <> '{}'`)
  if (status === noAnswer)
    orders = orders.where('id', 'in', database.selectFrom('order_events').select('order_id').where('event', '=', noAnswer))
  else if (status && status !== toConfirm && status !== archived) orders = orders.where('status', '=', status)
  if (kind === 'exchange') orders = orders.where('exchange_return_id', 'is not', null)
  else if (kind) orders = orders.where('kind', '=', kind).where('exchange_return_id', 'is', null)
  if (from) orders = orders.where('placed_at', '>=', startOfDay(from))
  if (to) orders = orders.where('placed_at', '<', startOfDay(to, 1))
  return orders
}

/** Larger counts are kept for some seconds, smaller ones are always exact. */
export const maxUncachedCount = 1_000
export const countsTtlMs = 5_000

/** Creates a function that reads one page of all orders, newest first. */
export function createAdminOrderList({ database, findMessageLink }: { database: Database; findMessageLink: FindMessageLink }) {
  const counts = new LRUCache<string, number>({ max: 100, ttl: countsTtlMs })

  async function countOrders(filter: OrderFilter) {
    const key = JSON.stringify(Object.entries(filter).sort())
    const cached = counts.get(key)
    if (cached !== undefined) return { total: cached }
    const total = await countRows(filterOrders({ database, filter, terms: [] }))
    if (total > maxUncachedCount) counts.set(key, total)
    return { total }
  }

  return async ({
    page,
    limit: perPage = paging.adminOrdersPerPage,
    ...filter
  }: OrderFilter & { page: number; limit?: number | undefined }) => {
    const terms = await readSearchTerms({ database, q: filter.q })
    const orders = filterOrders({ database, filter, terms })
    const [found, { total, ...more }] = await Promise.all([
      readOrderPage({ database, orders, page, perPage }),
      terms.length > 0 ? countFound({ database, found: orders }) : countOrders(filter),
    ])
    return { orders: await presentAdminOrders({ database, found, findMessageLink }), ...presentPage({ page, perPage, total }), ...more }
  }
}

interface PresentedOrders {
  readonly database: Database
  readonly found: readonly FoundOrder[]
  readonly findMessageLink: FindMessageLink
}

/** Orders as the administrator's lists show them. */
export async function presentAdminOrders({ database, found, findMessageLink }: PresentedOrders): Promise<AdminOrder[]> {
  const ids = found.map(({ row }) => row.id)
  const [unanswered, duplicates] = await Promise.all([listUnanswered({ database, ids }), findDuplicates({ database, ids })])
  return found.map((order) => {
    const {
      id,
      flags,
      delivery_address: { phone, city },
    } = order.row
    const messageLink = findMessageLink(order.row)
    return {
      ...presentOrder(order),
      kind: presentKind(order.row),
      phone,
      city,
      flags,
      isUnanswered: unanswered.has(id),
      cancelsAt: order.row.cancels_at?.toISOString() ?? null,
      isLikelyDuplicate: duplicates.has(id),
      addressIncomplete: needsAddress(order.row),
      ...(messageLink !== undefined && { messageLink }),
    }
  })
}

/** Orders placed on each of the last days, without exchanges; in paise what was paid for them without refunds, and what couriers still collect. */
export async function readDailyOrders({ database, days }: { database: Database; days: number }) {
  const { rows } = await sql<{ day: string; orders: number; cancelled: number; takings: Paise; codDue: Paise }>`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as day),
    days as (
      select start::date as day, start at time zone 'Asia/Kolkata' as starts_at,
        (start + interval '1 day') at time zone 'Asia/Kolkata' as ends_at
      from today, generate_series((today.day - ${days}::int + 1)::timestamp, today.day::timestamp, interval '1 day') as series (start)
    )
    -- One index range for each day is cheaper than converting the time of every order.
    select to_char(day, 'YYYY-MM-DD') as day, orders, cancelled, takings, "codDue" from days, lateral (
      select count(*)::int as orders, (count(*) filter (where status = 'Cancelled'))::int as cancelled,
        coalesce(sum(paid_paise - refunded_paise) filter (where status <> 'Cancelled'), 0)::bigint as takings,
        ${sumCashDue} as "codDue"
      from orders where placed_at >= starts_at and placed_at < ends_at and exchange_return_id is null and ${isListed(sql.ref('orders.id'))}
    ) as placed order by 1
  `.execute(database)
  return rows
}
