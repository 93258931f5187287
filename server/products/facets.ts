import { type RawBuilder, sql } from 'kysely'
import { type PriceBand, priceBandNames, priceBands, sizes } from '#contract/business.ts'
import type { Facets } from '#contract/facets.ts'
import { toPaise } from '#contract/money.ts'
import type { Database } from '../database/schema.ts'
import type { ListCache } from './list-cache.ts'
import type { ListQuery } from './list-query.ts'
import { findSearchHits } from './search.ts'

type Filters = Omit<ListQuery, 'sort' | 'maxStock' | 'limit' | 'offset'>

interface FacetRequest {
  readonly database: Database
  readonly cache: ListCache
  readonly filters: Filters
}

/** Counting more products than this takes longer than reading a page. */
const cheapCount = 1_000

/** Counting 100,000 products takes about half a second. */
const largeShopTtlMs = 60_000

/**
 * The number of products of each category, size, colour and price, as if the filter of that kind were not set and the others were.
 * In a large shop it may be a minute old.
 */
export async function countFacets({ database, cache, filters }: FacetRequest): Promise<Facets> {
  const { q, inStock } = filters
  const hits =
    q === ''
      ? undefined
      : await findSearchHits({ database, cache, query: { q, inStock, category: undefined, sort: 'newest', limit: 0, offset: 0 } })
  const { rows } = await cache.get({
    key: `facets ${JSON.stringify(filters)}`,
    ttlMs: largeShopTtlMs,
    load: () => buildQuery({ filters, hits }).execute(database),
    isWorthCaching: (result) => result.rows.reduce((sum, { kind, count }) => sum + (kind === 'category' ? count : 0), 0) > cheapCount,
  })
  const collect = (kind: CountRow['kind']) => rows.filter((row) => row.kind === kind).map(({ value, count }) => [value, count] as const)
  const prices = Object.fromEntries(collect('price'))
  return {
    categories: Object.fromEntries(collect('category')),
    colours: collect('colour').map(([colour, count]) => ({ colour, count })),
    sizes: collect('size').map(([size, count]) => ({ size, count })),
    prices: Object.fromEntries(priceBandNames.map((band) => [band, prices[band] ?? 0])) as Record<PriceBand, number>,
  }
}

interface CountRow {
  readonly kind: 'category' | 'size' | 'colour' | 'price'
  readonly value: string
  readonly count: number
}

function buildQuery({ filters, hits }: { filters: Filters; hits: readonly string[] | undefined }): RawBuilder<CountRow> {
  const { category, size, colour, minPrice, maxPrice, inStock } = filters
  const any = sql`true`
  const inHits = hits === undefined ? any : sql`id = any(${hits}::uuid[])`
  const inCategory = category === undefined ? any : sql`category = ${category}`
  const inSize = size === undefined ? any : sql`${size} = any(sizes)`
  const inColour = colour === undefined ? any : sql`lower(colour) = lower(${colour})`
  const inPrice = sql`price_paise >= ${minPrice ?? 0} and (${maxPrice ?? null}::bigint is null or price_paise <= ${maxPrice ?? null})`
  const band = sql.join(
    priceBandNames.map((name) => {
      const { maxPrice: max } = priceBands[name]
      return max === undefined ? sql`else ${name}` : sql`when price_paise <= ${toPaise(max)} then ${name}`
    }),
    sql` `,
  )
  return sql<CountRow>`
    with listed as materialized (
      select category, price_paise, details->>'colour' as colour, case
        when stock = 0 then '{}'
        when has_sizes then array(select size from product_sizes where product_id = products.id and product_sizes.stock > 0)
        else ${[...sizes]}::text[]
      end as sizes
      from products where deleted_at is null and ${inHits} and (${!inStock}::boolean or stock > 0)
    ), ordered_sizes as (
      select size, min(position) as position from (
        select size, ordinality as position from unnest(${[...sizes]}::text[]) with ordinality as shop (size, ordinality)
        union all select size, 100 + position from product_sizes
      ) as known group by size
    )
    select 'category' as kind, category as value, count(*) from listed where ${inSize} and ${inColour} and ${inPrice} group by category
    union all
    select 'price', case ${band} end as band, count(*) from listed where ${inSize} and ${inColour} and ${inCategory} group by band
    union all (
      select 'colour', min(colour), count(*) from listed where colour is not null and ${inCategory} and ${inSize} and ${inPrice}
      group by lower(colour) order by 3 desc, 2 limit 20
    )
    union all (
      select 'size', size, count(*) from listed, unnest(sizes) as size join ordered_sizes using (size)
      where ${inCategory} and ${inColour} and ${inPrice} group by size, ordered_sizes.position order by ordered_sizes.position, size
    )
  `
}
