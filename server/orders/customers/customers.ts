import { type RawBuilder, sql } from 'kysely'
import type { User } from '#contract/accounts/users.ts'
import type { SavedAddress } from '#contract/address.ts'
import { paging } from '#contract/business.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { escapePattern, sumCashDue } from '../desk/admin-list.ts'
import { parseSearchTerms } from '../desk/search-terms.ts'
import { presentOrder } from '../present.ts'
import { readOrderPage } from '../repository.ts'

// A person is the customer_key of the orders (see decision 63), and is named by the id of the newest order: no phone is in a URL. An imported
// person without orders is named by the id of its row (decision 103).

interface ConsentColumns {
  given: boolean | null
  decided_on: string
  consent_source: string
}

interface CustomerRow extends ConsentColumns {
  id: string
  customer_key: string
  imported_at: Date | null
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

/** In the form of the index orders_of_phone. */
const phoneOf = (order: string) => sql`right(regexp_replace(${sql.ref(`${order}.delivery_address`)} ->> 'phone', '\\D', '', 'g'), 10)`
const emailOf = (order: string) => sql`lower(${sql.ref(`${order}.delivery_address`)} ->> 'email')`

/** The orders of an imported person: those with the phone, or with the email of somebody without a phone. */
const ordersOfImported = sql`
  select imported_customers.id as imported_id, orders.customer_key, orders.placed_at
  from imported_customers join orders on ${phoneOf('orders')} = imported_customers.phone
  union all
  select imported_customers.id, orders.customer_key, orders.placed_at
  from imported_customers join orders on ${emailOf('orders')} = imported_customers.email where imported_customers.phone is null
`

/** Imported people without orders. In two parts, so that each is one join and no search for each person. */
export const importedWithoutOrders = sql`(
  select * from imported_customers where phone is not null
    and not exists (select from orders where ${phoneOf('orders')} = imported_customers.phone)
  union all
  select * from imported_customers where phone is null
    and not exists (select from orders where ${emailOf('orders')} = imported_customers.email)
)`

/** Before the id of an imported person without orders, in the place of a customer_key. */
const importedKey = 'imported '

/** The orders by which people are found: all terms are in one of their orders, or in the name of their account. */
function selectMatches(terms: readonly string[]): RawBuilder<unknown> {
  const withoutOrders = sql`select ${importedKey} || id, null::timestamptz from ${importedWithoutOrders} as imported`
  if (terms.length === 0) return sql`select customer_key, placed_at from orders union all ${withoutOrders}`
  const matches = (column: RawBuilder<unknown>) =>
    sql.join(
      terms.map((term) => sql`${column} like ${`%${escapePattern(term)}%`}`),
      sql` and `,
    )
  return sql`
    select customer_key, placed_at from orders where ${matches(sql`search_text`)}
    union all
    select customer_key, placed_at from orders join users on users.id = user_id where ${matches(sql`lower(users.name)`)}
    union all
    select customer_key, placed_at from (${ordersOfImported}) as found
    where imported_id in (select id from imported_customers where ${matches(sql`search_text`)})
    union all
    ${withoutOrders} where ${matches(sql`search_text`)}
  `
}

interface PeopleQuery {
  readonly database: Database
  readonly terms: readonly string[]
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
async function findPeople({ database, terms, offset, limit }: PeopleQuery) {
  const { rows } = await sql<FoundPerson>`
    select ${newestOrder(sql`people.customer_key`)} as id, customer_key, total from (
      select customer_key, max(placed_at) as placed_at, count(*) over ()::int as total from (${selectMatches(terms)}) as matches
      group by customer_key order by 2 desc nulls last, 1 limit ${limit} offset ${offset}
    ) as people
  `.execute(database)
  return rows
}

/** What was imported about the person of the order `newest`, by any phone or email of its orders. */
const importedOfPerson = sql`
  lateral (
    select linked.* from orders as linking join imported_customers as linked on linked.phone = ${phoneOf('linking')}
    where linking.customer_key = newest.customer_key
    union
    select linked.* from orders as linking join imported_customers as linked on linked.phone is null and linked.email = ${emailOf('linking')}
    where linking.customer_key = newest.customer_key
  )
`

/** The people with these newest orders, the one who ordered last first. */
export async function readCustomers({ database, ids }: { database: Database; ids: readonly string[] }): Promise<CustomerRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CustomerRow>`
    select newest.id, customer_key, delivery_address, placed_at, users.id as account_id, users.name as account_name, users.role as account_role, sums.*,
      (select max(imported.imported_at) from ${importedOfPerson} as imported) as imported_at,
      decision.given, decision.decided_on, decision.consent_source
    from orders as newest left join users on users.id = user_id
    left join lateral (
      select consent as given, consent_on::text as decided_on, consent_source, 0 as rank from ${importedOfPerson} as imported where consent is not null
      union all
      (select given, (decided_at at time zone 'Asia/Kolkata')::date::text, source, 1 from consents
      where user_id = newest.user_id and purpose = 'marketing' order by id desc limit 1)
      order by decided_on desc, rank desc, given limit 1
    ) as decision on true, lateral (
      select count(*)::int as orders, sum(paid_paise - refunded_paise)::bigint as paid,
        ${sumCashDue} as on_delivery,
        count(*) filter (where status = 'Refused')::int as refused, count(*) filter (where status = 'Cancelled')::int as cancelled
      from orders where customer_key = newest.customer_key
    ) as sums
    where newest.id in (${sql.join(ids)}) order by placed_at desc, newest.id desc
  `.execute(database)
  return rows
}

export function presentCustomer({ id, delivery_address: address, account_id, account_name, account_role, ...row }: CustomerRow): Customer {
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
    importedAt: row.imported_at?.toISOString() ?? null,
    consent: presentConsent(row),
  }
}

const presentConsent = ({ given, decided_on: on, consent_source: source }: ConsentColumns): Customer['consent'] =>
  given === null ? null : { given, on, source }

/** Imported people, in the order of their ids. */
export async function readImportedCustomers({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Customer[]> {
  const { rows } = await sql<ConsentColumns & { id: string; name: string; phone: string; email: string; imported_at: Date }>`
    select id, name, coalesce(phone, '') as phone, coalesce(email, '') as email, imported_at,
      consent as given, consent_on::text as decided_on, consent_source
    from imported_customers where id = any(${ids}::uuid[]) order by id
  `.execute(database)
  const noOrders = { account: null, city: '', orders: 0, paid: 0, onDelivery: 0, refused: 0, cancelled: 0, lastOrderAt: null }
  return rows.map(({ id, name, phone, email, imported_at, ...consent }) => ({
    ...noOrders,
    _id: id,
    name,
    phone,
    email,
    importedAt: imported_at.toISOString(),
    consent: presentConsent(consent),
  }))
}

const findImportedId = ({ customer_key: key }: FoundPerson): string[] =>
  key.startsWith(importedKey) ? [key.slice(importedKey.length)] : []

/** One page of the people with orders, those with the newest orders first, and then of imported people without any. */
export async function listCustomers({ database, page, q = '' }: { database: Database; page: number; q?: string | undefined }) {
  const limit = paging.customersPerPage
  const people = { database, terms: parseSearchTerms(q), limit }
  const rows = await findPeople({ ...people, offset: (page - 1) * limit })
  // A page past the last has no row with the total.
  const [first] = rows.length > 0 || page === 1 ? rows : await findPeople({ ...people, offset: 0 })
  const [withOrders, imported] = await Promise.all([
    readCustomers({ database, ids: rows.flatMap(({ id }) => id ?? []) }),
    readImportedCustomers({ database, ids: rows.flatMap(findImportedId) }),
  ])
  const total = first?.total ?? 0
  return { customers: [...withOrders.map(presentCustomer), ...imported], total, page, totalPages: Math.ceil(total / limit) }
}

/** The newest order of the person whose order this is, or who was imported with this id. */
export async function findNewestOrder({ database, id }: { database: Database | Transaction; id: string }): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<{ id: string }>`
    select ${newestOrder(sql`found.customer_key`)} as id from (
      select customer_key, placed_at from orders where id = ${id}
      union all select customer_key, placed_at from (${ordersOfImported}) as of_imported where imported_id = ${id}
      order by placed_at desc limit 1
    ) as found
  `.execute(database)
  return rows[0]?.id
}

/** The person whose order this is, or who was imported with this id, with addresses and newest orders. @throws AppError not_found */
export async function readCustomer({ database, id }: { database: Database; id: string }) {
  const newest = await findNewestOrder({ database, id })
  const [row] = await readCustomers({ database, ids: newest === undefined ? [] : [newest] })
  if (!row) {
    const [customer] = isUuid(id) ? await readImportedCustomers({ database, ids: [id] }) : []
    if (!customer) throw new AppError('not_found')
    return { customer, addresses: [], orders: [] }
  }
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

/** What was imported about the person whose order this is, or who was imported with this id. */
export async function listImportedIds({ database, id }: { database: Database; id: string }): Promise<string[]> {
  const newest = await findNewestOrder({ database, id })
  const { rows } = await sql<{ id: string }>`
    select id from imported_customers where id = ${id}
    union select imported.id from orders as newest, ${importedOfPerson} as imported where newest.id = ${newest ?? null}
  `.execute(database)
  return rows.map((row) => row.id)
}
