import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { paging } from '#contract/kernel/business.ts'
import { presentPage, toOffset } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import { phoneOf } from '../order/related-orders.ts'
import { maxCounted, toTextPattern } from '../search/search-orders.ts'
import { isMobileNumber, parseSearchTerms } from '../search/search-terms.ts'
import {
  importedWithoutOrders,
  isOfPerson,
  newestOrder,
  ordersOfImported,
  presentCustomer,
  readCustomers,
  readImportedCustomers,
} from './customers.ts'

/** Before the id of an imported person without orders, in the place of a customer_key. */
const importedKey = 'imported '

type Terms = readonly string[]

/** Whether a text has all terms. */
const hasTerms = (column: RawBuilder<unknown>, terms: Terms) =>
  sql.join(
    terms.map((term) => sql`${column} like ${toTextPattern(term)}`),
    sql` and `,
  )

/** The orders of a phone, in the form of their index. */
const isOfPhone = (phone: string) => sql`${phoneOf('orders')} = ${phone}`

/** Orders with all terms in themselves, or of the phone, in the name of their account or in what was imported about the person. */
const listOrderMatches = ({ terms, phone }: PeopleSearch): RawBuilder<unknown>[] => [
  sql`select customer_key, placed_at from orders where ${isOfPerson} and ${phone === undefined ? hasTerms(sql`search_text`, terms) : isOfPhone(phone)}`,
  sql`select customer_key, placed_at from orders join users on users.id = user_id where ${hasTerms(sql`' ' || lower(users.name)`, terms)}`,
  sql`select customer_key, placed_at from (${ordersOfImported}) as found
    where imported_id in (select id from imported_customers where ${hasTerms(sql`search_text`, terms)})`,
]

/** The orders by which people are found, and imported people without any. */
function selectMatches({ terms, phone }: PeopleSearch): RawBuilder<unknown> {
  const withoutOrders = sql`select ${importedKey} || id, null::timestamptz from ${importedWithoutOrders} as imported`
  if (terms.length === 0) return sql`select customer_key, placed_at from orders where ${isOfPerson} union all ${withoutOrders}`
  return sql.join(
    [...listOrderMatches({ terms, phone }), sql`${withoutOrders} where ${hasTerms(sql`search_text`, terms)}`],
    sql` union all `,
  )
}

interface PeopleSearch {
  readonly terms: Terms
  /** a complete mobile number with orders, which is the only term */
  readonly phone?: string | undefined
}

interface PageQuery {
  readonly database: Database
  readonly offset: number
  readonly limit: number
}

interface FoundPerson {
  /** of the newest order; null: an imported person without orders */
  readonly id: string | null
  readonly customer_key: string
  readonly total: number
}

/** The newest orders of the people on one page, and how many people there are. */
async function findPeople({ database, offset, limit, ...search }: PageQuery & PeopleSearch) {
  const { rows } = await sql<FoundPerson>`
    select ${newestOrder(sql`people.customer_key`)} as id, customer_key, total from (
      select customer_key, max(placed_at) as placed_at, count(*) over ()::int as total from (${selectMatches(search)}) as matches
      group by customer_key order by 2 desc nulls last, 1 limit ${limit} offset ${offset}
    ) as people
  `.execute(database)
  return rows
}

const findImportedId = ({ customer_key: key }: FoundPerson): string[] =>
  key.startsWith(importedKey) ? [key.slice(importedKey.length)] : []

/** Pages up to this one are read on the way from the newest order, with about three orders for each person. */
const maxWalkedPage = 100

/** The newest orders of the people on one page, without a look at other people's. */
async function walkPeople({ database, offset, limit }: PageQuery): Promise<string[]> {
  const rows = await database
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`id = ${newestOrder(sql`orders.customer_key`)}`)
    .where(isOfPerson)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

/** Matching orders that are read for each person of a page: people have about three. */
const ordersPerPerson = 4

/**
 * The people on one page of a search that finds more than `maxCounted` people, from its newest orders. Undefined when it finds fewer
 * people, or when these orders are of too few.
 */
async function findFrequent({ database, terms, offset, limit }: PageQuery & { terms: Terms }) {
  const [orders, ...others] = listOrderMatches({ terms })
  const people = await sql<{ count: number }>`
    select count(distinct customer_key)::int as count from (${orders} limit ${(maxCounted + 1) * ordersPerPerson}) as matches
  `.execute(database)
  if ((people.rows[0]?.count ?? 0) <= maxCounted) return undefined
  const count = (offset + limit) * ordersPerPerson
  // No limit for the others: PostgreSQL would then look for the few from the newest of all orders on.
  const newest = [sql`(${orders} order by placed_at desc limit ${count})`, ...others]
  const { rows } = await sql<Pick<FoundPerson, 'id' | 'customer_key'>>`
    select ${newestOrder(sql`people.customer_key`)} as id, customer_key from (
      select customer_key, max(placed_at) as placed_at
      from (select * from (${sql.join(newest, sql` union all `)}) as matches order by placed_at desc limit ${count}) as newest
      group by customer_key order by 2 desc, 1 limit ${limit} offset ${offset}
    ) as people
  `.execute(database)
  return rows.length === limit ? rows : undefined
}

/** The complete mobile number that a search consists of, if it has orders. */
async function findPhone({ database, terms: [term = '', ...others] }: { database: Database; terms: Terms }): Promise<string | undefined> {
  if (others.length > 0 || !isMobileNumber(term)) return undefined
  const order = await database
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`${isOfPhone(term)}`)
    .limit(1)
    .executeTakeFirst()
  return order && term
}

async function countPeople({ database }: { database: Database }): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from (select from orders where ${isOfPerson} group by customer_key) as people)::int + (select count(*) from ${importedWithoutOrders} as imported)::int
      as total
  `.execute(database)
  return rows[0]?.total ?? 0
}

/** A larger number of people may be a minute old, or that of the last request; a smaller one is always exact. */
const maxUncachedCount = 1_000
const countCacheMs = 60_000

/** Creates a function that reads one page of the people with orders, those with the newest orders first, and then of imported people without any. */
interface CustomerQuery {
  readonly page: number
  readonly limit?: number | undefined
  readonly q?: string | undefined
}

export function createCustomerList({ database }: { database: Database }) {
  const counts = new LRUCache<'people', number>({
    max: 1,
    ttl: countCacheMs,
    allowStale: true,
    fetchMethod: () => countPeople({ database }),
  })

  async function readTotal(): Promise<number> {
    const total = (await counts.fetch('people')) ?? 0
    if (total <= maxUncachedCount) counts.delete('people')
    return total
  }

  async function readPage({ terms, ...range }: PageQuery & { page: number; terms: Terms }) {
    if (terms.length === 0 && range.page <= maxWalkedPage) {
      const ids = await walkPeople(range)
      if (ids.length === range.limit) return { ids, importedIds: [], total: await readTotal() }
    }
    const phone = await findPhone({ database, terms })
    if (terms.length > 0 && phone === undefined && range.offset < maxCounted) {
      const frequent = await findFrequent({ ...range, terms })
      if (frequent) return { ids: frequent.flatMap(({ id }) => id ?? []), importedIds: [], total: maxCounted, hasMore: true }
    }
    const rows = await findPeople({ ...range, terms, phone })
    // A page past the last has no row with the total.
    const [first] = rows.length > 0 || range.page === 1 ? rows : await findPeople({ ...range, terms, phone, offset: 0 })
    return { ids: rows.flatMap(({ id }) => id ?? []), importedIds: rows.flatMap(findImportedId), total: first?.total ?? 0 }
  }

  return async ({ page, limit = paging.customersPerPage, q = '' }: CustomerQuery) => {
    const { ids, importedIds, total, ...more } = await readPage({
      database,
      page,
      terms: parseSearchTerms(q),
      offset: toOffset({ page, perPage: limit }),
      limit,
    })
    const [withOrders, imported] = await Promise.all([
      readCustomers({ database, ids }),
      readImportedCustomers({ database, ids: importedIds }),
    ])
    return { customers: [...withOrders.map(presentCustomer), ...imported], ...presentPage({ page, perPage: limit, total }), ...more }
  }
}
