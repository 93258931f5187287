import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'

interface Contacts {
  /** ten digits */
  readonly phones: readonly string[]
  readonly emails: readonly string[]
}

/** What was imported about a person of an earlier shop, for exports. */
export const selectImportedDetails = ({ phones, emails }: Contacts) => sql`
  select name, phone, email, consent, consent_on as "consentOn", consent_source as "consentSource", imported_at as "importedAt"
  from imported_customers where phone = any(${phones}::text[]) or email = any(${emails.map((email) => email.toLowerCase())}::text[]) order by id
`

const selectPast = (where: RawBuilder<unknown>) => sql`
  select number, placed_on as "placedOn", delivered_on as "deliveredOn", status, payment, name, phone, email, address,
    total_paise / 100.0 as total, refunded_paise / 100.0 as refunded, items
  from past_orders where ${where} order by past_orders.placed_on, id
`

const hasContact = ({ phones, emails }: Contacts) =>
  sql`(phone = any(${phones}::text[]) or email = any(${emails.map((email) => email.toLowerCase())}::text[]))`

/** The orders of a person in an earlier shop, for exports. */
export const selectPastOrders = (contacts: Contacts) => selectPast(hasContact(contacts))

/** The orders in an earlier shop of the verified email of an account. */
export const selectPastOrdersOfAccount = (userId: string) =>
  selectPast(sql`email = (select lower(verified_email) from users where id = ${userId})`)

/** Deletes what was imported about the people with these phones and email addresses, with their orders in an earlier shop. */
export async function deleteImportedDetails({ database, phones, emails }: Contacts & { database: Database | Transaction }): Promise<void> {
  const lowerCase = emails.map((email) => email.toLowerCase())
  await sql`delete from imported_customers where phone = any(${phones}::text[]) or email = any(${lowerCase}::text[])`.execute(database)
  await sql`delete from past_orders where ${hasContact({ phones, emails })}`.execute(database)
}
