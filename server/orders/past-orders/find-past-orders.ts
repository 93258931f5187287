import { type RawBuilder, sql } from 'kysely'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { findLastReturnDay } from '#contract/kernel/return-days.ts'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { pastOrderLimits } from '#contract/orders/past-order-limits.ts'
import type { PastItem, PastOrder } from '#contract/orders/past-orders.ts'
import type { Database } from '../../database/schema.ts'
import { toTextPattern } from '../search/search-orders.ts'
import { parseSearchTerms } from '../search/search-terms.ts'

interface PastOrderRow {
  id: string
  number: string
  placed_on: string
  delivered_on: string | null
  status: string
  payment: string
  name: string
  phone: string | null
  email: string | null
  address: string
  total_paise: Paise | null
  refunded_paise: Paise | null
  items: PastItem[]
}

interface PastOrderQuery {
  readonly database: Database
  /** of the policies: days after the delivery */
  readonly returnWindowDays: number
}

const rupeesOrNull = (amount: Paise | null) => (amount === null ? null : toRupees(amount))

const presentPastOrder =
  ({ returnWindowDays: days }: Pick<PastOrderQuery, 'returnWindowDays'>) =>
  (row: PastOrderRow): PastOrder => ({
    _id: row.id,
    number: row.number,
    placedOn: row.placed_on,
    deliveredOn: row.delivered_on,
    lastReturnDay: row.delivered_on === null ? null : findLastReturnDay({ deliveredAt: new Date(row.delivered_on), days }),
    status: row.status,
    payment: row.payment,
    name: row.name,
    phone: row.phone ?? '',
    email: row.email ?? '',
    address: row.address,
    total: rupeesOrNull(row.total_paise),
    refunded: rupeesOrNull(row.refunded_paise),
    items: row.items,
  })

async function selectPastOrders({ database, where, ...policy }: PastOrderQuery & { where: RawBuilder<unknown> }): Promise<PastOrder[]> {
  const { rows } = await sql<PastOrderRow>`
    select id, number, placed_on::text, delivered_on::text, status, payment, name, phone, email, address, total_paise, refunded_paise, items
    from past_orders where ${where} order by past_orders.placed_on desc, id desc limit ${pastOrderLimits.found}
  `.execute(database)
  return rows.map(presentPastOrder(policy))
}

/** The newest orders of an earlier shop that have all words of a search; none for an empty one. */
export async function searchPastOrders({ q, ...options }: PastOrderQuery & { q: string }): Promise<PastOrder[]> {
  // A number is found as it is written, also `#1001`.
  const terms = parseSearchTerms(q).map((term) => sql`search_text like ${toTextPattern(term)}`)
  return terms.length === 0 ? [] : selectPastOrders({ ...options, where: sql.join(terms, sql` and `) })
}

interface OfCustomer extends PastOrderQuery {
  readonly customer: Pick<Customer, 'phone' | 'email'>
  readonly addresses: readonly Pick<SavedAddress, 'phone' | 'email'>[]
}

/** The newest orders that a customer had in an earlier shop, by the phones and email addresses of the orders here. */
export function listPastOrdersOfCustomer({ customer, addresses, ...options }: OfCustomer): Promise<PastOrder[]> {
  const contacts = [customer, ...addresses]
  const phones = contacts.map(({ phone }) => normalizePhone(phone))
  const emails = contacts.map(({ email }) => email.toLowerCase())
  return selectPastOrders({ ...options, where: sql`(phone = any(${phones}::text[]) or email = any(${emails}::text[]))` })
}
