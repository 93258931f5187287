import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { StoredDetails } from '#contract/catalog/product-details.ts'
import { letterSizes } from '#contract/catalog/size-names.ts'
import { endedReturnStates } from '#contract/orders/return-states.ts'
import { findMisfit, maxReportedProducts, type ReturnCounts, type ReturnedProduct } from '#contract/returns/returns-by-size.ts'
import { presentDetails } from '../catalog/product/product-row.ts'
import type { Database } from '../database/schema.ts'
import { isListed } from '../orders/edits/archive-order.ts'

interface CountRow {
  readonly product_id: string
  readonly size: string
  readonly sent: number
  readonly returned: number
  readonly tooSmall: number
  readonly tooLarge: number
  readonly refunded: number
  /** pieces of the product that came back, in all sizes */
  readonly pieces: number
  /** delivered lines of all products */
  readonly lines: number
}

interface SizeRow extends CountRow {
  readonly id: string
  readonly name: string
  readonly details: StoredDetails
  readonly detailsVersion: number
}

/** Counts of more delivered lines are cached for a minute and then counted again in the background; smaller ones are always exact. */
const maxUncachedLines = 5_000
const countCacheMs = 60_000

/** Creates a function that reads what came back of the pieces delivered in the last `days` days, by product and size. */
export function createReturnsBySize({ database }: { database: Database }) {
  const cache = new LRUCache<number, readonly CountRow[]>({ max: 10, ttl: countCacheMs, allowStale: true, noDeleteOnStaleGet: true })

  async function count(days: number): Promise<readonly CountRow[]> {
    const counts = await countReturnsBySize({ database, days })
    if ((counts[0]?.lines ?? 0) > maxUncachedLines) cache.set(days, counts)
    else cache.delete(days)
    return counts
  }

  return async (days: number): Promise<ReturnedProduct[]> => {
    const isFresh = cache.has(days)
    const cached = cache.get(days)
    if (cached && !isFresh) {
      // Fresh again, so that other requests do not count, too.
      cache.set(days, cached)
      count(days).catch(() => {})
    }
    return readProducts({ database, counts: cached ?? (await count(days)) })
  }
}

/**
 * The products with the most pieces that came back, read from the returns on: most products have none. Archived orders and the items of
 * exchanges do not count.
 */
async function countReturnsBySize({ database, days }: { database: Database; days: number }): Promise<CountRow[]> {
  const isDelivered = (orderId: RawBuilder<string>) => sql`exists (
    select from order_events join orders on orders.id = order_id
    where order_id = ${orderId} and event = 'Delivered' and not internal and happened_at >= now() - make_interval(days => ${days})
      and exchange_return_id is null
  ) and ${isListed(orderId)}`
  const { rows } = await sql<CountRow>`
    with returned as (
      select lines.order_id, lines.line, sum(lines.quantity) as pieces,
        sum(lines.quantity) filter (where reason = 'too small') as too_small,
        sum(lines.quantity) filter (where reason = 'too large') as too_large,
        sum(lines.refunded) filter (where state = 'settled') as refunded
      from returns join return_lines as lines on lines.return_id = returns.id
      where state <> all(${[...endedReturnStates]}::text[]) and ${isDelivered(sql<string>`lines.order_id`)}
      group by 1, 2
    ),
    shown as (
      select product_id, sum(returned.pieces)::int as pieces from returned join order_lines using (order_id, line)
      group by 1 order by pieces desc, product_id limit ${maxReportedProducts}
    )
    select product_id, coalesce(size, '') as size, shown.pieces, sum(quantity)::int as sent,
      coalesce(sum(returned.pieces), 0)::int as returned,
      coalesce(sum(too_small), 0)::int as "tooSmall",
      coalesce(sum(too_large), 0)::int as "tooLarge",
      coalesce(sum(returned.refunded), 0)::int as refunded,
      (sum(count(*)) over ())::int as lines
    from shown join order_lines using (product_id) left join returned using (order_id, line)
    where ${isDelivered(sql<string>`order_lines.order_id`)}
    group by product_id, 2, shown.pieces
  `.execute(database)
  return rows
}

/** The counts with the products as they are now. */
async function readProducts({ database, counts }: { database: Database; counts: readonly CountRow[] }): Promise<ReturnedProduct[]> {
  const { rows } = await sql<SizeRow>`
    select products.id, products.name, details, details_version as "detailsVersion", counted.*
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as counted (product_id uuid, size text, sent int, returned int, "tooSmall" int, "tooLarge" int, refunded int, pieces int, lines int)
    join products on products.id = counted.product_id
    left join product_sizes on product_sizes.product_id = products.id and product_sizes.size = counted.size
    order by counted.pieces desc, products.id, product_sizes.position nulls last,
      array_position(${[...letterSizes]}::text[], counted.size), counted.size
  `.execute(database)
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(presentProduct)
}

function presentProduct(rows: readonly SizeRow[]): ReturnedProduct {
  const { id, name, details, detailsVersion } = rows[0] as SizeRow
  const total = addCounts(rows)
  return {
    _id: id,
    name,
    ...total,
    misfit: findMisfit(total),
    details: presentDetails(details),
    detailsVersion,
    sizes: rows.map((row) => ({ size: row.size, ...addCounts([row]) })),
  }
}

function addCounts(rows: readonly CountRow[]): ReturnCounts {
  const add = (count: (row: CountRow) => number) => rows.reduce((sum, row) => sum + count(row), 0)
  const [sent, refunded] = [add((row) => row.sent), add((row) => row.refunded)]
  return {
    sent,
    returned: add((row) => row.returned),
    tooSmall: add((row) => row.tooSmall),
    tooLarge: add((row) => row.tooLarge),
    refunded,
    kept: sent - refunded,
  }
}
