import { type RawBuilder, sql } from 'kysely'
import { eveningHour, maxSoldOut } from '#contract/figures/today.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { toConfirm } from '#contract/orders/order-flags.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { countReturns } from '../notifications/count-returns.ts'
import { filterOrders } from '../orders/desk/admin-list.ts'
import { filterView } from '../orders/desk/order-views.ts'
import { isListed } from '../orders/edits/archive-order.ts'
import type { OrderQuery } from '../orders/order/repository.ts'

interface Placed {
  readonly orders: number
  readonly paise: Paise
}

interface WeekdayRow {
  readonly day: string
  readonly until: Date
  readonly untilNow: Placed
  readonly whole: Placed
}

/** The orders of today until now, and of the same weekday four times before. Exchanges, archived and cancelled orders do not count. */
export async function readToday({ database }: { database: Database }) {
  const placedBefore = (end: RawBuilder<unknown>) => sql<Placed>`(
    select json_build_object('orders', count(*), 'paise', coalesce(sum(to_pay_paise), 0)) from orders
    where placed_at >= days.starts_at and placed_at < ${end} and exchange_return_id is null and status <> 'Cancelled' and ${isListed(sql.ref('orders.id'))}
  )`
  const { rows } = await sql<WeekdayRow>`
    with days as (
      select day::date as day, day at time zone 'Asia/Kolkata' as starts_at, (day + interval '1 day') at time zone 'Asia/Kolkata' as ends_at,
        now() - make_interval(weeks => weeks) as until
      from generate_series(0, 4) as weeks,
        lateral (select date_trunc('day', now() at time zone 'Asia/Kolkata') - make_interval(weeks => weeks) as day) as starts
    )
    select to_char(day, 'YYYY-MM-DD') as day, until, ${placedBefore(sql`until`)} as "untilNow", ${placedBefore(sql`ends_at`)} as whole
    from days order by day desc
  `.execute(database)
  const [today, ...weekdays] = rows as [WeekdayRow, ...WeekdayRow[]]
  return {
    day: today.day,
    until: today.until.toISOString(),
    // An order may be placed in the moment in which it is counted.
    today: present(today.whole),
    weekdays: weekdays.map(({ day, untilNow, whole }) => ({ day, untilNow: present(untilNow), whole: present(whole) })),
  }
}

const present = ({ orders, paise }: Placed) => ({ orders, sales: toRupees(paise) })

/** What waits for the shop, as the lists that show it count. */
export async function countWork({ database }: { database: Database }) {
  const count = async (orders: OrderQuery) =>
    (await orders.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total
  const [confirming, toPack, failed, returns] = await Promise.all([
    count(filterOrders({ database, filter: { status: toConfirm }, terms: [] })),
    count(filterView({ database, view: 'to-pack', foundProblems: [] })),
    database
      .selectFrom('courier_parcels')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('state', '=', sql.lit('failed'))
      .executeTakeFirstOrThrow(),
    countReturns({ database }),
  ])
  return { toConfirm: confirming, toPack, failedDeliveries: failed.total, returnsAsked: returns.asked, returnsReceived: returns.received }
}

interface SoldOutRow {
  readonly productId: string
  readonly name: string
  readonly size: string
  readonly total: number
}

/** Products and sizes on sale that have sold out since the evening before, the latest first. */
export async function readSoldOut({ database }: { database: Database }) {
  const { rows } = await sql<SoldOutRow>`
    with gone as (
      select product_id, coalesce(size, '') as size, max(moved_at) as gone_at from stock_movements
      -- The first condition is that of the index.
      where (stock_after = 0 or stock_after = change) and stock_after = 0
        and moved_at >= (date_trunc('day', now() at time zone 'Asia/Kolkata') - make_interval(hours => ${24 - eveningHour})) at time zone 'Asia/Kolkata'
      group by 1, 2
    )
    select products.id as "productId", name, gone.size, (count(*) over ())::int as total
    from gone join products on products.id = gone.product_id left join product_sizes on product_sizes.product_id = products.id and product_sizes.size = gone.size
    where ${onSale} and case when gone.size = '' then not has_sizes and products.stock = 0 else product_sizes.stock = 0 end
    order by gone_at desc, name, gone.size limit ${maxSoldOut}
  `.execute(database)
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ productId, name, size }) => ({ productId, name, size })) }
}
