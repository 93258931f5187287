import { type RawBuilder, sql } from 'kysely'
import { hasSku, hasStatus, isSku } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { type Columns, filterProducts, type ListQuery, type ListRequest, type ProductPage, sortExpressions } from './list-query.ts'

/** A search has at most this many hits, the newest ones, so that ranking them costs the same in a large catalogue. */
const maxHits = 300

/** A frequent word is looked for in this many products; the newest of these are the hits. */
const maxFound = 5_000

const maxWords = 8
const maxWordLength = 40

const tShirt = /(?<![\p{L}\p{N}])t[\s-]+shirts?(?![\p{L}\p{N}])/gu

/** `Hood-jean!` → `hood`, `jean`. With `joins`, `T-shirt` → `tshirt`, because the index has no single `t`: it would find all shirts. */
function parseWords({ q, joins = false }: { q: string; joins?: boolean }): string[] {
  const text = q.normalize('NFKC').toLowerCase()
  // Marks (\p{M}) are vowels in Indian scripts.
  const words = (joins ? text.replace(tShirt, 'tshirt') : text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.slice(0, maxWords).map((word) => [...word].slice(0, maxWordLength).join(''))
}

/** In the syntax of `to_tsquery`: all of the words, the last of which may be incomplete. */
const toQuery = (words: readonly string[]): string =>
  [...words.slice(0, -1), `${words.at(-1)}:*`].map((word) => word.replace(/^tshirt(:\*)?$/, "($& | 't-shirt')")).join(' & ')

/** Ids of all hits of a search. */
export const findSearchHits = ({ database, cache, query }: ListRequest): Promise<string[]> => {
  const { limit, offset, ...search } = query
  return cache.get({
    key: JSON.stringify(search),
    load: () => findHits({ database, query }),
    isWorthCaching: (ids) => ids.length === maxHits,
  })
}

/** One page of the hits, best first unless the query asks for another sort. The pages of a search share its hits. */
export async function searchProducts<Row extends { id: string }>(request: ListRequest & Columns<Row>): Promise<ProductPage<Row>> {
  const { database, cache, query, select } = request
  const { status = 'on_sale', limit, offset } = query
  const hits = await findSearchHits({ database, cache, query })
  const ids = hits.slice(offset, offset + limit)
  if (ids.length === 0) return { rows: [], total: hits.length }
  const found = (await select(database).where('id', 'in', ids).where(hasStatus(status)).execute()) as Row[]
  const rows = new Map(found.map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), total: hits.length }
}

/**
 * Ids of the products that contain every word, the last of which may be incomplete; if there are none, with typos corrected; if there
 * are none either, those that contain any of the longer words. For administrators a whole SKU comes before words, and the beginning of one
 * after them.
 */
async function findHits({ database, query }: Omit<ListRequest, 'cache'>): Promise<string[]> {
  const ofSku = query.findsSkus ? await matchSkus({ database, query, condition: isSku(query.q) }) : []
  if (ofSku.length > 0) return ofSku
  const words = parseWords(query)
  if (words.length === 0) return []
  const joined = parseWords({ ...query, joins: true })
  for (const text of new Set([toQuery(joined), toQuery(words)])) {
    const hits = await matchProducts({ database, query, text })
    if (hits.length > 0) return hits
  }
  const ofSkus = query.findsSkus ? await matchSkus({ database, query, condition: hasSku(query.q) }) : []
  if (ofSkus.length > 0) return ofSkus
  const corrections = await correctWords({ database, words })
  // `indgo` → `(indgo:* | indigo)`, `pyjama` → `(pyjama:* | jogger)`: also what begins with the word.
  const corrected = words.map((word, index) => `(${[`${word}:*`, ...(corrections[index] ?? [])].join(' | ')})`)
  const ofAll = await matchProducts({ database, query, text: corrected.join(' & ') })
  if (ofAll.length > 0 || words.length === 1 || query.findsSkus) return ofAll
  const any = corrected.filter((_text, index) => !isShort(words[index] ?? ''))
  return any.length === 0 ? [] : matchProducts({ database, query, text: any.join(' | ') })
}

/** Whether a word is only the beginning of too many others. */
const isShort = (word: string): boolean => word.length < 3

interface SkuSearch {
  readonly database: Database
  readonly query: ListQuery
  readonly condition: RawBuilder<boolean>
}

/** More products than this are not sorted for the beginning of a SKU. */
const maxSkuHits = 10_000

/** Ids of the products with a size of which the condition is true. */
async function matchSkus({ database, query, condition }: SkuSearch): Promise<string[]> {
  // By itself, or PostgreSQL would look for the SKU in all products from the newest on.
  // No `distinct` with the limit either: the prepared statement would read all sizes in the order of their products.
  const found = await database.selectFrom('product_sizes').select('product_id').where(condition).limit(maxSkuHits).execute()
  if (found.length === 0) return []
  const rows = await filterProducts({ database, query })
    .where(sql<boolean>`id = any(${[...new Set(found.map(({ product_id: id }) => id))]}::uuid[])`)
    .select('id')
    .orderBy(sortExpressions[query.sort])
    .limit(maxHits)
    .execute()
  return rows.map(({ id }) => id)
}

interface TextSearch {
  readonly database: Database
  readonly query: ListQuery
  /** in the syntax of `to_tsquery` */
  readonly text: string
}

/** What a search sorts by. */
const hitColumns = ['id', 'created_at', 'price_paise', 'name', 'stock', 'units_sold', 'search_vector'] as const

async function matchProducts({ database, query, text }: TextSearch): Promise<string[]> {
  // A subquery, so that the plan does not depend on the words: for frequent ones PostgreSQL would choose a sequential scan.
  const tsquery: RawBuilder<unknown> = sql`(select to_tsquery('english', ${text}))`
  const found = filterProducts({ database, query })
    .where(sql<boolean>`search_vector @@ ${tsquery}`)
    .select(hitColumns)
    .limit(maxFound)
    .as('found')
  const hits = database.selectFrom(found).select(hitColumns).orderBy(sortExpressions.newest).limit(maxHits).as('hits')
  const byRank = sql`ts_rank(search_vector, ${tsquery}) desc, created_at desc, id desc`
  const sort = query.sort === 'relevance' ? byRank : sortExpressions[query.sort]
  const rows = await database.selectFrom(hits).select('id').orderBy(sort).execute()
  return rows.map(({ id }) => id)
}

/** `indgo` → `indigo`, `pyjama` → `jogger`: for each word what the closest known words mean, none for a short one. */
async function correctWords({ database, words }: { database: Database; words: readonly string[] }): Promise<string[][]> {
  const typed = [...new Set(words)].filter((word) => !isShort(word))
  if (typed.length === 0) return words.map(() => [])
  // A missing or extra letter counts 1, a wrong letter or two swapped ones 2.
  const maxDistances = typed.map((word) => (word.length < 7 ? 2 : 4))
  const { rows } = await sql<{ typed: string; means: string; distance: number }>`
    select typed.word as typed, means, distance
    from unnest(${typed}::text[], ${maxDistances}::int[]) as typed (word, max_distance) cross join lateral (
      select known.word, means, distance
      from (select word, word as means from product_words union all select word, means from search_synonyms) as known
        cross join levenshtein_less_equal(known.word, typed.word, 1, 1, 2, max_distance) as distance
      where distance <= max_distance
      order by distance, known.word
      limit 4
    ) as nearest
    order by distance, nearest.word
  `.execute(database)
  return words.map((word) => {
    const similar = rows.filter((row) => row.typed === word)
    return similar.filter(({ distance }) => distance === similar[0]?.distance).map(({ means }) => means)
  })
}
