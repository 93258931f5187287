import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createOldDatabase } from '#testing/old-database.ts'

test('the upgrade to one outbox keeps waiting mails and does not queue sent ones again', async () => {
  const { database, upgrade } = await createOldDatabase({ before: '0036_one_outbox.sql' })
  const contactId = randomUUID()
  await sql`
    insert into orders (number, kind, total_paise, paid_paise, collect_paise, delivery_address) values ('7K3M-9QXT', 'guest', 100, 0, 100, '{}')
  `.execute(database)
  await sql`
    with events as (
      insert into order_events (order_id, event, actor, happened_at)
      select id, event, 'guest', '2026-01-02' from orders, (values ('Placed'), ('Shipped')) as events (event) returning id, event
    )
    insert into order_mails (event_id, state, attempts) select id, case event when 'Placed' then 'sent' else 'waiting' end, 2 from events
  `.execute(database)
  await sql`
    insert into contact_messages (id, name, reply_to, message, attempts) values (${contactId}, 'Asha', 'asha@example.com', 'Hello', 5)
  `.execute(database)
  await upgrade()
  const mails = await database
    .selectFrom('outbox_mails')
    .leftJoin('order_events', 'order_events.id', 'order_event_id')
    .select(['state', 'attempts', 'event', 'contact_message'])
    .orderBy('attempts')
    .orderBy('state')
    .execute()
  expect(mails).toEqual([
    { state: 'sent', attempts: 2, event: 'Placed', contact_message: null },
    { state: 'waiting', attempts: 2, event: 'Shipped', contact_message: null },
    {
      state: 'waiting',
      attempts: 5,
      event: null,
      contact_message: { name: 'Asha', replyTo: 'asha@example.com', orderNumber: null, message: 'Hello' },
    },
  ])
  const contactMail = await database.selectFrom('outbox_mails').select('id').where('contact_message', 'is not', null).executeTakeFirst()
  expect(contactMail?.id).toBe(contactId)
  const { rows } = await sql<{ days: number }>`
    select distinct extract(day from created_at)::int as days from outbox_mails where order_event_id is not null
  `.execute(database)
  expect(rows).toEqual([{ days: 2 }])
})
