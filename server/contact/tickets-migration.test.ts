import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createOldDatabase } from '#testing/old-database.ts'

const at = (day: number) => new Date(Date.UTC(2026, 8, day))

test('existing requests about data and unsent messages get tickets, and so do those of the previous version', async () => {
  const { database, upgrade } = await createOldDatabase({ before: '0280_tickets.sql' })
  const [user] = (
    await sql<{ id: string }>`insert into users (name, name_key, pin_hash) values ('asha', 'asha', 'x') returning id`.execute(database)
  ).rows
  const add = (kind: string, values: { by?: string; email?: string; user?: string; closed?: Date; day: number }) => sql`
    insert into data_requests (kind, user_id, email, details, entered_by, requested_at, due_at, closed_at, note)
    values (${kind}, ${values.user ?? null}, ${values.email ?? null}, ${values.email === undefined ? null : ''}, ${values.by ?? null}, ${at(values.day)},
      ${at(values.day + 20)}, ${values.closed ?? null}, ${values.closed ? 'Done' : null})
  `
  await add('access', { user: user?.id ?? '', closed: at(2), day: 2 }).execute(database)
  await add('grievance', { email: 'ravi@example.com', by: user?.id ?? '', day: 1 }).execute(database)
  const message = { name: 'Mira', replyTo: 'mira@example.com', orderNumber: null, message: 'Hello' }
  await sql`insert into outbox_mails (contact_message, created_at) values (${JSON.stringify(message)}, ${at(3)})`.execute(database)
  await upgrade()
  const readTickets = () =>
    database
      .selectFrom('tickets')
      .select(['number', 'kind', 'state', 'email', 'message', 'created_at', 'next_due_at'])
      .orderBy('number')
      .execute()
  expect(await readTickets()).toEqual([
    { number: 1_000, kind: 'data', state: 'acknowledged', email: 'ravi@example.com', message: '', created_at: at(1), next_due_at: at(21) },
    { number: 1_001, kind: 'data', state: 'settled', email: '', message: '', created_at: at(2), next_due_at: null },
    { number: 1_002, kind: 'question', state: 'open', email: 'mira@example.com', message: 'Hello', created_at: at(3), next_due_at: at(5) },
  ])
  expect(await database.selectFrom('data_requests').select('id').execute()).toHaveLength(2)
  // As the previous version of the server does.
  await add('correction', { email: 'sita@example.com', by: user?.id ?? '', day: 4 }).execute(database)
  await sql`update data_requests set closed_at = ${at(5)}, note = 'Done' where email = 'ravi@example.com'`.execute(database)
  const tickets = await readTickets()
  expect(tickets.map(({ number, state }) => [number, state])).toEqual([
    [1_000, 'settled'],
    [1_001, 'settled'],
    [1_002, 'open'],
    [1_003, 'acknowledged'],
  ])
  await sql`delete from data_requests where email = 'ravi@example.com'`.execute(database)
  expect(await readTickets()).toHaveLength(3)
})
