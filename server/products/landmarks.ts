import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Category, Sort } from '#contract/business.ts'
import type { AdminSort } from '#contract/products.ts'
import type { Database } from '../database/schema.ts'

/** A product in the middle of a list, by what the list is sorted by. */
interface Landmark {
  /** as Postgres writes it: a Date would lose the microseconds */
  readonly value: string
  readonly id: string
}

/** A list whose order the database keeps in an index. */
export interface List {
  readonly category: Category | undefined
  readonly sort: Sort
}

export const sortColumns = { newest: 'created_at', 'price-asc': 'price_paise', 'price-desc': 'price_paise' } as const

/** Whether the database keeps an index of this order. */
export const isKept = (sort: AdminSort): sort is Sort => sort in sortColumns

/** Products between two landmarks, and how many may be skipped without one. */
const stride = 64
const nearEnough = 1_000
/** Milliseconds. A list that has changed meanwhile shows its far pages moved by as many products. */
const oldest = 60_000

const known = new WeakMap<Database, LRUCache<string, Promise<Landmark[]>>>()

/**
 * The last landmark before `offset`, and how many products to skip from there; undefined when it is near enough to the
 * start. Skipping is work for each product skipped, and a page's number says nothing else than how many to skip; so each
 * server notes every 64th product of a list that somebody reads to its depths, for a minute.
 */
export async function findLandmark({ database, list, offset }: { database: Database; list: List; offset: number }) {
  if (offset < nearEnough) return undefined
  const lists = known.get(database) ?? new LRUCache<string, Promise<Landmark[]>>({ max: 20, ttl: oldest })
  known.set(database, lists)
  const key = `${list.category} ${list.sort}`
  const reading = lists.get(key) ?? readLandmarks({ database, list })
  if (!lists.has(key)) lists.set(key, reading)
  const landmarks = await reading.catch((error: unknown) => {
    lists.delete(key)
    throw error
  })
  const place = Math.min(Math.floor(offset / stride), landmarks.length)
  const landmark = landmarks[place - 1]
  return landmark && { landmark, skip: offset - place * stride }
}

async function readLandmarks({ database, list: { category, sort } }: { database: Database; list: List }): Promise<Landmark[]> {
  const column = sql.ref(sortColumns[sort])
  const direction = sort === 'price-asc' ? sql`asc` : sql`desc`
  const inCategory = category === undefined ? sql`` : sql`and category = ${category}`
  const { rows } = await sql<Landmark>`
    select value::text, id from (
      select ${column} as value, id, row_number() over (order by ${column} ${direction}, id ${direction}) as place
      from products where deleted_at is null ${inCategory}
    ) as listed where place % ${stride} = 0 order by place
  `.execute(database)
  return rows
}
