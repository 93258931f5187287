import { type SelectQueryBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { paging } from '#contract/business.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { AdminOrder, OrderKind } from '#contract/orders.ts'
import type { Database, Tables } from '../database/schema.ts'
import { orderColumns, presentOrder } from './present.ts'
import { listLineItems } from './repository.ts'

export interface OrderFilter {
  readonly status?: OrderStatus | undefined
  readonly kind?: OrderKind | undefined
  /** a part of number, name, phone or e-mail */
  readonly q?: string | undefined
  /** first and last day, in India */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type Orders = SelectQueryBuilder<Tables, 'orders', object>

const startOfDay = (day: string, plusDays = 0) => sql<Date>`((${day}::date + ${plusDays}::int)::timestamp at time zone 'Asia/Kolkata')`

function filterOrders({ database, filter }: { database: Database; filter: OrderFilter }): Orders {
  const { status, kind, q = '', from, to } = filter
  let orders: Orders = database.selectFrom('orders')
  if (status) orders = orders.where('status', '=', status)
  if (kind) orders = orders.where('kind', '=', kind)
  if (from) orders = orders.where('placed_at', '>=', startOfDay(from))
  if (to) orders = orders.where('placed_at', '<', startOfDay(to, 1))
  const terms = q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6)
  for (const term of terms) orders = orders.where('search_text', 'like', `%${term.replace(/[\\%_]/g, '\\$&')}%`)
  return orders
}

/** A search by text or day counts this many orders beyond its page and no further. */
const maxCountedAhead = 300

/** Larger counts are cached for some seconds, smaller ones are always exact. */
const maxUncachedCount = 1_000
const countCacheMs = 5_000

export type OrderCounter = (filter: OrderFilter) => Promise<number>

/** Counts orders by status and kind. */
export function createOrderCounter({ database }: { database: Database }): OrderCounter {
  const counts = new LRUCache<string, number>({ max: 100, ttl: countCacheMs })
  return async ({ status, kind }) => {
    const key = `${status} ${kind}`
    const cached = counts.get(key)
    if (cached !== undefined) return cached
    const { total } = await filterOrders({ database, filter: { status, kind } })
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    if (total > maxUncachedCount) counts.set(key, total)
    return total
  }
}

async function countUpTo({ database, filter, max }: { database: Database; filter: OrderFilter; max: number }): Promise<number> {
  const { total } = await database
    .selectFrom(filterOrders({ database, filter }).select('id').limit(max).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export interface AdminOrderPage {
  readonly orders: AdminOrder[]
  readonly total: number
  readonly page: number
  readonly totalPages: number
  /** there are more orders than `total` */
  readonly capped: boolean
}

/** One page of all orders, newest first. */
export async function listAdminOrders({
  database,
  countOrders,
  filter,
  page,
}: {
  database: Database
  countOrders: OrderCounter
  filter: OrderFilter
  page: number
}): Promise<AdminOrderPage> {
  const perPage = paging.adminOrdersPerPage
  const offset = (page - 1) * perPage
  const maxCount = offset + maxCountedAhead
  const isSearch = Boolean(filter.q?.trim() || filter.from || filter.to)
  const [orders, count] = await Promise.all([
    readPage({ database, filter, limit: perPage, offset }),
    isSearch ? countUpTo({ database, filter, max: maxCount + 1 }) : countOrders(filter),
  ])
  const capped = isSearch && count > maxCount
  const total = capped ? maxCount : count
  return { orders, total, page, totalPages: Math.ceil(total / perPage), capped }
}

async function readPage({
  database,
  filter,
  limit,
  offset,
}: {
  database: Database
  filter: OrderFilter
  limit: number
  offset: number
}): Promise<AdminOrder[]> {
  // Ids first: skipped orders are read from the index only.
  const ids = filterOrders({ database, filter }).select('id').orderBy('placed_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)
  const rows = await database
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', 'in', ids)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const lines = await listLineItems({ database, ids: rows.map((row) => row.id) })
  return rows.map((row) => ({
    ...presentOrder({ row, lines: lines.get(row.id) ?? [] }),
    kind: row.kind,
    phone: row.delivery_address.phone,
    city: row.delivery_address.city,
  }))
}

/** Orders placed on each of the last days, and their total in paise without those cancelled, refused or refunded. */
export async function readDailyOrders({ database, days }: { database: Database; days: number }) {
  const { rows } = await sql<{ day: string; orders: number; takings: number }>`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as day),
    days as (
      select start::date as day, start at time zone 'Asia/Kolkata' as starts_at,
        (start + interval '1 day') at time zone 'Asia/Kolkata' as ends_at
      from today, generate_series((today.day - ${days}::int + 1)::timestamp, today.day::timestamp, interval '1 day') as series (start)
    )
    -- One index range for each day is cheaper than converting the time of every order.
    select to_char(day, 'YYYY-MM-DD') as day, orders, takings from days, lateral (
      select count(*)::int as orders,
        coalesce(sum(total_paise) filter (where status not in ('Cancelled', 'Refused') and payment_status <> 'Refunded'), 0)::bigint as takings
      from orders where placed_at >= starts_at and placed_at < ends_at
    ) as placed order by 1
  `.execute(database)
  return rows
}
