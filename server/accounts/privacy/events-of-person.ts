import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'
import type { Person } from './person.ts'

/**
 * Deletes the events about a person and the log of what was sent of them. Call it last: what is changed in the same transaction is
 * published no more.
 */
export async function deleteEvents({ database, userId, phones, emails }: Person & { database: Database | Transaction }): Promise<void> {
  const lowerCase = emails.map((email) => email.toLowerCase())
  const orders = sql`
    select id from orders where user_id = ${userId}::uuid or (user_id is null and (
      right(regexp_replace(delivery_address ->> 'phone', '\\D', '', 'g'), 10) = any(${phones}::text[])
      or lower(delivery_address ->> 'email') = any(${lowerCase}::text[])
    ))
  `
  const contact = sql`coalesce(payload -> 'customer', payload -> 'ticket')`
  await sql`delete from pending_events where order_id in (${orders})`.execute(database)
  await sql`
    delete from events where order_id in (${orders}) or (type in ('customer.consented', 'ticket.opened') and (
      payload #>> '{customer,_id}' = ${userId}::text
      or (type = 'ticket.opened' and subject_id in (select id::text from tickets where user_id = ${userId}::uuid))
      or lower(${contact} ->> 'email') = any(${lowerCase}::text[])
      or ${contact} ->> 'phone' = any(${phones}::text[])
    ))
  `.execute(database)
}
