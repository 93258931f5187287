import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { Customer } from '#contract/orders/customers.ts'
import type { CsvCell } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { importedWithoutOrders, isOfPerson, presentCustomer, readCustomers, readImportedCustomers } from './customers.ts'

const peoplePerPart = 500

const columns: Readonly<Record<string, (customer: Customer) => CsvCell>> = {
  Name: ({ name }) => name,
  Phone: ({ phone }) => phone,
  Email: ({ email }) => email,
  City: ({ city }) => city,
  Orders: ({ orders }) => orders,
  Paid: ({ paid }) => paid,
  'Last order': ({ lastOrderAt }) => (lastOrderAt === null ? '' : toIndianDay(new Date(lastOrderAt))),
  // Imported again, these three are the same decision.
  Consent: ({ consent }) => (consent === null ? '' : consent.given ? 'yes' : 'no'),
  'Consent date': ({ consent }) => consent?.on ?? '',
  'Consent source': ({ consent }) => consent?.source ?? '',
}
export const customerColumns = Object.keys(columns)

/** Whose orders belong to a file for a sender of messages. */
export interface Segment {
  /** key of a category */
  readonly category: string | undefined
  readonly days: number | undefined
}

/** Whether an order brings its person into the segment. */
const isOfSegment = ({ category, days }: Segment) => sql`
  status not in ('Cancelled', 'Refused', 'Undelivered') and exchange_return_id is null
  ${days === undefined ? sql`` : sql`and placed_at > now() - make_interval(days => ${days})`}
  ${
    category === undefined
      ? sql``
      : sql`and exists (
        select from order_lines join products on products.id = product_id where order_id = orders.id and products.category = ${category}
      )`
  }
`

interface CustomerExport {
  readonly database: Database
  /** only those who agreed to messages about offers */
  readonly isConsentedOnly: boolean
  /** only those who agreed and have such orders */
  readonly segment?: Segment | undefined
  /** called after the last part */
  readonly onEnd: (count: number) => void
}

/** Shoppers who agreed on the account page and have not ordered yet: they are reached by their verified email. */
async function readConsentedAccounts({ database }: { database: Database }): Promise<CsvCell[][]> {
  const { rows } = await sql<{ name: string; email: string; on: string; source: string }>`
    select users.name, verified_email as email, (decided_at at time zone 'Asia/Kolkata')::date::text as on, source
    from users join lateral (select * from consents where user_id = users.id and purpose = 'marketing' order by id desc limit 1) as decision on given
    where verified_email is not null and not exists (select from orders where user_id = users.id)
      and not exists (select from imported_customers where email = lower(verified_email))
    order by users.id
  `.execute(database)
  return rows.map(({ name, email, on, source }) => [name, '', email, '', 0, 0, '', 'yes', on, source])
}

/** Customers as CSV rows in parts: those with orders, then imported ones. Of a large shop no more than one part is in memory. */
export async function* exportCustomers({ database, segment, onEnd, ...options }: CustomerExport): AsyncGenerator<CsvCell[][]> {
  const isConsentedOnly = options.isConsentedOnly || segment !== undefined
  let count = 0
  const toRows = (customers: readonly Customer[]) => {
    const rows = customers
      .filter(({ consent }) => !isConsentedOnly || consent?.given === true)
      .map((customer) => Object.values(columns).map((read) => read(customer)))
    count += rows.length
    return rows
  }
  const { rows: people } = await sql<{ id: string }>`
    select distinct on (customer_key) id from orders where ${isOfPerson}
    ${segment ? sql`and customer_key in (select customer_key from orders where ${isOfSegment(segment)})` : sql``}
    order by customer_key, placed_at desc, id desc
  `.execute(database)
  for (let start = 0; start < people.length; start += peoplePerPart) {
    const ids = people.slice(start, start + peoplePerPart).map(({ id }) => id)
    yield toRows((await readCustomers({ database, ids })).map(presentCustomer))
  }
  if (segment) return onEnd(count)
  const { rows: imported } = await sql<{ id: string }>`select id from ${importedWithoutOrders} as imported order by id`.execute(database)
  for (let start = 0; start < imported.length; start += peoplePerPart) {
    const ids = imported.slice(start, start + peoplePerPart).map(({ id }) => id)
    yield toRows(await readImportedCustomers({ database, ids }))
  }
  if (isConsentedOnly) {
    const accounts = await readConsentedAccounts({ database })
    count += accounts.length
    yield accounts
  }
  onEnd(count)
}
