import { type SelectQueryBuilder, sql } from 'kysely'
import { paging } from '#contract/business.ts'
import type { OrderStatus } from '#contract/order-states.ts'
import type { AdminOrder, OrderKind } from '#contract/orders.ts'
import type { Database, Tables } from '../database/tables.ts'
import { presentOrder } from './present.ts'
import { readLines } from './store.ts'

export interface OrderFilter {
  readonly status?: OrderStatus | undefined
  readonly kind?: OrderKind | undefined
  /** a part of number, name, phone or e-mail */
  readonly q?: string | undefined
  /** India's days, the last one included */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A search counts so many hits and no further, so that it costs the same as the shop grows. */
export const mostHits = 1_000

type Orders = SelectQueryBuilder<Tables, 'orders', object>

const midnight = (day: string, plusDays = 0) => sql<Date>`((${day}::date + ${plusDays}::int)::timestamp at time zone 'Asia/Kolkata')`

/** Every word must be found; words are taken literally. */
function matchWords(orders: Orders, q: string): Orders {
  const words = q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6)
  return words.reduce((found, word) => found.where('search_words', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`), orders)
}

function choose({ database, filter }: { database: Database; filter: OrderFilter }): Orders {
  const { status, kind, q = '', from, to } = filter
  let orders: Orders = database.selectFrom('orders')
  if (status) orders = orders.where('status', '=', status)
  if (kind) orders = orders.where('kind', '=', kind)
  if (from) orders = orders.where('placed_at', '>=', midnight(from))
  if (to) orders = orders.where('placed_at', '<', midnight(to, 1))
  return matchWords(orders, q)
}

const newestFirst = (orders: Orders): Orders => orders.orderBy('placed_at', 'desc').orderBy('id', 'desc')

export interface AdminOrderPage {
  readonly orders: AdminOrder[]
  readonly total: number
  readonly page: number
  readonly totalPages: number
  readonly capped: boolean
}

/** One page of the whole shop's orders, newest first. Ids are cut from an index first, so that skipped orders are never read. */
export async function listAdminOrders({
  database,
  filter,
  page,
}: {
  database: Database
  filter: OrderFilter
  page: number
}): Promise<AdminOrderPage> {
  const perPage = paging.adminOrdersPerPage
  const chosen = choose({ database, filter })
  const isSearch = Boolean(filter.q?.trim())
  const counted = isSearch ? chosen.select('id').limit(mostHits + 1) : chosen.select('id')
  const [rows, { hits }] = await Promise.all([
    database
      .selectFrom('orders')
      .selectAll()
      .where(
        'id',
        'in',
        newestFirst(chosen)
          .select('id')
          .limit(perPage)
          .offset((page - 1) * perPage),
      )
      .orderBy('placed_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    database
      .selectFrom(counted.as('found'))
      .select((eb) => eb.fn.countAll<number>().as('hits'))
      .executeTakeFirstOrThrow(),
  ])
  const lines = await readLines({ database, ids: rows.map((row) => row.id) })
  const total = isSearch ? Math.min(Number(hits), mostHits) : Number(hits)
  return {
    orders: rows.map((row) => ({
      ...presentOrder({ row, lines: lines.get(row.id) ?? [] }),
      kind: row.kind,
      phone: row.delivery_address.phone,
      city: row.delivery_address.city,
    })),
    total,
    page,
    totalPages: Math.ceil(total / perPage),
    capped: Number(hits) > total,
  }
}

/** Orders placed on each of the last days and what they come to, in paise, without those that came to nothing. */
export async function readDailyOrders({ database, days }: { database: Database; days: number }) {
  const { rows } = await sql<{ day: string; orders: number; takings: number }>`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as day),
    each as (
      select start::date as day, start at time zone 'Asia/Kolkata' as midnight, (start + interval '1 day') at time zone 'Asia/Kolkata' as next
      from today, generate_series((today.day - ${days}::int + 1)::timestamp, today.day::timestamp, interval '1 day') as series (start)
    )
    -- A range of the index for each day: cheaper than reckoning the day of every order.
    select to_char(day, 'YYYY-MM-DD') as day, orders, takings from each, lateral (
      select count(*)::int as orders,
        coalesce(sum(total_paise) filter (where status not in ('Cancelled', 'Refused') and payment_status <> 'Refunded'), 0)::bigint as takings
      from orders where placed_at >= midnight and placed_at < next
    ) placed order by 1
  `.execute(database)
  return rows
}
