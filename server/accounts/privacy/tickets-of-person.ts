import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'
import type { Person } from './person.ts'

const toLowerCase = (texts: readonly string[]) => texts.map((text) => text.toLowerCase())

/** Tickets of a person with their replies, for exports. */
export const selectTickets = ({ userId, emails, phones }: Person) => sql`
  select 'T-' || number as number, kind, state, name, email, phone, order_number as "orderNumber", message, created_at as "createdAt",
    acknowledged_at as "acknowledgedAt", settled_at as "settledAt",
    array(
      select jsonb_build_object('by', by, 'text', text, 'at', replied_at) from ticket_replies where ticket_id = tickets.id order by ticket_replies.id
    ) as replies
  from tickets
  where user_id = ${userId}::uuid
    or (user_id is null and ((email <> '' and lower(email) = any(${toLowerCase(emails)}::text[])) or (phone <> '' and phone = any(${phones}::text[]))))
  order by created_at, tickets.id
`

/** Deletes the settled messages of a person. Requests about data stay as long as proof of the answer. */
export async function deleteSettledTickets({
  database,
  userId,
  emails,
}: Pick<Person, 'userId' | 'emails'> & { database: Database | Transaction }): Promise<void> {
  await sql`
    delete from tickets where state = 'settled' and data_request_id is null
      and (user_id = ${userId}::uuid or (user_id is null and lower(email) = any(${toLowerCase(emails)}::text[])))
  `.execute(database)
}
