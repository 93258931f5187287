import { type RawBuilder, sql } from 'kysely'
import type { User } from '#contract/accounts/users.ts'
import type { SavedAddress } from '#contract/address.ts'
import { paging } from '#contract/business.ts'
import type { CallReply } from '#contract/contract.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { escapePattern, sumCashDue } from './desk/admin-list.ts'
import { parseSearchTerms } from './desk/search-terms.ts'
import { presentOrder } from './present.ts'
import { readOrderPage } from './repository.ts'

// A person is the customer_key of the orders (see decision 63), and is named by the id of the newest order: no phone is in a URL.

interface CustomerRow {
  id: string
  customer_key: string
  delivery_address: SavedAddress
  placed_at: Date
  account_id: string | null
  account_name: string | null
  account_role: User['role'] | null
  orders: number
  paid: Paise
  on_delivery: Paise
  refused: number
  cancelled: number
}

const newestOrder = (key: RawBuilder<unknown>) =>
  sql`(select id from orders as newer where newer.customer_key = ${key} order by placed_at desc, id desc limit 1)`

/** The orders by which people are found: all terms are in one of their orders, or in the name of their account. */
function selectMatches(terms: readonly string[]): RawBuilder<unknown> {
  if (terms.length === 0) return sql`select customer_key, placed_at from orders`
  const matches = (column: RawBuilder<unknown>) =>
    sql.join(
      terms.map((term) => sql`${column} like ${`%${escapePattern(term)}%`}`),
      sql` and `,
    )
  return sql`
    select customer_key, placed_at from orders where ${matches(sql`search_text`)}
    union all
    select customer_key, placed_at from orders join users on users.id = user_id where ${matches(sql`lower(users.name)`)}
  `
}

interface PeopleQuery {
  readonly database: Database
  readonly terms: readonly string[]
  readonly offset: number
  readonly limit: number
}

/** The newest orders of the people on one page, and how many people there are. */
async function findPeople({ database, terms, offset, limit }: PeopleQuery) {
  const { rows } = await sql<{ id: string; total: number }>`
    select ${newestOrder(sql`people.customer_key`)} as id, total from (
      select customer_key, max(placed_at) as placed_at, count(*) over ()::int as total from (${selectMatches(terms)}) as matches
      group by customer_key order by 2 desc, 1 limit ${limit} offset ${offset}
    ) as people
  `.execute(database)
  return rows
}

/** The people with these newest orders, in their order. */
async function readCustomers({ database, ids }: { database: Database; ids: readonly string[] }): Promise<CustomerRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CustomerRow>`
    select newest.id, customer_key, delivery_address, placed_at, users.id as account_id, users.name as account_name, users.role as account_role, sums.*
    from orders as newest left join users on users.id = user_id, lateral (
      select count(*)::int as orders, sum(paid_paise - refunded_paise)::bigint as paid,
        ${sumCashDue} as on_delivery,
        count(*) filter (where status = 'Refused')::int as refused, count(*) filter (where status = 'Cancelled')::int as cancelled
      from orders where customer_key = newest.customer_key
    ) as sums
    where newest.id in (${sql.join(ids)}) order by placed_at desc, newest.id desc
  `.execute(database)
  return rows
}

function presentCustomer({ id, delivery_address: address, account_id, account_name, account_role, ...row }: CustomerRow): Customer {
  return {
    _id: id,
    name: `${address.firstName} ${address.lastName}`.trim(),
    phone: address.phone,
    email: address.email,
    city: address.city,
    account: account_id === null ? null : { _id: account_id, name: account_name ?? '', role: account_role ?? 'user' },
    orders: row.orders,
    paid: toRupees(row.paid),
    onDelivery: toRupees(row.on_delivery),
    refused: row.refused,
    cancelled: row.cancelled,
    lastOrderAt: row.placed_at.toISOString(),
  }
}

/** One page of the people with orders, those with the newest orders first. */
export async function listCustomers({ database, page, q = '' }: { database: Database; page: number; q?: string | undefined }) {
  const limit = paging.customersPerPage
  const people = { database, terms: parseSearchTerms(q), limit }
  const rows = await findPeople({ ...people, offset: (page - 1) * limit })
  // A page past the last has no row with the total.
  const [first] = rows.length > 0 || page === 1 ? rows : await findPeople({ ...people, offset: 0 })
  const customers = await readCustomers({ database, ids: rows.map(({ id }) => id) })
  const total = first?.total ?? 0
  return { customers: customers.map(presentCustomer), total, page, totalPages: Math.ceil(total / limit) }
}

/** The person whose order this is, with addresses and newest orders. Throws `AppError` (404) for an unknown order. */
export async function readCustomer({ database, id }: { database: Database; id: string }): Promise<CallReply<'GET /customers/:id'>> {
  const { rows } = isUuid(id)
    ? await sql<{ id: string }>`select ${newestOrder(sql`orders.customer_key`)} as id from orders where id = ${id}`.execute(database)
    : { rows: [] }
  const [row] = await readCustomers({ database, ids: rows.map((newest) => newest.id) })
  if (!row) throw new AppError('not_found')
  const ofCustomer = database.selectFrom('orders').where('customer_key', '=', row.customer_key)
  const [addresses, orders] = await Promise.all([
    ofCustomer
      .select('delivery_address')
      .groupBy('delivery_address')
      .orderBy((eb) => eb.fn.max('placed_at'), 'desc')
      .limit(maxAddresses)
      .execute(),
    readOrderPage({ database, orders: ofCustomer, page: 1, perPage: maxOrders }),
  ])
  return {
    customer: presentCustomer(row),
    addresses: addresses.map(({ delivery_address }) => delivery_address),
    orders: orders.map((order) => ({ ...presentOrder(order), kind: order.row.kind })),
  }
}

/** Addresses that are shown for one person. */
const maxAddresses = 5
const maxOrders = 20
