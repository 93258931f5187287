import { sql } from 'kysely'
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

/** Deletes what was imported about the people with these phones and email addresses. */
export async function deleteImportedDetails({ database, phones, emails }: Contacts & { database: Database | Transaction }): Promise<void> {
  const lowerCase = emails.map((email) => email.toLowerCase())
  await sql`delete from imported_customers where phone = any(${phones}::text[]) or email = any(${lowerCase}::text[])`.execute(database)
}
