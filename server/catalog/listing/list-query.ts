import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { AdminSort, ProductStatus } from '#contract/catalog/admin-products.ts'
import type { UndeclaredField } from '#contract/catalog/declarations.ts'
import { quantities, type Size, sizes as shopSizes } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'
import { hasStatus } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { isUnrated, matchDeclared } from './declared-values.ts'
import type { ListCache } from './list-cache.ts'

export interface ListQuery {
  readonly category: string | undefined
  /** keys of which one must match */
  readonly categories?: readonly string[] | undefined
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
  /** only products whose HSN code has no tax rate today */
  readonly isUnrated?: boolean
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

/** Products that match the filters of a list. */
export function filterProducts({ database, query }: Omit<ListRequest, 'cache'>): SelectQueryBuilder<Tables, 'products', object> {
  const { status = 'on_sale', category, categories, undeclared, minPrice, maxPrice, inStock, sizes = [] } = query
  let products = database.selectFrom('products').where(hasStatus(status))
  if (category !== undefined) products = products.where('category', '=', category)
  if (categories !== undefined) products = products.where('category', 'in', categories)
  if (query.isLow) products = products.where(isLowInStock)
  if (undeclared !== undefined) products = products.where(lacks(undeclared))
  if (query.isUnrated) products = products.where(isUnrated)
  if (minPrice !== undefined) products = products.where('price_paise', '>=', minPrice)
  if (maxPrice !== undefined) products = products.where('price_paise', '<=', maxPrice)
  if (inStock) products = products.where('stock', '>', 0)
  for (const condition of matchDeclared(query)) products = products.where(condition)
  if (sizes.length > 0) products = products.where(isInStock(sizes))
  return products
}

/** A literal, because a prepared statement uses no partial index for a parameter. */
const hasLowStock = sql`product_sizes.stock <= ${sql.lit(quantities.lowStock)}`

/** Whether the stock of a product or of one of its sizes is low. */
const isLowInStock = sql<boolean>`products.id in (
  select id from products as low where low_stock is not null union all select product_id from product_sizes where ${hasLowStock}
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
