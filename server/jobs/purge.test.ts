import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp()
const { request, database } = shop
const run = createJobRunner(shop)
const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

test('idempotency keys are deleted after a week', async () => {
  const scope = randomUUID()
  const buildKey = (key: string, days: number) => ({ scope, key, fingerprint: '', answer: null, created_at: ago(days) })
  await database
    .insertInto('idempotency_keys')
    .values([buildKey('old', 8), buildKey('late', 6), buildKey('new', 0)])
    .execute()
  await run('purge-idempotency-keys')
  const rows = await database.selectFrom('idempotency_keys').select('key').where('scope', '=', scope).orderBy('key').execute()
  expect(rows.map(({ key }) => key)).toEqual(['late', 'new'])
})

test('counts of the requests of assistants are deleted after 90 days', async () => {
  const buildCount = (agent: string, days: number) => ({ day: '2026-01-01', agent, requests: 1, last_at: ago(days) })
  await database
    .insertInto('assistant_requests')
    .values([buildCount('old.example', 91), buildCount('new.example', 89)])
    .execute()
  await run('purge-assistant-requests')
  expect(await database.selectFrom('assistant_requests').select('agent').execute()).toEqual([{ agent: 'new.example' }])
})

test('expired rate limits are deleted, others stay', async () => {
  const hours = (count: number) => Date.now() + count * 3_600_000
  const rows = [
    { key: 'long ago', expire: hours(-2) },
    { key: 'just now', expire: hours(-0.5) },
    { key: 'running', expire: hours(1) },
    { key: 'for ever', expire: null },
  ]
  await database
    .insertInto('limits')
    .values(rows.map((row) => ({ ...row, points: 1 })))
    .execute()
  await run('purge-rate-limits')
  const remaining = await database.selectFrom('limits').select('key').orderBy('key').execute()
  expect(remaining.map(({ key }) => key)).toEqual(['for ever', 'just now', 'running'])
})

test('what is stored of who placed an order is deleted after 25 hours', async () => {
  const place = async () => {
    const tee = await createTestProduct({ database })
    const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
    return reply.json<{ order: { _id: string } }>().order._id
  }
  const [old, recent] = [await place(), await place()]
  await sql`update order_sources set counted_at = now() - interval '26 hours' where order_id = ${old}`.execute(database)
  await sql`update unconfirmed_sums set hour = hour - interval '26 hours'`.execute(database)
  await run('purge-order-sources')
  expect(await database.selectFrom('order_sources').select('order_id').execute()).toEqual([{ order_id: recent }])
  expect(await database.selectFrom('unconfirmed_sums').selectAll().execute()).toEqual([])
})

test('old visits are deleted in batches, the daily totals stay', async () => {
  await sql`insert into visits (visited_at, user_agent) select now() - make_interval(days => 31), 'old' from generate_series(1, 12000)`.execute(
    database,
  )
  await database
    .insertInto('visits')
    .values({ visited_at: ago(29), user_agent: 'recent' })
    .execute()
  await database
    .insertInto('visit_totals')
    .values({ day: new Date('2020-01-01'), visits: 12_000 })
    .execute()
  await run('purge-visits')
  expect(await database.selectFrom('visits').select('user_agent').execute()).toEqual([{ user_agent: 'recent' }])
  expect(await database.selectFrom('visit_totals').select('visits').execute()).toEqual([{ visits: 12_000 }])
})

test('expired sessions are deleted', async () => {
  const { id } = await database
    .insertInto('users')
    .values({ name: 'Purge', name_key: randomUUID(), pin_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = (days: number) => ({ token_hash: Buffer.from(randomUUID()), user_id: id, expires_at: ago(days) })
  await database
    .insertInto('sessions')
    .values([session(1), session(-1)])
    .execute()
  await run('purge-sessions')
  expect(await database.selectFrom('sessions').select('user_id').execute()).toHaveLength(1)
})

test('links and codes of accounts are deleted when they have ended', async () => {
  const { id } = await database
    .insertInto('users')
    .values({ name: 'Links', name_key: randomUUID(), pin_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = { user_id: id, purpose: 'verify email', email: 'asha@example.com' } as const
  await database
    .insertInto('account_links')
    .values([
      { ...link, token_hash: Buffer.from('ended'), expires_at: ago(1) },
      { ...link, token_hash: Buffer.from('open'), expires_at: ago(-1) },
    ])
    .execute()
  await database
    .insertInto('login_codes')
    .values([
      { user_id: id, device_hash: Buffer.from('old'), created_at: ago(2) },
      { user_id: id, device_hash: Buffer.from('new') },
    ])
    .execute()
  await run('purge-sessions')
  expect(await database.selectFrom('account_links').select('token_hash').execute()).toEqual([{ token_hash: Buffer.from('open') }])
  expect(await database.selectFrom('login_codes').select('device_hash').execute()).toEqual([{ device_hash: Buffer.from('new') }])
})

test('many sessions and known devices are deleted in batches', async () => {
  const { id } = await database
    .insertInto('users')
    .values({ name: 'Many', name_key: randomUUID(), pin_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const many = sql`generate_series(1, 6000) number`
  await sql`
    insert into sessions (token_hash, user_id, expires_at) select sha256(number::text::bytea), ${id}, ${ago(1)} from ${many}
  `.execute(database)
  await sql`
    insert into known_devices (token_hash, user_id, last_success_at) select sha256(number::text::bytea), ${id}, ${ago(401)} from ${many}
  `.execute(database)
  await sql`create table deleted_batches (name text, rows integer)`.execute(database)
  await sql`
    create function record_deleted() returns trigger language plpgsql as $$
    begin insert into deleted_batches select tg_table_name, count(*) from deleted_rows; return null; end $$
  `.execute(database)
  for (const table of ['sessions', 'known_devices']) {
    await sql`
      create trigger record_deleted after delete on ${sql.table(table)} referencing old table as deleted_rows
      for each statement execute function record_deleted()
    `.execute(database)
  }
  await run('purge-sessions')
  const { rows } = await sql<{ name: string; rows: number }>`select name, rows from deleted_batches`.execute(database)
  expect(rows.map(({ name, rows }) => [name, rows])).toEqual([
    ['sessions', 5_000],
    ['sessions', 1_000],
    ['known_devices', 5_000],
    ['known_devices', 1_000],
  ])
})

test('the addresses that mails were limited by are deleted after two days', async () => {
  const message = JSON.stringify({ name: 'Asha', replyTo: 'asha@example.com', orderNumber: null, message: 'Hello' })
  const insertMail = async (recipient: string, days: number) => {
    const { id } = await database.insertInto('outbox_mails').values({ contact_message: message }).returning('id').executeTakeFirstOrThrow()
    await database
      .insertInto('limited_mails')
      .values({ mail_id: id, recipient, is_sent: true, handled_at: ago(days) })
      .execute()
  }
  await insertMail('old', 3)
  await insertMail('recent', 1)
  await run('purge-limited-mails')
  expect(await database.selectFrom('limited_mails').select('recipient').execute()).toEqual([{ recipient: 'recent' }])
})

test('messages that could not be sent are deleted after 90 days', async () => {
  const message = { state: 'given up', contact_message: JSON.stringify({ message: 'Hello' }), created_at: ago(200) } as const
  await database.deleteFrom('outbox_mails').execute()
  await database
    .insertInto('outbox_mails')
    .values([
      { ...message, settled_at: ago(91), attempts: 1 },
      { ...message, settled_at: ago(89), attempts: 2 },
      { ...message, state: 'waiting', attempts: 3 },
    ])
    .execute()
  const change = { person_keys: [Buffer.from('person')], event: 'allowed' as const, change: '{}', actor_id: null }
  await database
    .insertInto('cod_person_events')
    .values([
      { ...change, happened_at: ago(366) },
      { ...change, happened_at: ago(364) },
    ])
    .execute()
  await run('purge-privacy-records')
  const rows = await database.selectFrom('outbox_mails').select('attempts').orderBy('attempts').execute()
  expect(rows.map(({ attempts }) => attempts)).toEqual([2, 3])
})

test('answered requests about data, retired names, changes of persons and messages of the provider are deleted after a year', async () => {
  const request = { kind: 'access', due_at: ago(0) } as const
  const event = { event: 'payment.captured', received_at: ago(400), body: Buffer.from('{}') }
  await database
    .insertInto('data_requests')
    .values([
      { ...request, name: 'old', closed_at: ago(366), note: 'Done' },
      { ...request, name: 'late', closed_at: ago(364), note: 'Done' },
      { ...request, name: 'open' },
    ])
    .execute()
  await database
    .insertInto('retired_names')
    .values([
      { skeleton_hash: Buffer.from('old'), retired_at: ago(366) },
      { skeleton_hash: Buffer.from('new'), retired_at: ago(0) },
    ])
    .execute()
  await database
    .insertInto('payment_events')
    .values([
      { ...event, provider_event_id: 'old', processed_at: ago(366) },
      { ...event, provider_event_id: 'late', processed_at: ago(364) },
      { ...event, provider_event_id: 'open' },
    ])
    .execute()
  await run('purge-privacy-records')
  await run('purge-payment-records')
  const requests = await database.selectFrom('data_requests').select('name').orderBy('name').execute()
  expect(requests.map(({ name }) => name)).toEqual(['late', 'open'])
  expect(await database.selectFrom('retired_names').select('skeleton_hash').execute()).toEqual([{ skeleton_hash: Buffer.from('new') }])
  expect(await database.selectFrom('cod_person_events').select('id').execute()).toHaveLength(1)
  const events = await database.selectFrom('payment_events').select('provider_event_id as id').orderBy('id').execute()
  expect(events.map(({ id }) => id)).toEqual(['late', 'open'])
})

test('a ticket is deleted a year after it was settled, one about data with its request', async () => {
  await database.deleteFrom('data_requests').execute()
  const ticket = { kind: 'question', acknowledge_by: ago(500), due_at: ago(500) } as const
  const settled = { ...ticket, state: 'settled', acknowledged_at: ago(400) } as const
  await database
    .insertInto('tickets')
    .values([
      { ...settled, name: 'old', settled_at: ago(366) },
      { ...settled, name: 'late', settled_at: ago(364) },
      { ...ticket, name: 'open', created_at: ago(500) },
    ])
    .execute()
  const request = { kind: 'access', due_at: ago(0) } as const
  await database
    .insertInto('data_requests')
    .values([
      { ...request, name: 'old request', closed_at: ago(366), note: 'Done' },
      { ...request, name: 'late request', closed_at: ago(364), note: 'Done' },
    ])
    .execute()
  await run('purge-privacy-records')
  const rows = await database.selectFrom('tickets').select('name').orderBy('name').execute()
  expect(rows.map(({ name }) => name)).toEqual(['late', 'late request', 'open'])
})

test('the file of an import is deleted after a week, its results after 90 days, and nothing of an import that is running', async () => {
  const add = async (days: number, state: 'done' | 'running') => {
    const values = { file_name: `${days} ${state}`, format: 'own' as const, columns: '[]', row_count: 1, state, created_at: ago(days) }
    const { id } = await database.insertInto('product_imports').values(values).returning('id').executeTakeFirstOrThrow()
    await database
      .insertInto('product_import_csv')
      .values({ import_id: id, bytes: Buffer.from('Name') })
      .execute()
    await database
      .insertInto('product_import_files')
      .values({ import_id: id, name: 'a.png', hash: '', bytes: Buffer.alloc(1) })
      .execute()
  }
  await add(91, 'done')
  await add(8, 'done')
  await add(6, 'done')
  await add(95, 'running')
  await run('purge-imports')
  const { rows } = await sql`
    select file_name, exists (select from product_import_csv where import_id = id) as csv,
      exists (select from product_import_files where import_id = id) as files
    from product_imports order by created_at
  `.execute(database)
  expect(rows).toEqual([
    { file_name: '95 running', csv: true, files: true },
    { file_name: '8 done', csv: false, files: false },
    { file_name: '6 done', csv: true, files: true },
  ])
})
