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
