import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'
import type { Person } from './person.ts'

/**
 * Deletes what a person has said about orders and failed deliveries, where the visits of the orders came from, that advertising companies may be
 * told of them, and the carts and checkouts of assistants. The orders stay: tax law needs them, but nothing of this.
 */
export async function deleteShopperNotes({
  database,
  userId,
  phones,
  emails,
}: Person & { database: Database | Transaction }): Promise<void> {
  const lowerCase = emails.map((email) => email.toLowerCase())
  const isOfPerson = sql<boolean>`(
    user_id = ${userId} or (user_id is null and (
      right(regexp_replace(delivery_address ->> 'phone', '\\D', '', 'g'), 10) = any(${phones}::text[])
      or lower(delivery_address ->> 'email') = any(${lowerCase}::text[])
    ))
  )`
  for (const table of ['payments', 'orders'] as const)
    await database.updateTable(table).set({ shopper_note: '' }).where('shopper_note', '<>', '').where(isOfPerson).execute()
  for (const [table, column] of [
    ['orders', 'order_id'],
    ['payments', 'payment_id'],
  ] as const)
    for (const details of ['order_referrals', 'purchase_reports'] as const)
      await database
        .deleteFrom(details)
        .where(column, 'in', sql<string>`(select id from ${sql.table(table)} where ${isOfPerson})`)
        .execute()
  await database
    .updateTable('delivery_answers')
    .set({ address_line: '', phone: '' })
    .where(sql<boolean>`(address_line <> '' or phone <> '')`)
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where(isOfPerson))
    .execute()
  await database
    .deleteFrom('ucp_sessions')
    .where(
      sql<boolean>`(
        id in (select session_id from ucp_orders where order_id in (select id from orders where ${isOfPerson}))
        or lower(content -> 'buyer' ->> 'email') = any(${lowerCase}::text[])
        or right(regexp_replace(content -> 'buyer' ->> 'phone_number', '\\D', '', 'g'), 10) = any(${phones}::text[])
        or right(regexp_replace(content -> 'destination' ->> 'phone_number', '\\D', '', 'g'), 10) = any(${phones}::text[])
      )`,
    )
    .execute()
}
