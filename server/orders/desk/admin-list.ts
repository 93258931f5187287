import { type ExpressionBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { paging, sizes } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'
import type { AdminOrder, OrderFilter } from '#contract/orders/admin-orders.ts'
import { archived, noAnswer, paymentLink, toConfirm } from '#contract/orders/order-flags.ts'
import { endsEarly, orderStatuses } from '#contract/orders/order-status.ts'
import { hasSku, isSku } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { isListed } from '../edits/archive-order.ts'
import { needsAddress } from '../lifecycle/complete-address.ts'
import { listUnanswered } from '../lifecycle/remind-unconfirmed.ts'
import { type FoundOrder, presentOrder } from '../present.ts'
import { type OrderQuery, readOrderPage } from '../repository.ts'
import { findDuplicates } from './related-orders.ts'
import { parseSearchTerms } from './search-terms.ts'

const startOfDay = (day: string, plusDays = 0) => sql<Date>`((${day}::date + ${plusDays}::int)::timestamp at time zone 'Asia/Kolkata')`

export const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Shorter texts begin too many SKUs. */
const minSkuLength = 3

interface Term {
  readonly database: Database
  readonly text: string
  /** the term as it was typed: digits of a SKU are not those of a phone number */
  readonly sku: string
}

/** The line of an order of which a term is the name, the size or the SKU. */
function selectLines({ database, text, sku }: Term) {
  const size = sizes.find((name) => name.toLowerCase() === text)
  const lines = database.selectFrom('order_lines')
  const ofSku = lines
    .innerJoin('product_sizes', (join) =>
      join.onRef('product_sizes.product_id', '=', 'order_lines.product_id').onRef('product_sizes.size', '=', 'order_lines.size'),
    )
    .where(sku.length < minSkuLength ? isSku(sku) : hasSku(sku))
  const named = size ? lines.where('size', '=', size) : lines.where(sql`lower(name)`, 'like', `%${escapePattern(text)}%`)
  return { named, ofSku }
}

/** A size is a whole word elsewhere, such as an initial. */
const toPattern = (text: string): string => (sizes.some((name) => name.toLowerCase() === text) ? `% ${text} %` : `%${escapePattern(text)}%`)

/**
 * The ids of the orders that have this text, or this size, in the order itself or in one of its lines, a line with this SKU, or this
 * tracking number. From indexes, for terms that few orders have.
 */
function findIds(term: Term) {
  const { database, text } = term
  const { named, ofSku } = selectLines(term)
  return database
    .selectFrom('orders')
    .select('id')
    .where('search_text', 'like', toPattern(text))
    .union(database.selectFrom('shipments').select('order_id as id').where('tracking_number', '=', text.toUpperCase()))
    .union(ofSku.select('order_id as id'))
    .union(named.select('order_id as id'))
}

/** The same as a condition of each order, for words: half of the orders may have one, and a page of them is found at once. */
function hasWord(term: Term) {
  const { named, ofSku } = selectLines(term)
  const isOfOrder = sql<boolean>`order_lines.order_id = orders.id`
  const parcels = term.database.selectFrom('shipments').where('tracking_number', '=', term.text.toUpperCase())
  return (eb: ExpressionBuilder<Tables, 'orders'>) =>
    eb.or([
      eb('search_text', 'like', toPattern(term.text)),
      eb.exists(named.select(sql`1`.as('one')).where(isOfOrder)),
      eb.exists(parcels.select(sql`1`.as('one')).where(sql<boolean>`shipments.order_id = orders.id`)),
      eb.exists(ofSku.select(sql`1`.as('one')).where(isOfOrder)),
    ])
}

/** Numbers of orders, phones, parcels and most SKUs have a digit. */
const isWord = (text: string): boolean => !/\d/.test(text)

/** Orders that contain all words of a search, without archived ones unless only these are asked for. */
export function searchOrders({
  database,
  q = '',
  isArchived = false,
}: {
  database: Database
  q?: string | undefined
  isArchived?: boolean
}): OrderQuery {
  const all: OrderQuery = database.selectFrom('orders')
  let orders = isArchived
    ? all.where('orders.id', 'in', database.selectFrom('archived_orders').select('order_id'))
    : all.where(isListed(sql.ref('orders.id')))
  const terms = parseSearchTerms(q)
  for (const text of terms) {
    const term = { database, text, sku: terms.length === 1 ? q.trim() : text }
    orders = isWord(text) ? orders.where(hasWord(term)) : orders.where('id', 'in', findIds(term))
  }
  return orders
}

/** The orders of a filter, without an order of their own. */
export function filterOrders({ database, filter }: { database: Database; filter: OrderFilter }): OrderQuery {
  const { status, kind, q, from, to } = filter
  let orders = searchOrders({ database, q, isArchived: status === archived })
  if (status === toConfirm || status === noAnswer) orders = orders.where(sql<boolean>`status = 'Placed' and flags <> '{}'`)
  if (status === noAnswer)
    orders = orders.where('id', 'in', database.selectFrom('order_events').select('order_id').where('event', '=', noAnswer))
  else if (status && status !== toConfirm && status !== archived) orders = orders.where('status', '=', status)
  if (kind) orders = orders.where('kind', '=', kind)
  if (from) orders = orders.where('placed_at', '>=', startOfDay(from))
  if (to) orders = orders.where('placed_at', '<', startOfDay(to, 1))
  return orders
}

/** Larger counts are cached for some seconds, smaller ones are always exact. */
const maxUncachedCount = 1_000
const countCacheMs = 5_000

/** Creates a function that reads one page of all orders, newest first. */
export function createAdminOrderList({ database }: { database: Database }) {
  const counts = new LRUCache<string, number>({ max: 100, ttl: countCacheMs })

  async function countOrders(filter: OrderFilter): Promise<number> {
    const key = JSON.stringify(Object.entries(filter).sort())
    const cached = counts.get(key)
    if (cached !== undefined) return cached
    const { total } = await filterOrders({ database, filter })
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    if (total > maxUncachedCount) counts.set(key, total)
    return total
  }

  return async ({ page, ...filter }: OrderFilter & { page: number }) => {
    const perPage = paging.adminOrdersPerPage
    const [found, total] = await Promise.all([
      readOrderPage({ database, orders: filterOrders({ database, filter }), page, perPage }),
      countOrders(filter),
    ])
    const orders = await presentAdminOrders({ database, found })
    return { orders, total, page, totalPages: Math.ceil(total / perPage) }
  }
}

/** Orders as the administrator's lists show them. */
export async function presentAdminOrders({ database, found }: { database: Database; found: readonly FoundOrder[] }): Promise<AdminOrder[]> {
  const ids = found.map(({ row }) => row.id)
  const [unanswered, duplicates] = await Promise.all([listUnanswered({ database, ids }), findDuplicates({ database, ids })])
  return found.map((order) => {
    const {
      id,
      kind,
      flags,
      delivery_address: { phone, city },
    } = order.row
    return {
      ...presentOrder(order),
      kind,
      phone,
      city,
      flags,
      isUnanswered: unanswered.has(id),
      cancelsAt: order.row.cancels_at?.toISOString() ?? null,
      isLikelyDuplicate: duplicates.has(id),
      addressIncomplete: needsAddress(order.row),
    }
  })
}

/** The statuses of orders that have not ended early. */
const openStatuses = sql.join(orderStatuses.filter((status) => !endsEarly(status)))

/** The sum of what couriers still collect for orders, in paise. Like `readCashDue` for one. */
export const sumCashDue = sql<Paise>`coalesce(sum(collect_paise) filter (
  where payment_status = 'Pending' and status in (${openStatuses}) and (status <> 'Placed' or ${paymentLink} <> all(flags))
), 0)::bigint`

/** Orders placed on each of the last days; in paise what was paid for them without refunds, and what couriers still collect. */
export async function readDailyOrders({ database, days }: { database: Database; days: number }) {
  const { rows } = await sql<{ day: string; orders: number; takings: Paise; codDue: Paise }>`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as day),
    days as (
      select start::date as day, start at time zone 'Asia/Kolkata' as starts_at,
        (start + interval '1 day') at time zone 'Asia/Kolkata' as ends_at
      from today, generate_series((today.day - ${days}::int + 1)::timestamp, today.day::timestamp, interval '1 day') as series (start)
    )
    -- One index range for each day is cheaper than converting the time of every order.
    select to_char(day, 'YYYY-MM-DD') as day, orders, takings, "codDue" from days, lateral (
      select count(*)::int as orders,
        coalesce(sum(paid_paise - refunded_paise) filter (where status <> 'Cancelled'), 0)::bigint as takings,
        ${sumCashDue} as "codDue"
      from orders where placed_at >= starts_at and placed_at < ends_at and ${isListed(sql.ref('orders.id'))}
    ) as placed order by 1
  `.execute(database)
  return rows
}
