import { sql } from 'kysely'
import type { SewingRow } from '#contract/figures/sewing.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface Options {
  readonly database: Database
  readonly period: Period
  /** the first rows; without it all */
  readonly limit?: number
}

/** With less time in stock the sales of an hour cannot be estimated. */
const leastSecondsInStock = 3_600

/**
 * What was missing of each size in a period that ends now, the most first: while it was sold out, as many as were sold in the same time with
 * stock, and one for each person who waits for it.
 */
export async function readSewingList({ database, period, limit }: Options) {
  const { rows: first } = await sql<{ day: string }>`
    select to_char(moved_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day from stock_movements order by id limit 1
  `.execute(database)
  const knownSince = first[0] && first[0].day > period.from ? first[0].day : null
  const isCounted = sql`day >= ${knownSince ?? period.from}::date`
  const start = sql`(${knownSince ?? period.from}::date::timestamp at time zone 'Asia/Kolkata')`
  const units = sql`sum(units - cancelled)::int`
  const { rows } = await sql<SewingRow & { total: number; sum: number }>`
    with waiting as (
      select product_id, size, count(*)::int as persons from restock_requests
      where confirmed_at is not null and notified_at is null group by 1, 2
    ),
    candidates as not materialized (
      select product_id, size from sold_out_times where ended_at > ${start}
      union all
      select product_id, size from waiting
    ),
    -- What was sold in all sizes counts for a product with one stock, whose size is empty.
    sold as materialized (
      select product_id, size, ${units} as units from daily_sales
      where ${isCounted} and size <> '' and (product_id, size) in (select product_id, size from candidates) group by 1, 2
      union all
      select product_id, '', ${units} from daily_sales
      where ${isCounted} and product_id in (select product_id from candidates where size = '') group by 1
    ),
    listed as materialized (
      select product_id, size, coalesce(units, 0) as units, coalesce(persons, 0) as persons
      from sold full join waiting using (product_id, size) where units > 0 or persons > 0
    ),
    sold_out as (
      select product_id, size, sum(extract(epoch from least(ended_at, now()) - greatest(started_at, ${start}))::float8) as seconds
      from listed join sold_out_times using (product_id, size) where ended_at > ${start} group by 1, 2
    ),
    newer as (select id as product_id, created_at from products where ${onSale} and created_at > ${start}),
    timed as (
      select listed.*, created.seconds as all_seconds, case when sold_out.seconds > created.seconds then created.seconds else sold_out.seconds end as out_seconds
      from listed left join sold_out using (product_id, size) left join newer using (product_id),
        lateral (select extract(epoch from now() - coalesce(created_at, ${start}))::float8 as seconds) as created
    ),
    estimated as (
      select *, case when all_seconds - coalesce(out_seconds, 0) >= ${leastSecondsInStock}
        then floor(10 * coalesce(out_seconds, 0) * units / (all_seconds - coalesce(out_seconds, 0)) + 0.5) / 10 end as missed
      from timed
    ),
    -- Before their products are read, because most sizes were not missed.
    to_sew as materialized (
      select * from (select *, (floor(coalesce(missed, 0) + 0.5) + persons)::int as "toSew" from estimated) as every_size where "toSew" > 0
    ),
    shown as materialized (
      select to_sew.*, name, has_sizes, position, coalesce(product_sizes.stock, products.stock) as stock
      from to_sew join products on id = product_id
        left join product_sizes on has_sizes and product_sizes.product_id = id and product_sizes.size = to_sew.size
      where ${onSale} and case when has_sizes then product_sizes.size is not null else to_sew.size = '' end
    )
    select concat_ws(' ', product_id, size) as _id, product_id as "productId", name, size, stock, units as sold,
      -- A size that has never had stock has no time in stock.
      floor(coalesce(out_seconds, case when stock = 0 then all_seconds else 0 end) / 3600 + 0.5)::int as "hoursSoldOut",
      case when out_seconds is not null or stock > 0 then missed end as missed, persons as waiting, "toSew",
      (select count(*)::int from shown) as total, (select sum("toSew")::int from shown) as sum
    from shown order by "toSew" desc, name, product_id, position nulls last, size ${limit === undefined ? sql`` : sql`limit ${limit}`}
  `.execute(database)
  const { total = 0, sum = 0 } = rows[0] ?? {}
  return { knownSince, rows: rows.map(({ total: _total, sum: _sum, ...row }): SewingRow => row), total, sum }
}
