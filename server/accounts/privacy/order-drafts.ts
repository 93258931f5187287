import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'
import type { Person } from './person.ts'

const isOfPerson = ({ userId, phones, emails }: Person) => sql<boolean>`(
  user_id = ${userId} or right(regexp_replace(phone, '\\D', '', 'g'), 10) = any(${phones.filter(Boolean)}::text[])
  or email = any(${emails.filter(Boolean).map((email) => email.toLowerCase())}::text[])
)`

/** The orders for a person that administrators have begun to enter, for exports. */
export const selectOrderDrafts = (person: Person) => sql`
  select name, phone, email, contents, saved_at as "savedAt" from order_drafts where ${isOfPerson(person)} order by id
`

/** Deletes the orders for a person that administrators have begun to enter. */
export async function deleteOrderDrafts({ database, ...person }: Person & { database: Database | Transaction }): Promise<void> {
  await database.deleteFrom('order_drafts').where(isOfPerson(person)).execute()
}
