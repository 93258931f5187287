import { type RawBuilder, sql } from 'kysely'
import { type PriceBand, priceBandNames, priceBands, sizes } from '#contract/business.ts'
import { homeCountry } from '#contract/catalog/declarations.ts'
import type { Facets } from '#contract/catalog/facets.ts'
import { letterSizes } from '#contract/inventory/size-names.ts'
import { toPaise } from '#contract/money.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { fabrics } from '../product/fabrics.ts'
import type { ListCache } from './list-cache.ts'
import { colourSeparator, countryOfOrigin, isFabric, type ListQuery, toColours, toFabricWords } from './list-query.ts'
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
 * The number of products of each category, size, colour, price, fabric and country of origin, as if the filter of that kind were not set and the others were.
 * In a large shop it may be a minute old, or that of the last request.
 */
export async function countFacets({ database, cache, filters }: FacetRequest): Promise<Facets> {
  const { q, inStock } = filters
  const hits =
    q === ''
      ? undefined
      : await findSearchHits({ database, cache, query: { q, inStock, category: undefined, sort: 'relevance', limit: 0, offset: 0 } })
  const { rows } = await cache.get({
    key: `facets ${JSON.stringify(filters)}`,
    ttlMs: largeShopTtlMs,
    servesStale: true,
    load: () => buildQuery({ filters, hits }).execute(database),
    isWorthCaching: (result) => result.rows.reduce((sum, { kind, count }) => sum + (kind === 'category' ? count : 0), 0) > cheapCount,
  })
  const collect = (kind: CountRow['kind']) => rows.filter((row) => row.kind === kind).map(({ value, count }) => [value, count] as const)
  const prices = Object.fromEntries(collect('price'))
  return {
    categories: Object.fromEntries(collect('category')),
    colours: collect('colour').map(([colour, count]) => ({ colour, count })),
    fabrics: collect('fabric').map(([fabric, count]) => ({ fabric, count })),
    countries: collect('country').map(([country, count]) => ({ country, count })),
    sizes: collect('size').map(([size, count]) => ({ size, count })),
    prices: Object.fromEntries(priceBandNames.map((band) => [band, prices[band] ?? 0])) as Record<PriceBand, number>,
  }
}

interface CountRow {
  readonly kind: 'category' | 'size' | 'colour' | 'price' | 'fabric' | 'country'
  readonly value: string
  readonly count: number
}

function buildQuery({ filters, hits }: { filters: Filters; hits: readonly string[] | undefined }): RawBuilder<CountRow> {
  const { category, sizes: chosenSizes = [], colour, fabric, country, minPrice, maxPrice, inStock } = filters
  const any = sql`true`
  const conditions = {
    category: category === undefined ? any : sql`category = ${category}`,
    size: chosenSizes.length === 0 ? any : sql`sizes && ${[...chosenSizes]}::text[]`,
    colour: colour === undefined ? any : sql`(lower(colour) = lower(${colour}) or lower(${colour}) = any(${toColours(sql`colour`)}))`,
    fabric: sql`is_of_fabric`,
    country: country === undefined ? any : sql`lower(country) = lower(${country})`,
    price: sql`price_paise >= ${minPrice ?? 0} and (${maxPrice ?? null}::bigint is null or price_paise <= ${maxPrice ?? null})`,
  } satisfies Record<CountRow['kind'], RawBuilder<unknown>>
  const others = (kind: CountRow['kind']) => {
    const { [kind]: _own, ...rest } = conditions
    return sql.join(Object.values(rest), sql` and `)
  }
  const inHits = hits === undefined ? any : sql`id = any(${hits}::uuid[])`
  const band = sql.join(
    priceBandNames.map((name) => {
      const { maxPrice: max } = priceBands[name]
      return max === undefined ? sql`else ${name}` : sql`when price_paise <= ${toPaise(max)} then ${name}`
    }),
    sql` `,
  )
  return sql<CountRow>`
    with listed as materialized (
      select category, price_paise, details->>'colour' as colour, details->>'fabric' as fabric, ${countryOfOrigin} as country,
        ${fabric === undefined ? any : sql`coalesce(${isFabric(fabric)}, false)`} as is_of_fabric, case
        when stock = 0 then '{}'
        when has_sizes then array(select size from product_sizes where product_id = products.id and product_sizes.stock > 0)
        else ${[...sizes]}::text[]
      end as sizes
      from products where ${onSale} and ${inHits} and (${!inStock}::boolean or stock > 0)
    ), ordered_sizes as (
      -- Sizes that begin with a number follow letters by its value, then others by their place in products.
      select size, min(position) as position from (
        select size, ordinality as position from unnest(${[...letterSizes]}::text[]) with ordinality as letters (size, ordinality)
        union all select size, coalesce(100 + substring(size from '^([0-9]{1,3})(?:[^0-9]|$)')::int, 2000 + position) from product_sizes
      ) as known group by size
    )
    select 'category' as kind, category as value, count(*) from listed where ${others('category')} group by category
    union all
    select 'price', case ${band} end as band, count(*) from listed where ${others('price')} group by band
    union all (
      select 'colour', min(upper(left(name, 1)) || substr(name, 2)), count(*)
      from listed, regexp_split_to_table(colour, ${colourSeparator}, 'i') as name
      where name <> '' and ${others('colour')} group by lower(name) order by 3 desc, 2 limit 20
    )
    union all (
      select 'fabric', name, sum(count)::int from unnest(${[...fabrics]}::text[]) as name join (
        select ${toFabricWords(sql`fabric`)} as words, count(*) from listed where fabric is not null and ${others('fabric')} group by fabric
      ) as declared on lower(name) = any(words) group by name order by 3 desc, 2
    )
    union all (
      select 'country', min(country), count(*) from listed where country is not null and ${others('country')} and exists (
        select from products where ${onSale} and details ? 'countryOfOrigin' and lower(${countryOfOrigin}) <> lower(${homeCountry})
      ) group by lower(country) order by 2
    )
    union all (
      select 'size', size, count(*) from listed, unnest(sizes) as size join ordered_sizes using (size)
      where ${others('size')} group by size, ordered_sizes.position order by ordered_sizes.position, size
    )
  `
}
