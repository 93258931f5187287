import { type RawBuilder, sql } from 'kysely'
import type { User } from '#contract/accounts/users.ts'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { sumCashDue } from '../order/cash-due.ts'
import { presentKind, presentOrder } from '../order/present.ts'
import { readOrderPage } from '../order/repository.ts'

// A person is the customer_key of the orders (decision 63), and is named by the id of the newest order: no phone is in a URL. An imported
// person without orders is named by the id of its row.

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

/** Left out: orders whose items were taken away by somebody who has said neither phone nor email. */
export const isOfPerson = sql<boolean>`not (orders.is_taken_away and orders.customer_key = orders.id::text)`

/** The id of the newest order of a person. */
export const newestOrder = (key: RawBuilder<unknown>) =>
  sql`(select id from orders as newer where newer.customer_key = ${key} order by placed_at desc, id desc limit 1)`

/** In the form of the index orders_of_phone. */
const phoneOf = (order: string) => sql`right(regexp_replace(${sql.ref(`${order}.delivery_address`)} ->> 'phone', '\\D', '', 'g'), 10)`
const emailOf = (order: string) => sql`lower(${sql.ref(`${order}.delivery_address`)} ->> 'email')`

/** The orders of an imported person: those with the phone, or with the email of somebody without a phone. */
export const ordersOfImported = sql`
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
      from orders where customer_key = newest.customer_key and exchange_return_id is null
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
      .where('is_taken_away', '=', false)
      .groupBy('delivery_address')
      .orderBy((eb) => eb.fn.max('placed_at'), 'desc')
      .limit(maxAddresses)
      .execute(),
    readOrderPage({ database, orders: ofCustomer, page: 1, perPage: maxOrders }),
  ])
  return {
    customer: presentCustomer(row),
    addresses: addresses.map(({ delivery_address }) => delivery_address),
    orders: orders.map((order) => ({ ...presentOrder(order), kind: presentKind(order.row) })),
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
