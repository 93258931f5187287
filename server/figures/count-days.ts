import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { isListed } from '../orders/edits/archive-order.ts'
import { countCodes } from './count-codes.ts'
import { countSources } from './count-sources.ts'
import { countMoney } from './money/count-money.ts'
import { countRecentSales, moveRecentSales } from './recent-sales.ts'
import { moveRecentViews } from './recent-views.ts'

/** Days between two looks for newer ones, so that today does not wait until all days of the past are counted. */
const daysPerLook = 30

interface Counting {
  readonly database: Database
  readonly signal: AbortSignal
  /** the table of the days to count */
  readonly changes: 'changed_order_days' | 'changed_profit_days'
  /** replaces the sums of a day */
  readonly count: (day: { trx: Transaction; day: string }) => Promise<void>
}

/**
 * Counts the days that have changed, newest first. Several servers may do so at the same time. Ends soon after `signal` is aborted; the next
 * run goes on. Returns how many days were counted.
 */
export async function countEachChangedDay({ database, signal, changes, count }: Counting): Promise<number> {
  let counted = 0
  for (;;) {
    const { rows } = await sql<{ day: string }>`
      select distinct day::text as day from ${sql.table(changes)} order by 1 desc limit ${daysPerLook}
    `.execute(database)
    for (const { day } of rows) {
      if (signal.aborted) return counted
      const isCounted = await database.transaction().execute(async (trx) => {
        if (!(await claimDay({ trx, day, changes }))) return false
        await count({ trx, day })
        return true
      })
      if (isCounted) counted += 1
    }
    if (rows.length < daysPerLook) return counted
  }
}

/** Whether a day is to be counted; false when another server has just done so. */
async function claimDay({ trx, day, changes }: Pick<Counting, 'changes'> & { trx: Transaction; day: string }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${changes} || ' ' || ${day}, 0))`.execute(trx)
  // Before the rows are read: a change that they do not contain yet keeps its row.
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(changes)} where day = ${day}::date`.execute(trx)
  return numAffectedRows > 0n
}

/** Counts the days whose orders have changed. Returns how many days were counted. */
export async function countChangedDays(options: { database: Database; signal: AbortSignal }): Promise<number> {
  const counted = await countEachChangedDay({ ...options, changes: 'changed_order_days', count: countDay })
  if (!options.signal.aborted) await moveRecentSales({ database: options.database, today: toIndianDay() })
  if (!options.signal.aborted) await moveRecentViews({ database: options.database, today: toIndianDay() })
  return counted
}

/** Replaces the sums of the orders placed on a day. */
async function countDay({ trx, day }: { trx: Transaction; day: string }): Promise<void> {
  const removed = await trx.deleteFrom('daily_sales').where('day', '=', day).returning(['product_id', 'size']).execute()
  await trx.deleteFrom('daily_deliveries').where('day', '=', day).execute()
  await trx.deleteFrom('daily_orders').where('day', '=', day).execute()
  await countOrders({ trx, day })
  await countSources({ trx, day })
  await countCodes({ trx, day })
  await countMoney({ trx, day })
  // Last, because others wait for it.
  await countRecentSales({ trx, day, removed })
}

/** One statement, so that all tables are sums of the same orders. */
async function countOrders({ trx, day }: { trx: Transaction; day: string }): Promise<void> {
  await sql`
    with placed as materialized (
      select id, status, to_pay_paise, delivery_address, status not in ('Cancelled', 'Refused', 'Undelivered') as is_sold,
        case when manual_payment is not null then 'to the shop' when kind = 'card' then 'online' else 'on delivery' end as payment,
        case when exists (select from order_events where order_id = orders.id and event = 'Placed' and actor = 'admin')
          then 'administrator' else 'shopper' end as source
      from orders
      where placed_at >= ${day}::date::timestamp at time zone 'Asia/Kolkata'
        and placed_at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'
        and exchange_return_id is null and ${isListed(sql.ref('orders.id'))}
    ),
    -- Items that came back and were accepted, also for an exchange.
    returned as materialized (
      select return_lines.order_id, line, sum(refunded) as items
      from placed join returns on returns.order_id = placed.id join return_lines on return_id = returns.id
      where state in ('received', 'settled') and refunded > 0 group by 1, 2
    ),
    lines as materialized (
      select order_id, product_id, coalesce(size, '') as size, quantity, status, is_sold, coalesce(returned.items, 0) as returned,
        subtotal_paise + adjustment_paise as paise
      from placed join order_lines on order_id = placed.id left join returned using (order_id, line)
    ),
    sales as (
      insert into daily_sales (day, product_id, size, units, cancelled, refused, undelivered, returned, paise, sold_paise)
      select ${day}::date, product_id, size, ${sumItems}, sum(paise), coalesce(sum(paise) filter (where is_sold), 0) from lines group by 2, 3
      -- In the order of the index, so that days are read page by page.
      order by 2, 3
    ),
    deliveries as (
      insert into daily_deliveries (day, pin, state, payment, courier, sent, delivered, refused, undelivered)
      select ${day}::date, left(regexp_replace(coalesce(delivery_address ->> 'pinCode', ''), '\\D', '', 'g'), 3),
        initcap(trim(coalesce(delivery_address ->> 'state', ''))), payment,
        coalesce((select courier from shipments where order_id = placed.id and direction = 'forward' order by created_at desc, id desc limit 1), ''),
        count(*), count(*) filter (where status = 'Delivered'), count(*) filter (where status = 'Refused'),
        count(*) filter (where status = 'Undelivered')
      from placed where status in ('Shipped', 'Delivered', 'Refused', 'Undelivered') group by 2, 3, 4, 5
    ),
    items as (
      select order_id, sum(quantity) as quantity, sum(returned) as returned, sum(paise) as paise from lines group by 1
    )
    insert into daily_orders (
      day, payment, source, orders, cancelled, delivered, refused, undelivered, returned, paise, sold_paise,
      units, cancelled_units, refused_units, undelivered_units, returned_units, sold_units_paise
    )
    select ${day}::date, payment, source, count(*), count(*) filter (where status = 'Cancelled'), count(*) filter (where status = 'Delivered'),
      count(*) filter (where status = 'Refused'), count(*) filter (where status = 'Undelivered'), count(*) filter (where returned > 0),
      sum(to_pay_paise), coalesce(sum(to_pay_paise) filter (where is_sold), 0),
      ${sumItems}, coalesce(sum(items.paise) filter (where is_sold), 0)
    from placed left join items on order_id = id group by 2, 3
  `.execute(trx)
}

const sumItems = sql`
  coalesce(sum(quantity), 0),
  coalesce(sum(quantity) filter (where status = 'Cancelled'), 0),
  coalesce(sum(quantity) filter (where status = 'Refused'), 0),
  coalesce(sum(quantity) filter (where status = 'Undelivered'), 0),
  coalesce(sum(returned), 0)`

/** The first day from which on all days are counted; null when all are. */
export async function findCountedSince(database: Database): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select (max(day) + 1)::text as since from changed_order_days where transaction_id = '0'
  `.execute(database)
  return rows[0]?.since ?? null
}
