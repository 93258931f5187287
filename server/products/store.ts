import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Category } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'
import type { AdminSort } from '#contract/products.ts'
import type { Database, Tables } from '../database/tables.ts'

export interface ProductRow {
  id: string
  name: string
  description: string
  category: Category
  price_paise: Paise
  stock: number
  image_key: string
  backdrop: string
  version: number
  created_at: Date
}

export const columns = [
  'id',
  'name',
  'description',
  'category',
  'price_paise',
  'stock',
  'image_key',
  'backdrop',
  'version',
  'created_at',
] as const

/** A search is cut at this many hits: nobody reads further, and the cost of a search stays the same as the shop grows. */
const mostHits = 1_000

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

export interface ListPage {
  readonly rows: ProductRow[]
  readonly total: number
}

/** Text from outside that is not an id names nothing; Postgres would call it an error. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

export async function findProduct({ database, id }: { database: Database; id: string }): Promise<ProductRow | undefined> {
  if (!isId(id)) return undefined
  return database.selectFrom('products').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
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

/** One page of a list. The ids are cut from the index first, so that skipped products are never read. */
export async function listProducts({ database, query }: { database: Database; query: ListQuery }): Promise<ListPage> {
  if (query.q !== '') return searchProducts({ database, query })
  const { category, sort, limit, offset } = query
  const filters = writeFilters(query)
  const listing = database
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .$if(category !== undefined, (list) => list.where('category', '=', category as Category))
    .$if(filters.length > 0, (list) => list.where((eb) => eb.and(filters))) as Listing
  const counts = database
    .selectFrom('product_counts')
    .$if(category !== undefined, (list) => list.where('category', '=', category as Category))
  const [rows, { total }] = await Promise.all([
    order(
      database
        .selectFrom('products')
        .innerJoin(
          order(listing, sort).select('id as chosen').limit(limit).offset(offset).as('page'),
          'chosen',
          'id',
        ) as unknown as Listing,
      sort,
    )
      .select(columns)
      .execute(),
    filters.length === 0
      ? counts.select((eb) => eb.fn.coalesce(eb.fn.sum<number>('products'), sql.lit(0)).as('total')).executeTakeFirstOrThrow()
      : listing.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

/** `hood jean` → `hood:* & jean:*`: words as they are being typed. Empty when there is no word in it. */
function writePrefixQuery(q: string): string {
  const words =
    q
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 8)
    .map((word) => `${word.slice(0, 40)}:*`)
    .join(' & ')
}

/**
 * Full text first; when it finds nothing, words that look alike, which forgives a typo. Hits come best first unless the
 * shopper asked for an order by price.
 */
async function searchProducts({ database, query }: { database: Database; query: ListQuery }): Promise<ListPage> {
  const words = writePrefixQuery(query.q)
  if (words === '') return { rows: [], total: 0 }
  const exact = await rankHits({
    database,
    query,
    match: sql`search_text @@ to_tsquery('english', ${words})`,
    rank: sql`ts_rank(search_text, to_tsquery('english', ${words}))`,
  })
  if (exact.total > 0) return exact
  const like = query.q.normalize('NFKC').toLowerCase().slice(0, 80)
  return rankHits({ database, query, match: sql`search_words %> ${like}`, rank: sql`word_similarity(${like}, search_words)` })
}

async function rankHits({
  database,
  query,
  match,
  rank,
}: {
  database: Database
  query: ListQuery
  match: ReturnType<typeof sql>
  rank: ReturnType<typeof sql>
}): Promise<ListPage> {
  const inCategory = query.category === undefined ? sql`` : sql`and category = ${query.category}`
  const filters = writeFilters(query)
  const filtered = filters.length === 0 ? sql`` : sql`and ${sql.join(filters, sql` and `)}`
  const by = {
    newest: sql`rank desc, created_at desc`,
    'price-asc': sql`price_paise asc`,
    'price-desc': sql`price_paise desc`,
    name: sql`lower(name)`,
    stock: sql`stock`,
  }[query.sort]
  const { rows } = await sql<ProductRow & { total: number }>`
    with hits as materialized (
      select ${sql.join(columns.map((column) => sql.ref(column)))}, ${rank} as rank
      from products where deleted_at is null and ${match} ${inCategory} ${filtered} limit ${mostHits}
    )
    select hits.*, count(*) over () as total from hits order by ${by}, id limit ${query.limit} offset ${query.offset}
  `.execute(database)
  if (rows.length > 0 || query.offset === 0) return { rows, total: rows[0]?.total ?? 0 }
  // A page past the end: the total still tells how far the list goes.
  const first = await rankHits({ database, query: { ...query, limit: 1, offset: 0 }, match, rank })
  return { rows: [], total: first.total }
}
