import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { columns, type ListPage, type ProductRow } from './product-row.ts'
import type { ListQuery } from './repository.ts'

/** A search is cut at this many hits: nobody reads further, and the cost of a search stays the same as the shop grows. */
const mostHits = 300

/** So many hits on the newest shelves are enough, when the best come first. */
const enoughHits = 100

/** Products on a shelf, as the index of migration 0025 has them. */
const shelf = 4_096

/** So many of the newest shelves are looked through first; a shop that has no more than these is looked through at once. */
const shelves = 8

/** A word that is being typed is looked for on the newest shelves as so many words that begin like it. */
const mostBegun = 32

/** `Hood-jean!` → `hood`, `jean`. Empty when there is no word in it. */
function readWords(q: string): string[] {
  const words =
    q
      .normalize('NFKC')
      .toLowerCase()
      // With the marks that Indian scripts write their vowels by.
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.slice(0, 8).map((word) => [...word].slice(0, 40).join(''))
}

interface TypedWord {
  readonly typed: string
  /** a name has this very word: what else begins with it need not be looked for, which is a long look in a large shop */
  readonly known: boolean
  /** some of the words of names that begin like this */
  readonly begun: readonly string[]
  /** words of names that are a slip away; none when a name has a word that begins like this */
  readonly near: readonly string[]
}

/** As JSON, because Postgres plans a statement anew each time that is given an array, which takes longer than running it. */
async function lookUpWords({ database, words }: { database: Database; words: readonly string[] }): Promise<TypedWord[]> {
  const { rows } = await sql<TypedWord>`
    select typed, typed = any (begun) as known, begun, case when begun <> '{}' then '{}'
      else array(select word from product_words where keys && typo_keys(typed) order by similarity(word, typed) desc, word limit 4)
    end as near
    from json_array_elements_text(${JSON.stringify(words)}::json) as asked (typed), lateral (
      select array(
        select word from product_words where word >= typed collate "C" and word < (typed || U&'\\+10FFFF') collate "C" order by word limit ${sql.lit(mostBegun)}
      ) as begun
    ) as beginnings
  `.execute(database)
  return rows
}

/** What is looked for, as `to_tsquery` reads it. */
interface Wanted {
  readonly everywhere: string
  /** what is enough to look for on the newest shelves; null when they need not be looked through first */
  readonly newest: string | null
}

const joinWords = (words: readonly TypedWord[], write: (word: TypedWord) => string): string => words.map(write).join(' & ')
const either = (words: readonly string[]): string => `(${words.join(' | ')})`

/** `hood`, `jean` → `hood:* & jean`: a word that no name has is one that is still being typed. */
const writeWord = ({ typed, known }: TypedWord): string => (known ? typed : `${typed}:*`)

/** The words themselves are found quicker than what begins like them. */
const writeBegun = (word: TypedWord): string => (word.known ? word.typed : either(word.begun))

/** A word that no name begins with is in few products, if in any. */
const isRare = ({ begun }: TypedWord): boolean => begun.length === 0

/** Each word that no name begins with replaced by those that are a slip away from it, if there are any. */
const writeForgiving = (word: TypedWord): string => (word.near.length > 0 ? either(word.near) : writeWord(word))

interface Search {
  readonly database: Database
  readonly query: ListQuery
  /** what the list asks for beside the words and the category */
  readonly filters: readonly RawBuilder<boolean>[]
}

/**
 * Full text first; when it finds nothing, with its words put right, which forgives a typo. Hits come best first unless
 * the shopper asked for another order.
 */
export async function searchProducts(search: Search): Promise<ListPage> {
  const typed = readWords(search.query.q)
  if (typed.length === 0) return { rows: [], total: 0 }
  const words = await lookUpWords({ database: search.database, words: typed })
  const newest = words.some(isRare) ? null : joinWords(words, writeBegun)
  const exact = await rankHits({ ...search, wanted: { everywhere: joinWords(words, writeWord), newest } })
  if (exact.total > 0 || words.every(({ near }) => near.length === 0)) return exact
  const forgiving = joinWords(words, writeForgiving)
  return rankHits({ ...search, wanted: { everywhere: forgiving, newest: forgiving } })
}

/**
 * One page of what these words find: of the newest hits when the newest shelves have enough of them, and of any
 * otherwise. Only the products of the page itself are read whole.
 */
async function rankHits({ database, query, filters, wanted }: Search & { wanted: Wanted }): Promise<ListPage> {
  const narrowed = [...(query.category === undefined ? [] : [sql<boolean>`category = ${query.category}`]), ...filters]
  const also = narrowed.length === 0 ? sql`` : sql`and ${sql.join(narrowed, sql` and `)}`
  const by = {
    newest: sql`rank desc, created_at desc`,
    'price-asc': sql`price_paise asc`,
    'price-desc': sql`price_paise desc`,
    name: sql`lower(name)`,
    stock: sql`stock`,
  }[query.sort]
  const most = sql.lit(mostHits)
  const enough = sql.lit(query.sort === 'newest' ? enoughHits : mostHits)
  const hit = sql`id as hit, created_at, price_paise, name, stock`
  // Named one by one: a statement with an asterisk is read and planned anew each time (decision 12).
  const found = sql`hit, created_at, price_paise, name, stock, rank`
  const { rows } = await sql<(ProductRow | Record<keyof ProductRow, null>) & { total: number }>`
    with asked as (
      select to_tsquery('english', ${wanted.everywhere}) as everywhere, to_tsquery('english', ${wanted.newest}) as newest,
        (select (last_value / ${sql.lit(shelf)})::integer from products_number_seq) as last_shelf
    ),
    newest_hits as materialized (
      select ${found} from asked, generate_series(last_shelf, last_shelf - ${sql.lit(shelves - 1)}, -1) as shelf, lateral (
        select ${hit}, ts_rank(search_text, newest) as rank from products
        where last_shelf >= ${sql.lit(shelves)} and deleted_at is null and number / ${sql.lit(shelf)} = shelf and search_text @@ newest ${also} limit ${enough}
      ) as found limit ${enough}
    ),
    hits as materialized (
      select ${found} from newest_hits where (select count(*) from newest_hits) = ${enough}
      union all (
        select ${hit}, ts_rank(search_text, everywhere) as rank from products, asked
        where (select count(*) from newest_hits) < ${enough} and deleted_at is null and search_text @@ everywhere ${also} limit ${most}
      )
    ),
    page as (
      select hit, row_number() over (order by ${by}, hit) as place
      -- Planned without knowing the page, or it would be planned anew for each.
      from (select ${found} from hits order by ${by}, hit limit (select ${query.limit}::integer) offset (select ${query.offset}::integer)) as cut
    )
    select ${sql.join(columns.map((column) => sql.ref(`products.${column}`)))}, total
    from (select count(*) as total from hits) as counted left join page on true left join products on products.id = hit order by place
  `.execute(database)
  // A page past the end is one row without a product: the total still tells how far the list goes.
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
