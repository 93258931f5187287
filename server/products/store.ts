import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Category } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'
import type { AdminSort } from '#contract/products.ts'
import type { Database, Tables } from '../database/tables.ts'
import { isKept } from './landmarks.ts'
import { columns, type ListPage, type ProductRow } from './product-row.ts'
import { readPage, readProduct } from './read-products.ts'

/** The channel on which the database tells that what a product shows has changed (migration 0020). */
export const productsChanged = 'products_changed'

/** A search is cut at this many hits: nobody reads further, and the cost of a search stays the same as the shop grows. */
const mostHits = 300

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
  if (query.q !== '') return searchProducts({ database, query })
  const { category, sort, limit, offset } = query
  const filters = writeFilters(query)
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

/** `Hood-jean!` → `hood`, `jean`. Empty when there is no word in it. */
function readWords(q: string): string[] {
  const words =
    q
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, 8).map((word) => word.slice(0, 40))
}

interface TypedWord {
  readonly typed: string
  /** a name has this very word: what else begins with it need not be looked for, which is a long look in a large shop */
  readonly known: boolean
  /** words of names that are a slip away; none when a name has a word that begins like this */
  readonly near: readonly string[]
}

/** As JSON, because Postgres plans a statement anew each time that is given an array, which takes longer than running it. */
async function lookUpWords({ database, words }: { database: Database; words: readonly string[] }): Promise<TypedWord[]> {
  const { rows } = await sql<TypedWord>`
    select typed, exists (select from product_words where word = typed) as known, case
      when exists (select from product_words where word >= typed collate "C" and word < (typed || U&'\\+10FFFF') collate "C") then '{}'
      else array(select word from product_words where keys && typo_keys(typed) order by similarity(word, typed) desc, word limit 4)
    end as near
    from json_array_elements_text(${JSON.stringify(words)}::json) as asked (typed)
  `.execute(database)
  return rows
}

/** `hood`, `jean` → `hood:* & jean`: a word that no name has is one that is still being typed. */
const writeQuery = (words: readonly TypedWord[]): string => words.map(({ typed, known }) => (known ? typed : `${typed}:*`)).join(' & ')

/** The same with each word that no name begins with replaced by those that are a slip away from it, if there are any. */
const writeForgivingQuery = (words: readonly TypedWord[]): string =>
  words.map((word) => (word.near.length > 0 ? `(${word.near.join(' | ')})` : writeQuery([word]))).join(' & ')

/**
 * Full text first; when it finds nothing, with its words put right, which forgives a typo. Hits come best first unless
 * the shopper asked for another order.
 */
async function searchProducts({ database, query }: { database: Database; query: ListQuery }): Promise<ListPage> {
  const typed = readWords(query.q)
  if (typed.length === 0) return { rows: [], total: 0 }
  const words = await lookUpWords({ database, words: typed })
  const exact = await rankHits({ database, query, words: writeQuery(words) })
  if (exact.total > 0 || words.every(({ near }) => near.length === 0)) return exact
  return rankHits({ database, query, words: writeForgivingQuery(words) })
}

/** One page of what these words find. Only the products of the page itself are read whole. */
async function rankHits({ database, query, words }: { database: Database; query: ListQuery; words: string }): Promise<ListPage> {
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
  const { rows } = await sql<(ProductRow | Record<keyof ProductRow, null>) & { total: number }>`
    with asked as (select to_tsquery('english', ${words}) as words),
    hits as materialized (
      select id as hit, ts_rank(search_text, words) as rank, created_at, price_paise, name, stock
      from products, asked where deleted_at is null and search_text @@ words ${inCategory} ${filtered} limit ${mostHits}
    ),
    page as (
      select hit, row_number() over (order by ${by}, hit) as place from hits order by place limit ${query.limit} offset ${query.offset}
    )
    select ${sql.join(columns.map((column) => sql.ref(`products.${column}`)))}, total
    from (select count(*) as total from hits) as counted left join page on true left join products on products.id = hit order by place
  `.execute(database)
  // A page past the end is one row without a product: the total still tells how far the list goes.
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
