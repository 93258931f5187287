import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'

const stopping = new AbortController()
const { app, database } = await createTestApp({
  stopping: stopping.signal,
  overrideConnection: async () => ({ max: 1, connectionTimeoutMillis: 500 }),
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
