import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startTestPostgres } from '#testing/start-test-postgres.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { migrate } from '../database/migrate.ts'

type Proxy = Awaited<ReturnType<typeof startDatabaseProxy>>

/** A shop that reaches its database through a proxy; `direct` is a connection without it. */
async function createShop(options: object = {}) {
  let proxy: Proxy | undefined
  const shop = await createTestApp({
    overrideConnection: async (connection) => {
      proxy = await startDatabaseProxy(connection)
      return { host: '127.0.0.1', port: proxy.port, ssl: false, ...options }
    },
  })
  const direct = connectPostgres({ connection: shop.connection, onIdleError: console.error })
  afterAll(async () => {
    await direct.destroy()
    await proxy?.close()
  })
  if (!proxy) throw new Error('The proxy was not started.')
  return { ...shop, proxy, direct }
}

const order = (request: TestApp['request'], tee: Awaited<ReturnType<typeof createTestProduct>>, key: string = randomUUID()) =>
  request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]), headers: { 'idempotency-key': key } })

function expectUnavailable(reply: LightMyRequestResponse): void {
  expect(reply.statusCode).toBe(503)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(reply.json()).toMatchObject({ code: 'unavailable', error: 'The shop is not available right now. Please try again in a moment.' })
}

test('requests fail with 503 while the database is stopped, and succeed after its restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-faults-'))
  const first = await startTestPostgres({ dataDir })
  const proxy = await startDatabaseProxy(first.connection)
  const { request } = await createTestApp({
    overrideConnection: async () => ({
      host: '127.0.0.1',
      port: proxy.port,
      user: first.connection.user,
      database: first.connection.database,
    }),
  })
  const connection = { ...first.connection, host: '127.0.0.1', port: proxy.port }
  const database = connectPostgres({ connection, onIdleError: () => {} })
  await migrate({ database })
  const tee = await createTestProduct({ database, stock: 10 })
  expect((await order(request, tee)).statusCode).toBe(201)

  await first.stop()
  expectUnavailable(await order(request, tee))
  expectUnavailable(await request('GET', '/products/getAll'))
  const second = await startTestPostgres({ dataDir })
  proxy.restore(second.connection)
  await expect.poll(async () => (await order(request, tee)).statusCode).toBe(201)
  const { stock } = await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()
  const orders = await database.selectFrom('orders').select('id').execute()
  expect([orders.length, stock]).toEqual([2, 8])

  await database.destroy()
  await proxy.close()
  await second.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('on a faulty network', () => {
  test('an order that is retried with its key through broken connections is placed exactly once', async () => {
    const { request, proxy, direct } = await createShop()
    const tee = await createTestProduct({ database: direct, stock: 100 })
    const placed: string[] = []
    let rejected = 0
    const send = async () => {
      const key = randomUUID()
      for (;;) {
        const reply = await order(request, tee, key)
        if (reply.statusCode === 201) return void placed.push(reply.json().order.number)
        expectUnavailable(reply)
        rejected += 1
      }
    }
    let isDone = false
    const sending = Promise.all(Array.from({ length: 30 }, send)).then(() => {
      isDone = true
    })
    for (let cuts = 0; cuts < 8 && !isDone; cuts += 1) {
      const orders = await countOrders(direct)
      await expect.poll(async () => isDone || (await countOrders(direct)) > orders).toBe(true)
      proxy.dropConnections()
    }
    await sending
    const { stock } = await direct.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()
    expect(rejected).toBeGreaterThan(0)
    expect([new Set(placed).size, await countOrders(direct), stock]).toEqual([30, 30, 70])
  })

  test('hanging connections time out and are replaced', async () => {
    const { request, proxy, direct } = await createShop({ query_timeout: 2_000, connectionTimeoutMillis: 2_000, max: 2 })
    const tee = await createTestProduct({ database: direct })
    await expect.poll(async () => (await order(request, tee)).statusCode).toBe(201)
    proxy.hang()
    for (const reply of await Promise.all([order(request, tee), order(request, tee), order(request, tee), order(request, tee)]))
      expectUnavailable(reply)
    proxy.restore()
    await expect.poll(async () => (await order(request, tee)).statusCode).toBe(201)
  })

  test('a server without its database is alive but not ready', async () => {
    const { app, proxy } = await createShop()
    proxy.rejectConnections()
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    proxy.restore()
    await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(200)
  })
})

async function countOrders(database: TestApp['database']): Promise<number> {
  return (
    await database
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('orders'))
      .executeTakeFirstOrThrow()
  ).orders
}

test('requests fail with 503 while the database accepts no more connections', async () => {
  const role = `shopper_${randomUUID().slice(0, 8)}`
  const { request, direct, connection } = await createShop({ user: role })
  await sql`create role ${sql.ref(role)} login connection limit 0 password ${sql.lit(connection.password ?? '')}`.execute(direct)
  await sql`grant pg_read_all_data, pg_write_all_data to ${sql.ref(role)}`.execute(direct)
  await sql`grant all on all sequences in schema public to ${sql.ref(role)}`.execute(direct)
  const tee = await createTestProduct({ database: direct })
  expectUnavailable(await order(request, tee))
  await sql`alter role ${sql.ref(role)} connection limit 20`.execute(direct)
  expect((await order(request, tee)).statusCode).toBe(201)
})
