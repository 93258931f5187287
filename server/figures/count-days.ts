import { sql } from 'kysely'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { isListed } from '../orders/edits/archive-order.ts'

/** Days between two looks for newer ones, so that today does not wait until all days of the past are counted. */
const daysPerLook = 30

/**
 * Counts the days whose orders have changed, newest first. Several servers may do so at the same time. Ends soon after `signal` is
 * aborted; the next run goes on. Returns how many days were counted.
 */
export async function countChangedDays({ database, signal }: { database: Database; signal: AbortSignal }): Promise<number> {
  let counted = 0
  for (;;) {
    const { rows } = await sql<{ day: string }>`
      select distinct day::text as day from changed_order_days order by 1 desc limit ${daysPerLook}
    `.execute(database)
    for (const { day } of rows) {
      if (signal.aborted) return counted
      if (await database.transaction().execute((trx) => countDay({ trx, day }))) counted += 1
    }
    if (rows.length < daysPerLook) return counted
  }
}

/** Replaces the sums of a day, unless another server has just done so. */
async function countDay({ trx, day }: { trx: Transaction; day: string }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('order day ' || ${day}, 0))`.execute(trx)
  // Before the orders are read: a change that they do not contain yet keeps its row.
  const { numAffectedRows = 0n } = await sql`delete from changed_order_days where day = ${day}::date`.execute(trx)
  if (numAffectedRows === 0n) return false
  await trx.deleteFrom('daily_sales').where('day', '=', day).execute()
  await trx.deleteFrom('daily_orders').where('day', '=', day).execute()
  const placed = sql`
    placed_at >= ${day}::date::timestamp at time zone 'Asia/Kolkata' and placed_at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'
    and exchange_return_id is null and ${isListed(sql.ref('orders.id'))}`
  await sql`
    insert into daily_sales (day, product_id, size, units, cancelled, refused, undelivered, returned, paise, sold_paise)
    select ${day}::date, product_id, coalesce(size, ''), sum(quantity), ${sumOf('Cancelled')}, ${sumOf('Refused')}, ${sumOf('Undelivered')},
      coalesce(sum(returned.items), 0), sum(subtotal_paise + order_lines.adjustment_paise),
      coalesce(sum(subtotal_paise + order_lines.adjustment_paise) filter (where ${isSold}), 0)
    from orders join order_lines on order_id = orders.id left join (${returnedLines(placed)}) as returned using (order_id, line)
    where ${placed} group by product_id, 3
  `.execute(trx)
  await sql`
    insert into daily_orders (day, payment, source, orders, cancelled, delivered, refused, undelivered, returned, paise, sold_paise)
    select ${day}::date,
      case when manual_payment is not null then 'to the shop' when kind = 'card' then 'online' else 'on delivery' end,
      case when exists (select from order_events where order_id = orders.id and event = 'Placed' and actor = 'admin')
        then 'administrator' else 'shopper' end,
      count(*), count(*) filter (where status = 'Cancelled'), count(*) filter (where status = 'Delivered'),
      count(*) filter (where status = 'Refused'), count(*) filter (where status = 'Undelivered'), count(returned.order_id),
      sum(to_pay_paise), coalesce(sum(to_pay_paise) filter (where ${isSold}), 0)
    from orders left join (select distinct order_id from (${returnedLines(placed)}) as lines) as returned on returned.order_id = orders.id
    where ${placed} group by 2, 3
  `.execute(trx)
  return true
}

const isSold = sql`status not in ('Cancelled', 'Refused', 'Undelivered')`

const sumOf = (status: OrderStatus) => sql`coalesce(sum(quantity) filter (where status = ${sql.lit(status)}), 0)`

/** The items of each line of these orders that came back and were accepted, also for an exchange. */
const returnedLines = (placed: ReturnType<typeof sql>) => sql`
  select return_lines.order_id, line, sum(refunded)::int as items
  from orders join returns on returns.order_id = orders.id join return_lines on return_id = returns.id
  where ${placed} and state in ('received', 'settled') and refunded > 0 group by 1, 2`

/** The first day from which on all days are counted; null when all are. */
export async function findCountedSince(database: Database): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select (max(day) + 1)::text as since from changed_order_days where transaction_id = '0'
  `.execute(database)
  return rows[0]?.since ?? null
}
