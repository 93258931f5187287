import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'

const stopping = new AbortController()
const { app, database } = await createTestApp({
  stopping: stopping.signal,
  overrideConnection: async () => ({ max: 1, connectionTimeoutMillis: 5_000 }),
})

test('a server whose connections all are in use is ready none the less', async () => {
  await database.transaction().execute(async () => {
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })
})

test('a server that is about to end is not ready, but serves, and keeps no connection', async () => {
  stopping.abort()
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'stopping' }])
  for (const path of ['/healthz', '/api/v1/products/getAll']) {
    const reply = await app.inject(path)
    expect([reply.statusCode, reply.headers.connection]).toEqual([200, 'close'])
  }
})

test('readiness needs none of the functions that managed services refuse', async () => {
  const role = `shop_${randomUUID().slice(0, 8)}`
  const restricted = await createTestApp({
    async overrideConnection(connection) {
      const owner = connectPostgres({ connection, onIdleError: console.error })
      await sql`create role ${sql.ref(role)} login password ${sql.lit(inject('postgres').password ?? '')}`.execute(owner)
      const { rows } = await sql<{ name: string }>`
        select oid::regprocedure::text as name from pg_proc where proname ~ 'wal|replication|recovery' and pronamespace = 'pg_catalog'::regnamespace
      `.execute(owner)
      for (const { name } of rows) await sql.raw(`revoke execute on function ${name} from public`).execute(owner)
      await owner.destroy()
      return { user: role }
    },
  })
  expect((await restricted.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
})
