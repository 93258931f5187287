import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { paging } from '#contract/business.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { AdminOrder, OrderKind } from '#contract/orders.ts'
import type { Database, Tables } from '../database/schema.ts'
import { presentOrder } from './present.ts'
import { listLineItems } from './repository.ts'

export interface OrderFilter {
  readonly status?: OrderStatus | undefined
  readonly kind?: OrderKind | undefined
  /** a part of number, name, phone or e-mail */
  readonly q?: string | undefined
  /** India's days, the last one included */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** By text or day, so many orders beyond the page are counted and no further, so that a page costs the same as the shop grows. */
export const countAhead = 300

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

/** How many orders of this state and kind there are; the database keeps the number. */
async function countOrders({ database, filter: { status, kind } }: { database: Database; filter: OrderFilter }): Promise<number> {
  const { total } = await database
    .selectFrom('order_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('orders'), sql.lit(0)).as('total'))
    .$if(status !== undefined, (counts) => counts.where('status', '=', status as OrderStatus))
    .$if(kind !== undefined, (counts) => counts.where('kind', '=', kind as OrderKind))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Rows of one page, and how many orders there are up to `upTo`. Ids are cut from an index first: skipped orders are never read. */
async function readPage({
  database,
  filter,
  skip,
  upTo,
  offset,
}: {
  database: Database
  filter: OrderFilter
  /** orders before those that are counted */
  skip: number
  upTo: number
  /** of the page among those that are counted */
  offset: number
}) {
  const rows = await database
    .with(
      (cte) => cte('found').materialized(),
      () => newestFirst(choose({ database, filter })).select(['id', 'placed_at']).limit(upTo).offset(skip),
    )
    .with('page', (db) =>
      db.selectFrom('found').selectAll().orderBy('placed_at', 'desc').orderBy('id', 'desc').limit(paging.adminOrdersPerPage).offset(offset),
    )
    // Outer, because a page past the end still tells how far the list goes.
    .selectFrom((db) =>
      db
        .selectFrom('found')
        .select((eb) => eb.fn.countAll<number>().as('hits'))
        .as('counted'),
    )
    .leftJoin('page', (join) => join.onTrue())
    .leftJoin('orders', 'orders.id', 'page.id')
    .selectAll('orders')
    .select('hits')
    .orderBy('page.placed_at', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
  return { rows: rows.filter((row): row is typeof row & Selectable<Tables['orders']> => row.id !== null), hits: Number(rows[0]?.hits ?? 0) }
}

/** One page of the whole shop's orders, newest first. */
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
  const offset = (page - 1) * perPage
  const isCounted = !filter.q?.trim() && !filter.from && !filter.to
  const most = offset + countAhead
  const [{ rows, hits }, counted] = await Promise.all([
    readPage({ database, filter, ...(isCounted ? { skip: offset, upTo: perPage, offset: 0 } : { skip: 0, upTo: most + 1, offset }) }),
    isCounted ? countOrders({ database, filter }) : undefined,
  ])
  const lines = await listLineItems({ database, ids: rows.map((row) => row.id) })
  const total = counted ?? Math.min(hits, most)
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
    capped: counted === undefined && hits > most,
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
