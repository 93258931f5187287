import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { SavedAddress } from '#contract/address.ts'
import { paging } from '#contract/business.ts'
import type { CallReply } from '#contract/contract.ts'
import type { Customer } from '#contract/customers.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { escapePattern, openStatuses } from './admin-list.ts'
import { presentOrder } from './present.ts'
import { readOrderPage } from './repository.ts'
import { parseSearchTerms } from './search-terms.ts'

// A person is the customer_key of the orders (see decision 63), and is named by the id of the newest order: no phone is in a URL.

interface CustomerRow {
  id: string
  customer_key: string
  delivery_address: SavedAddress
  placed_at: Date
  account_id: string | null
  account_name: string | null
  orders: number
  paid: Paise
  on_delivery: Paise
  refused: number
  cancelled: number
}

const newestOrder = (key: RawBuilder<unknown>) =>
  sql`(select id from orders as newer where newer.customer_key = ${key} order by placed_at desc, id desc limit 1)`

/** The newest orders of the people on one page, and how many people match. */
function selectPage({ q, offset, limit }: { q: string; offset: number; limit: number }): RawBuilder<{ id: string; total?: number }> {
  const terms = parseSearchTerms(q)
  // The newest orders are read from the index until the page is full.
  if (terms.length === 0)
    return sql`
      select id from orders where id = ${newestOrder(sql`orders.customer_key`)}
      order by placed_at desc, id desc limit ${limit} offset ${offset}
    `
  const matches = terms.map((term) => {
    const pattern = `%${escapePattern(term)}%`
    return sql`(search_text like ${pattern} or user_id in (select id from users where lower(name) like ${pattern}))`
  })
  return sql`
    select id, count(*) over ()::int as total from orders where id in (
      select ${newestOrder(sql`found.customer_key`)} from (
        select distinct customer_key from orders where ${sql.join(matches, sql` and `)}
      ) as found
    ) order by placed_at desc, id desc limit ${limit} offset ${offset}
  `
}

async function countCustomers({ database }: { database: Database }): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select distinct customer_key from orders) as customers
  `.execute(database)
  return rows[0]?.total ?? 0
}

/** The people with these newest orders, in their order. */
async function readCustomers({ database, ids }: { database: Database; ids: readonly string[] }): Promise<CustomerRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CustomerRow>`
    select newest.id, customer_key, delivery_address, placed_at, users.id as account_id, users.name as account_name, sums.*
    from orders as newest left join users on users.id = user_id, lateral (
      select count(*)::int as orders, sum(paid_paise - refunded_paise)::bigint as paid,
        coalesce(sum(collect_paise) filter (where payment_status = 'Pending' and status in (${openStatuses})), 0)::bigint as on_delivery,
        count(*) filter (where status = 'Refused')::int as refused, count(*) filter (where status = 'Cancelled')::int as cancelled
      from orders where customer_key = newest.customer_key
    ) as sums
    where newest.id in (${sql.join(ids)}) order by placed_at desc, newest.id desc
  `.execute(database)
  return rows
}

function presentCustomer({ id, delivery_address: address, account_id, account_name, ...row }: CustomerRow): Customer {
  return {
    _id: id,
    name: `${address.firstName} ${address.lastName}`.trim(),
    phone: address.phone,
    email: address.email,
    city: address.city,
    account: account_id === null ? null : { _id: account_id, name: account_name ?? '' },
    orders: row.orders,
    paid: toRupees(row.paid),
    onDelivery: toRupees(row.on_delivery),
    refused: row.refused,
    cancelled: row.cancelled,
    lastOrderAt: row.placed_at.toISOString(),
  }
}

/** A larger number of people is cached for some seconds, a smaller one is always exact. */
const maxUncachedCount = 1_000
const countCacheMs = 5_000

/** Creates a function that reads one page of all people with orders, those with the newest orders first. */
export function createCustomerList({ database }: { database: Database }) {
  const counts = new LRUCache<'all', number>({ max: 1, ttl: countCacheMs })
  const countAll = async () => {
    const total = counts.get('all') ?? (await countCustomers({ database }))
    if (total > maxUncachedCount && !counts.has('all')) counts.set('all', total)
    return total
  }
  return async ({ page, q = '' }: { page: number; q?: string | undefined }) => {
    const perPage = paging.customersPerPage
    const { rows } = await selectPage({ q, offset: (page - 1) * perPage, limit: perPage }).execute(database)
    const isFiltered = parseSearchTerms(q).length > 0
    // A page past the last has no row with the number of people that match.
    const [first] = rows.length > 0 || page === 1 ? rows : (await selectPage({ q, offset: 0, limit: 1 }).execute(database)).rows
    const total = isFiltered ? (first?.total ?? 0) : await countAll()
    const customers = await readCustomers({ database, ids: rows.map(({ id }) => id) })
    return { customers: customers.map(presentCustomer), total, page, totalPages: Math.ceil(total / perPage) }
  }
}

/** The person whose order this is, with addresses and newest orders. Throws `AppError` (404) for an unknown order. */
export async function readCustomer({ database, id }: { database: Database; id: string }): Promise<CallReply<'getCustomer'>> {
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

/** Of one person. */
const maxAddresses = 5
const maxOrders = 20
