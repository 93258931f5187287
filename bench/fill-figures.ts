import { sql } from 'kysely'
import { plannedDays } from '#testing/planned-orders.ts'
import { type Fill, random } from './fill-orders.ts'

/** Replaces the sums of days by those of as many orders in two years. */
export async function fillFigures({ database, ...fill }: Fill): Promise<void> {
  await sql`truncate daily_sales, daily_orders, daily_deliveries, changed_order_days`.execute(database)
  for (let daysAgo = 0; daysAgo <= plannedDays; daysAgo += 31) await insertSums({ database, daysAgo, ...fill })
  for (const table of ['daily_sales', 'daily_orders', 'daily_deliveries']) await sql`vacuum analyze ${sql.table(table)}`.execute(database)
}

/** Inserts the sums of 31 days; `daysAgo` is that of the last one. */
async function insertSums({ database, productIds, orders, daysAgo }: Fill & { daysAgo: number }): Promise<void> {
  const last = sql`(now() at time zone 'Asia/Kolkata')::date - ${daysAgo}::int`
  const days = sql`generate_series(${last} - 30, ${last}, interval '1 day') as days (day)`
  const perDay = Math.round(orders / 731)
  await sql`
    with sold as (
      select day::date, product_id, size, ${random(3, 1)} + 1 as units, ${random(20, 2)} as chance
      from ${days}, unnest(${productIds}::uuid[]) with ordinality as products (product_id, place), unnest(array['S', 'M', 'L', 'XL']) with ordinality as sizes (size, position),
        lateral (select extract(epoch from day)::bigint / 86400 * 100003 + place * 7 + position as n) as numbers
      where ${random(productIds.length * 4, 3)} < ${perDay}
    )
    insert into daily_sales (day, product_id, size, units, cancelled, refused, undelivered, returned, paise, sold_paise)
    select day, product_id, size, units, (chance = 0)::int, (chance = 1)::int, (chance = 2)::int, (chance = 3)::int, units * 99900, units * 99900 from sold
  `.execute(database)
  await sql`
    with sent as (
      select day::date, prefix, payment, courier, 1 + ${random(Math.max(1, Math.round(perDay / 900)), 4)} as sent, ${random(8, 5)} as chance
      from ${days}, generate_series(110, 855, 5) as prefixes (prefix), unnest(array['online', 'on delivery']) with ordinality as payments (payment, number),
        unnest(array['delhivery', 'dtdc', 'ekart']) with ordinality as couriers (courier, place),
        lateral (select extract(epoch from day)::bigint / 86400 * 100019 + prefix * 11 + number * 5 + place as n) as numbers
      where ${random(900, 6)} < ${Math.min(perDay, 900)}
    )
    insert into daily_deliveries (day, pin, state, payment, courier, sent, delivered, refused, undelivered)
    select day, prefix::text, 'State ' || prefix / 25, payment, courier, sent, sent - (chance < 2)::int, (chance = 0)::int, (chance = 1)::int from sent
  `.execute(database)
  await sql`
    insert into daily_orders (
      day, payment, source, orders, cancelled, delivered, refused, undelivered, returned, paise, sold_paise,
      units, cancelled_units, refused_units, undelivered_units, returned_units, sold_units_paise
    )
    select day, payment, source, ${perDay}, 3, 20, 2, 1, 2, 9990000, 9990000, sum(units), sum(cancelled), sum(refused), sum(undelivered), sum(returned), sum(sold_paise)
    from daily_sales join ${days} using (day), unnest(array['online', 'on delivery', 'to the shop']) as payments (payment), unnest(array['shopper', 'administrator']) as sources (source)
    group by 1, 2, 3
  `.execute(database)
}
