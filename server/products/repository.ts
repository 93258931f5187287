import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Category } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'
import type { AdminSort } from '#contract/products.ts'
import type { Database, Tables } from '../database/schema.ts'
import { isKept } from './landmarks.ts'
import { columns, type ListPage, type ProductRow } from './product-row.ts'
import { readPage, readProduct } from './product-snapshot.ts'
import { searchProducts } from './search.ts'

/** The channel on which the database tells that what a product shows has changed (migration 0020). */
export const productsChanged = 'products_changed'

/** In a list that is filtered so many products beyond the page are counted and no further, so that a page costs the same as the shop grows. */
const countAhead = 300

export interface ListQuery {
  readonly category: Category | undefined
  readonly q: string
  readonly sort: AdminSort
  /** only products with at most so many pieces */
  readonly mostStock?: number | undefined
  readonly minPrice?: Paise | undefined
  readonly maxPrice?: Paise | undefined
  readonly inStock?: boolean | undefined
  readonly limit: number
  readonly offset: number
}

/** Text from outside that is not an id names nothing; Postgres would call it an error. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

export async function findProduct({ database, id }: { database: Database; id: string }): Promise<ProductRow | undefined> {
  return isId(id) ? readProduct({ database, key: id.toLowerCase() }) : undefined
}

/** Every product on sale, newest first. */
export async function findAllProducts({ database }: { database: Database }): Promise<ProductRow[]> {
  return database
    .selectFrom('products')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

type Listing = SelectQueryBuilder<Tables, 'products', object>

/** Filters that the kept counts know nothing of, as conditions in SQL; empty when there are none. */
function writeFilters({ mostStock, minPrice, maxPrice, inStock }: ListQuery): RawBuilder<boolean>[] {
  return [
    ...(mostStock === undefined ? [] : [sql<boolean>`stock <= ${mostStock}`]),
    ...(minPrice === undefined ? [] : [sql<boolean>`price_paise >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql<boolean>`price_paise <= ${maxPrice}`]),
    ...(inStock ? [sql<boolean>`stock > 0`] : []),
  ]
}

function order(listing: Listing, sort: AdminSort): Listing {
  if (sort === 'price-asc') return listing.orderBy('price_paise', 'asc').orderBy('id', 'asc')
  if (sort === 'price-desc') return listing.orderBy('price_paise', 'desc').orderBy('id', 'desc')
  if (sort === 'name') return listing.orderBy(sql`lower(name)`).orderBy('id')
  if (sort === 'stock') return listing.orderBy('stock').orderBy('id')
  return listing.orderBy('created_at', 'desc').orderBy('id', 'desc')
}

/** One page of a list. */
export async function listProducts({ database, query }: { database: Database; query: ListQuery }): Promise<ListPage> {
  const { category, sort, limit, offset } = query
  const filters = writeFilters(query)
  if (query.q !== '') return searchProducts({ database, query, filters })
  if (filters.length === 0 && isKept(sort)) return readPage({ database, list: { category, sort }, limit, offset })
  const listing = database
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .$if(category !== undefined, (list) => list.where('category', '=', category as Category))
    .$if(filters.length > 0, (list) => list.where((eb) => eb.and(filters))) as Listing
  const counts = database
    .selectFrom('product_counts')
    .$if(category !== undefined, (list) => list.where('category', '=', category as Category))
  const total =
    filters.length === 0
      ? counts.select((eb) => eb.fn.coalesce(eb.fn.sum<number>('products'), sql.lit(0)).as('total'))
      : database
          .selectFrom(
            listing
              .select('id')
              .limit(offset + limit + countAhead)
              .as('ahead'),
          )
          .select((eb) => eb.fn.countAll<number>().as('total'))
  // The ids are cut from the index first, so that skipped products are never read.
  const page = order(listing, sort).select('id as chosen').limit(limit).offset(offset).as('page')
  const rows = await order(database.selectFrom('products').innerJoin(page, 'chosen', 'id') as unknown as Listing, sort)
    .select(columns)
    .select(total.as('total'))
    .execute()
  // A page past the end has no row that could say it, and still tells how far the list goes.
  const counted = rows[0] ?? (await total.executeTakeFirstOrThrow())
  return { rows, total: Number(counted.total) }
}
