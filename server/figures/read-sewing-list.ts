import { sql } from 'kysely'
import { maxSewingRows, type SewingRow } from '#contract/figures/sewing.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface Row extends Omit<SewingRow, 'hoursSoldOut' | 'missed' | 'toSew'> {
  readonly secondsSoldOut: number
  readonly secondsInStock: number
}

/**
 * What was missing of each size in a period that ends now: while it was sold out, as many as were sold in the same time with stock, and one for
 * each person who waits for it. The stock ledger says when a size was sold out.
 */
export async function readSewingList({ database, period }: { database: Database; period: Period }) {
  const { rows: first } = await sql<{ day: string }>`
    select to_char(moved_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day from stock_movements order by id limit 1
  `.execute(database)
  const knownSince = first[0] && first[0].day > period.from ? first[0].day : null
  const from = knownSince ?? period.from
  const start = sql`${from}::date::timestamp at time zone 'Asia/Kolkata'`
  const { rows } = await sql<Row>`
    with crossings as (
      select id, product_id, coalesce(size, '') as size, moved_at, stock_after = 0 as is_out, lag(moved_at) over in_order as before,
        lead(moved_at) over in_order as after
      from stock_movements
      where (stock_after = 0 or stock_after = change) and moved_at >= ${start}
      window in_order as (partition by product_id, coalesce(size, '') order by id)
    ),
    -- From a movement to no stock until the next one, or from the start of the period until a first movement to some stock. A size that has
    -- had no movement before was added with this stock.
    sold_out as (
      select product_id, size, sum(extract(epoch from case
          when is_out then coalesce(after, now()) - moved_at
          when before is null and exists (
            select from stock_movements as earlier
            where earlier.product_id = crossings.product_id and coalesce(earlier.size, '') = crossings.size and earlier.id < crossings.id
          ) then moved_at - ${start}
          else interval '0' end)) as seconds
      from crossings group by 1, 2
    ),
    waiting as (
      select product_id, size, count(*)::int as persons from restock_requests
      where confirmed_at is not null and notified_at is null group by 1, 2
    ),
    sold_sizes as materialized (
      select product_id, size, sum(units - cancelled)::int as units from daily_sales where day >= ${from}::date group by 1, 2
    ),
    -- What was sold in other sizes counts for a product that has none any more.
    sold as materialized (
      select product_id, size, units from sold_sizes
      union all
      select product_id, null, sum(units)::int from sold_sizes join products on id = product_id and not has_sizes group by 1
    ),
    -- Only what somebody buys or waits for is to be sewn, so that other sizes are not read.
    listed as materialized (
      select product_id, size from (
        select product_id, size from sold_out where seconds > 0
        union select product_id, size from product_sizes where stock = 0
        union select id, '' from products where stock = 0 and not has_sizes
      ) as empty
      where (product_id, size) in (select product_id, coalesce(size, '') from sold where units > 0)
      union select product_id, size from waiting
    ),
    stocks as (
      select id, name, listed.size, position, has_sizes, coalesce(product_sizes.stock, products.stock) as stock,
        extract(epoch from now() - greatest(${start}, created_at)) as seconds
      from listed join products on id = listed.product_id
        left join product_sizes on has_sizes and product_sizes.product_id = id and product_sizes.size = listed.size
      where ${onSale} and case when has_sizes then product_sizes.size is not null else listed.size = '' end
    ),
    missing as (
      select stocks.*, coalesce(persons, 0) as persons,
        least(stocks.seconds, coalesce(sold_out.seconds, case when stock = 0 then stocks.seconds else 0 end)) as out_seconds
      from stocks left join sold_out on sold_out.product_id = id and sold_out.size = stocks.size
      left join waiting on waiting.product_id = id and waiting.size = stocks.size
      where sold_out.seconds > 0 or persons > 0 or stock = 0
    )
    select concat_ws(' ', id, missing.size) as _id, id as "productId", name, missing.size, stock, persons as waiting,
      out_seconds::float8 as "secondsSoldOut", (seconds - out_seconds)::float8 as "secondsInStock",
      coalesce(units, 0) as sold
    from missing left join sold on product_id = id and sold.size is not distinct from case when has_sizes then missing.size end
    order by name, id, position nulls last, missing.size
  `.execute(database)
  const missing = rows.map(estimate).filter(({ toSew }) => toSew > 0)
  // Sizes of one product stay in their order when as many are to be sewn.
  const sorted = missing.toSorted((one, other) => other.toSew - one.toSew)
  return {
    knownSince,
    all: sorted,
    rows: sorted.slice(0, maxSewingRows),
    total: sorted.length,
    sum: sorted.reduce((sum, { toSew }) => sum + toSew, 0),
  }
}

/** With less time in stock the sales of an hour cannot be estimated. */
const leastSecondsInStock = 3_600

function estimate({ secondsSoldOut, secondsInStock, ...row }: Row): SewingRow {
  const isKnown = secondsInStock >= leastSecondsInStock
  const missed = isKnown ? Math.round((10 * secondsSoldOut * row.sold) / secondsInStock) / 10 : null
  return { ...row, hoursSoldOut: Math.round(secondsSoldOut / 3_600), missed, toSew: Math.round(missed ?? 0) + row.waiting }
}
