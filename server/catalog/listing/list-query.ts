import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { quantities, type Size, sizes as shopSizes } from '#contract/business.ts'
import type { AdminSort, ProductStatus } from '#contract/catalog/admin-products.ts'
import { homeCountry, type UndeclaredField } from '#contract/catalog/declarations.ts'
import type { Paise } from '#contract/money.ts'
import { hasStatus } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { hasFacetKey, hasFacets, hasFacetValue } from './facet-keys.ts'
import type { ListCache } from './list-cache.ts'

export interface ListQuery {
  readonly category: string | undefined
  /** search text; empty for none */
  readonly q: string
  /** for administrators: the search text may also be a SKU or a barcode, or the beginning of one */
  readonly findsSkus?: boolean | undefined
  readonly sort: AdminSort
  /** undefined: on sale */
  readonly status?: ProductStatus | undefined
  /** the stock, or that of a size, is low */
  readonly isLow?: boolean
  /** only products that do not say this */
  readonly undeclared?: UndeclaredField | undefined
  /** only products with one of these keys */
  readonly facetKeys?: readonly string[] | undefined
  readonly minPrice?: Paise | undefined
  readonly maxPrice?: Paise | undefined
  readonly inStock?: boolean | undefined
  /** only products in stock in one of these; all without any */
  readonly sizes?: readonly Size[]
  /** in any case */
  readonly colour?: string | undefined
  /** a word of the declared fabric, in any case */
  readonly fabric?: string | undefined
  /** the country of origin, in any case */
  readonly country?: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface ListRequest {
  readonly database: Database
  readonly cache: ListCache
  readonly query: ListQuery
}

export interface Columns<Row> {
  /** `selectShown` or `selectProducts` */
  readonly select: (database: Database) => SelectQueryBuilder<Tables, 'products', Row>
}

/** One page of a list and the number of products in the whole list. */
export interface ProductPage<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** Each sort of a list without search text has an index, except by stock. */
export const sortExpressions: Readonly<Record<AdminSort, RawBuilder<unknown>>> = {
  newest: sql`created_at desc, id desc`,
  // Without a search; search.ts ranks the hits of one.
  relevance: sql`created_at desc, id desc`,
  popular: sql`units_sold desc, created_at desc, id desc`,
  'price-asc': sql`price_paise, id`,
  'price-desc': sql`price_paise desc, id desc`,
  name: sql`lower(name), id`,
  stock: sql`stock, id`,
}

interface FilterRequest extends Omit<ListRequest, 'cache'> {
  /** products with the columns that are filtered by; undefined: all */
  readonly from?: SelectQueryBuilder<Tables, 'products', object>
}

/** Products that match the filters of a list. */
export function filterProducts({ database, query, from }: FilterRequest): SelectQueryBuilder<Tables, 'products', object> {
  const { status = 'on_sale', category, isLow, undeclared, facetKeys, minPrice, maxPrice, inStock, sizes = [] } = query
  const all = from
    ? (database.selectFrom(from.as('products')) as unknown as SelectQueryBuilder<Tables, 'products', object>)
    : database.selectFrom('products')
  let products = all.where(hasStatus(status))
  if (category !== undefined) products = products.where('category', '=', category)
  if (isLow) products = products.where(from ? isLowInStock : isOneOfLowStock)
  if (undeclared !== undefined) products = products.where(lacks(undeclared))
  if (facetKeys !== undefined) products = products.where(hasFacetKey(facetKeys))
  if (minPrice !== undefined) products = products.where('price_paise', '>=', minPrice)
  if (maxPrice !== undefined) products = products.where('price_paise', '<=', maxPrice)
  if (inStock) products = products.where('stock', '>', 0)
  if (hasFacetValue(query)) products = products.where(hasFacets(query))
  if (sizes.length > 0) products = products.where(isInStock(sizes))
  return products
}

/** What filters and sorts read of a product. */
export const listedColumns = [
  'id',
  'status',
  'category',
  'created_at',
  'units_sold',
  'price_paise',
  'name',
  'stock',
  'has_sizes',
  'low_stock',
  'undeclared',
  'details',
  'needs_declarations',
] as const

interface FirstProducts {
  readonly database: Database
  readonly query: ListQuery
  readonly sort: AdminSort
  readonly count: number
}

/** The first products of a sort, of those that its index has: of the category and, by price, in the price range. */
export function selectFirst({ database, query: { status, category, minPrice, maxPrice }, sort, count }: FirstProducts) {
  const isByPrice = sort === 'price-asc' || sort === 'price-desc'
  const ofIndex = { q: '', status, category, sort, limit: 0, offset: 0, ...(isByPrice && { minPrice, maxPrice }) }
  return filterProducts({ database, query: ofIndex }).select(listedColumns).orderBy(sortExpressions[sort]).limit(count)
}

/** Between the colours of a text such as `Red, beige and black`. */
export const colourSeparator = '\\s*[,;/]\\s*(?:and\\s+)?|\\s+and\\s+'

/** The country of origin of a product; null for an imported one that declares none. */
export const countryOfOrigin = sql<string>`coalesce(details->>'countryOfOrigin', case when not needs_declarations then ${homeCountry} end)`

/** A literal, because a prepared statement uses no partial index for a parameter. */
const hasLowStock = sql`product_sizes.stock <= ${sql.lit(quantities.lowStock)}`

/** Whether the stock of a product or of one of its sizes is low, for a list of all of them. */
const isOneOfLowStock = sql<boolean>`products.id in (
  select id from products as low where low_stock is not null union all select product_id from product_sizes where ${hasLowStock}
)`

/** The same for each of a few products. */
const isLowInStock = sql<boolean>`(
  low_stock is not null or exists (select from product_sizes where product_id = products.id and ${hasLowStock})
)`

/** Whether a product leaves something out. The HSN code of its category is that of the product. */
const lacks = (field: UndeclaredField) =>
  field === 'hsn'
    ? sql<boolean>`undeclared @> '{hsn}' and category in (select key from categories where hsn_code is null)`
    : sql<boolean>`undeclared @> array[${field}]`

/** A product with one stock has the sizes of the shop. */
const isInStock = (sizes: readonly Size[]) => sql<boolean>`products.stock > 0 and case when has_sizes
  then exists (select from product_sizes where product_id = products.id and product_sizes.size = any(${[...sizes]}) and product_sizes.stock > 0)
  else ${sizes.some((size) => shopSizes.includes(size))}::boolean end`
