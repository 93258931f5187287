import { sql } from 'kysely'
import { retention } from '#contract/kernel/limits/retention.ts'
import type { Database } from '../../database/schema.ts'

/** Removes names and phone numbers from the reviews of payments that were resolved long ago. The reviews themselves stay. */
export async function removeOldContacts({ database }: { database: Database }): Promise<void> {
  const age = sql`now() - make_interval(days => ${retention.resolvedPaymentDays})`
  await sql`
    update resolved_discrepancies set discrepancy = discrepancy || '{"shopper": {"name": "", "phone": ""}}'
    where resolved_at < ${age} and discrepancy -> 'shopper' <> '{"name": "", "phone": ""}'
  `.execute(database)
  await sql`
    update unknown_payments set phone = null where phone is not null and found_at < ${age}
      and exists (select from resolved_discrepancies where subject_id = unknown_payments.id and resolved_at < ${age})
  `.execute(database)
}
