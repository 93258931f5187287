import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { quantities, type Size, sizes as shopSizes } from '#contract/business.ts'
import type { AdminSort, ProductStatus } from '#contract/catalog/admin-products.ts'
import { homeCountry, type UndeclaredField } from '#contract/catalog/declarations.ts'
import type { Paise } from '#contract/money.ts'
import { hasStatus } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { isUnratedCode } from '../../database/tax-rate-conditions.ts'
import type { ProductRow } from '../product/product-row.ts'
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
  /** the HSN code has no tax rate today */
  readonly unrated?: boolean
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

/** One page of a list and the number of products in the whole list. */
export interface ProductPage {
  readonly rows: ProductRow[]
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

/** Products that match the filters of a list. */
export function filterProducts({ database, query }: Omit<ListRequest, 'cache'>): SelectQueryBuilder<Tables, 'products', object> {
  const {
    status = 'on_sale',
    category,
    isLow,
    undeclared,
    unrated,
    minPrice,
    maxPrice,
    inStock,
    sizes = [],
    colour,
    fabric,
    country,
  } = query
  let products = database.selectFrom('products').where(hasStatus(status))
  if (category !== undefined) products = products.where('category', '=', category)
  if (isLow) products = products.where(hasLowStock)
  if (undeclared !== undefined) products = products.where(lacks(undeclared))
  if (unrated) products = products.where(isUnrated)
  if (minPrice !== undefined) products = products.where('price_paise', '>=', minPrice)
  if (maxPrice !== undefined) products = products.where('price_paise', '<=', maxPrice)
  if (inStock) products = products.where('stock', '>', 0)
  if (colour !== undefined) products = products.where(isColour(colour))
  if (fabric !== undefined) products = products.where(isFabric(fabric))
  if (country !== undefined) products = products.where(isCountry(country))
  if (sizes.length > 0) products = products.where(isInStock(sizes))
  return products
}

/** Between the colours of a text such as `Red, beige and black`. */
export const colourSeparator = '\\s*[,;/]\\s*(?:and\\s+)?|\\s+and\\s+'

/** The colours that a product declares, in lower case. */
const toColours = (text: RawBuilder<string>) => sql<string[]>`regexp_split_to_array(lower(${text}), ${colourSeparator})`

/** Whether a product declares this colour, alone or among others. */
const isColour = (colour: string) =>
  sql<boolean>`(lower(details->>'colour') = lower(${colour}) or lower(${colour}) = any(${toColours(sql`details->>'colour'`)}))`

/** The words of a declared fabric. */
const toFabricWords = (text: RawBuilder<string>) => sql<string[]>`regexp_split_to_array(lower(${text}), '[^[:alpha:]]+')`

/** Whether the declared fabric has this word; null without a fabric. */
const isFabric = (fabric: string) => sql<boolean>`${fabric.toLowerCase()} = any(${toFabricWords(sql`details->>'fabric'`)})`

/** The country of origin of a product; null for an imported one that declares none. */
export const countryOfOrigin = sql<string>`coalesce(details->>'countryOfOrigin', case when not needs_declarations then ${homeCountry} end)`

const isCountry = (country: string) => sql<boolean>`lower(${countryOfOrigin}) = lower(${country})`

/** Whether the stock of a product or of one of its sizes is low. A literal, because a prepared statement uses no partial index for a parameter. */
const hasLowStock = sql<boolean>`products.id in (
  select id from products as low where low_stock is not null
  union all select product_id from product_sizes where stock <= ${sql.lit(quantities.lowStock)}
)`

/** Whether a product leaves something out. The HSN code of its category is that of the product. */
const lacks = (field: UndeclaredField) =>
  field === 'hsn'
    ? sql<boolean>`undeclared @> '{hsn}' and category in (select key from categories where hsn_code is null)`
    : sql<boolean>`undeclared @> array[${field}]`

/** Whether the HSN code of a product or its category has no tax rate today. */
const isUnrated = isUnratedCode(
  sql<string>`coalesce(products.details->>'hsnCode', (select hsn_code from categories where key = products.category))`,
)

/** A product with one stock has the sizes of the shop. */
const isInStock = (sizes: readonly Size[]) => sql<boolean>`products.stock > 0 and case when has_sizes
  then exists (select from product_sizes where product_id = products.id and product_sizes.size = any(${[...sizes]}) and product_sizes.stock > 0)
  else ${sizes.some((size) => shopSizes.includes(size))}::boolean end`
