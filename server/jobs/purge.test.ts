import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { listJobs } from './list.ts'

const { database, settings, trackingKey } = await createTestApp()
const jobs = listJobs({ database, settings, trackingKey, notifier: { send: async () => {} } })
const log = { warn: console.error, error: console.error }

const run = async (name: string) => jobs.find((job) => job.name === name)?.work({ data: null, log, ending: new AbortController().signal })
const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

test('keys are kept for a week, so that a late retry finds its order', async () => {
  const scope = randomUUID()
  const keep = (key: string, days: number) => ({ scope, key, fingerprint: '', answer: null, created_at: ago(days) })
  await database
    .insertInto('idempotency_keys')
    .values([keep('old', 8), keep('late', 6), keep('new', 0)])
    .execute()
  await run('sweep-idempotency-keys')
  const rows = await database.selectFrom('idempotency_keys').select('key').where('scope', '=', scope).orderBy('key').execute()
  expect(rows.map(({ key }) => key)).toEqual(['late', 'new'])
})

test('budgets that have run out go, others stay', async () => {
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
  await run('sweep-limits')
  const kept = await database.selectFrom('limits').select('key').orderBy('key').execute()
  expect(kept.map(({ key }) => key)).toEqual(['for ever', 'just now', 'running'])
})

test('old visits go in batches, the totals of their days stay', async () => {
  await sql`insert into visits (visited_at, user_agent) select now() - make_interval(days => 401), 'old' from generate_series(1, 12_000)`.execute(
    database,
  )
  await database
    .insertInto('visits')
    .values({ visited_at: ago(399), user_agent: 'recent' })
    .execute()
  await database
    .insertInto('visit_totals')
    .values({ day: new Date('2020-01-01'), visits: 12_000 })
    .execute()
  await run('sweep-visits')
  expect(await database.selectFrom('visits').select('user_agent').execute()).toEqual([{ user_agent: 'recent' }])
  expect(await database.selectFrom('visit_totals').select('visits').execute()).toEqual([{ visits: 12_000 }])
})

test('sessions that have ended go', async () => {
  const { id } = await database
    .insertInto('users')
    .values({ name: 'Sweep', name_key: randomUUID(), pin_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = (days: number) => ({ token_hash: Buffer.from(randomUUID()), user_id: id, expires_at: ago(days) })
  await database
    .insertInto('sessions')
    .values([session(1), session(-1)])
    .execute()
  await run('sweep-sessions')
  expect(await database.selectFrom('sessions').select('user_id').execute()).toHaveLength(1)
})

test('many sessions and browsers go in batches, each far below the time that a statement may take', async () => {
  const { id } = await database
    .insertInto('users')
    .values({ name: 'Many', name_key: randomUUID(), pin_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const many = sql`generate_series(1, 6_000) number`
  await sql`
    insert into sessions (token_hash, user_id, expires_at) select sha256(number::text::bytea), ${id}, ${ago(1)} from ${many}
  `.execute(database)
  await sql`
    insert into known_devices (token_hash, user_id, last_success_at) select sha256(number::text::bytea), ${id}, ${ago(401)} from ${many}
  `.execute(database)
  await sql`create table swept (name text, rows integer)`.execute(database)
  await sql`
    create function note_swept() returns trigger language plpgsql as $$
    begin insert into swept select tg_table_name, count(*) from gone; return null; end $$
  `.execute(database)
  for (const table of ['sessions', 'known_devices']) {
    await sql`
      create trigger note_swept after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function note_swept()
    `.execute(database)
  }
  await run('sweep-sessions')
  const { rows } = await sql<{ name: string; rows: number }>`select name, rows from swept`.execute(database)
  expect(rows.map(({ name, rows }) => [name, rows])).toEqual([
    ['sessions', 5_000],
    ['sessions', 1_000],
    ['known_devices', 5_000],
    ['known_devices', 1_000],
  ])
})
