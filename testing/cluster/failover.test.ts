import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiBase } from '#contract/calls.ts'
import type { ProductList } from '#contract/products.ts'
import { connectPostgres, openPool } from '#server/adapters/postgres.ts'
import { openReadReplicas } from '#server/adapters/read-replicas.ts'
import type { Database } from '#server/database/schema.ts'
import { findDrift } from '#server/inventory/ledger.ts'
import { createTestProduct } from '../factories.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { startOrderLoad } from './order-load.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'
import { waitUntil } from './wait-until.ts'

const open = new AsyncDisposableStack()
let primary: DatabaseServer
let standby: DatabaseServer
let database: Database
let server: ShopServer
let products: Awaited<ReturnType<typeof createTestProduct>>[]

const ask = async <Answer>(path: string) => (await (await fetch(server.origin + apiBase + path)).json()) as Answer

async function startServer(): Promise<ShopServer> {
  const started = await startShopServer({
    settings: {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/shop?target_session_attrs=read-write`,
      DATABASE_READ_URLS: standby.url,
      ...{ SECRET: 'of several servers, for tests only', DEMO: 'off', LOG_LEVEL: 'error' },
    },
  })
  open.defer(started.close)
  return started
}

const pauseReplay = async () => {
  await standby.query('select pg_wal_replay_pause()')
  await waitUntil(async () => (await standby.query('select pg_get_wal_replay_pause_state() as state'))[0]?.state === 'paused')
}

beforeAll(async () => {
  primary = await startDatabaseServer({ settings: { synchronous_commit: 'on' } })
  open.defer(primary.close)
  standby = await primary.addStandby()
  open.defer(standby.close)
  // From here on an order counts once the standby has it, too.
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  await waitUntil(async () => (await primary.query('select sync_state from pg_stat_replication'))[0]?.sync_state === 'sync')
  server = await startServer()
  database = connectPostgres({ connection: { connectionString: primary.url }, onIdleError: () => {} })
  open.defer(() => database.destroy())
  products = await Promise.all(Array.from({ length: 8 }, () => createTestProduct({ database, stock: 100_000 })))
})

afterAll(() => open.disposeAsync())

test('lists are read from the replica; orders, carts and accounts never are', async () => {
  const readsOfStandby = () => readFileSync(standby.log, 'utf8')
  await waitUntil(async () => {
    await ask<ProductList>(`/products/getAll?page=1&limit=7&minPrice=${Date.now() % 100}`)
    return /from "products"/.test(readsOfStandby())
  })
  const load = startOrderLoad({ origin: server.origin, products })
  await waitUntil(() => load.acknowledged.length > 20)
  await load.stop()
  const reply = await fetch(`${server.origin}${apiBase}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Asha', pin: '4321' }),
  })
  const cookie = reply.headers.get('set-cookie') ?? ''
  const cart = await fetch(`${server.origin}${apiBase}/cart`, { headers: { cookie } })
  expect([reply.status, cart.status, load.refusals]).toEqual([200, 200, []])
  const statements = readsOfStandby()
    .split('\n')
    .filter((line) => line.includes('execute') || line.includes('statement:'))
  expect(
    statements.filter((line) => /\b(orders|order_|cart_|users|sessions|payments|limits|idempotency|insert|update)/i.test(line)),
  ).toEqual([])
})

test('a replica that lags, or lacks a change that was told, is left out', async () => {
  const pool = openPool({ connection: { connectionString: primary.url }, onIdleError: () => {} })
  const settings = { urls: [standby.url], primary: pool, connection: { connectionString: primary.url }, warn: () => {} }
  const { reading, noteChange, close } = await openReadReplicas(settings)
  const readPort = async () => {
    const { rows } = await sql<{ port: number; price: number }>`
      select inet_server_port() as port, (select price_paise from products where id = ${products[0]?.id}) as price
    `.execute(reading)
    return rows[0]
  }
  const setPrice = (paise: number) =>
    primary.query(`set synchronous_commit = local; update products set price_paise = ${paise} where id = '${products[0]?.id}'`)
  await waitUntil(async () => (await readPort())?.port === standby.port)
  await pauseReplay()
  await setPrice(123_400)
  noteChange()
  expect(await readPort(), 'at once when told').toEqual({ port: primary.port, price: 123_400 })
  await standby.query('select pg_wal_replay_resume()')
  await waitUntil(async () => (await readPort())?.port === standby.port)
  expect(await readPort()).toEqual({ port: standby.port, price: 123_400 })
  await pauseReplay()
  await setPrice(432_100)
  await waitUntil(async () => (await readPort())?.port === primary.port)
  await standby.query('select pg_wal_replay_resume()')
  await waitUntil(async () => (await readPort())?.port === standby.port)
  expect(await readPort()).toEqual({ port: standby.port, price: 432_100 })
  await close()
  await pool.end()
})

test('a connection whose server may only be read is not used again', async () => {
  // Without a limit for idle connections nothing else ends one.
  const pool = openPool({ connection: { connectionString: standby.url, idleTimeoutMillis: 0 }, onIdleError: () => {} })
  const client = await pool.connect()
  await expect(client.query('update products set stock = 1')).rejects.toMatchObject({ code: '25006' })
  client.release()
  await waitUntil(() => pool.totalCount === 0)
  await pool.end()
})

test('a failover loses no acknowledged order, and servers come back by themselves', async () => {
  const load = startOrderLoad({ origin: server.origin, products: products.slice(1) })
  await waitUntil(() => load.acknowledged.length > 30)
  await primary.kill()
  await waitUntil(() => load.refusals.length > 0)
  const list = await fetch(`${server.origin}${apiBase}/products/getAll?page=2&limit=7&inStock=true`)
  expect(list.status, 'the shop can be looked at meanwhile').toBe(200)
  await standby.query('select pg_promote(true, 30)')
  const before = load.acknowledged.length
  await waitUntil(() => load.acknowledged.length > before + 20, { withinMs: 10_000 })
  await load.stop()
  expect([...new Set(load.refusals)]).toEqual(['503 with Retry-After'])
  const promoted = connectPostgres({ connection: { connectionString: standby.url }, onIdleError: () => {} })
  open.defer(() => promoted.destroy())
  const placed = await promoted.selectFrom('orders').select('number').where('number', 'in', load.acknowledged).execute()
  expect(placed).toHaveLength(new Set(load.acknowledged).size)
  expect((await findDrift({ database: promoted })).drifts).toEqual([])
})

test('an old primary that comes back gets no orders, neither from servers that run nor from new ones', async () => {
  await primary.restart()
  expect((await primary.query('select pg_is_in_recovery() as standby'))[0]).toEqual({ standby: false })
  const late = await startServer()
  for (const origin of [server.origin, late.origin]) {
    const load = startOrderLoad({ origin, products: products.slice(1), buyers: 2 })
    await waitUntil(() => load.acknowledged.length > 10)
    await load.stop()
    const list = load.acknowledged.map((number) => `'${number}'`).join()
    expect(await standby.query(`select count(*)::int as orders from orders where number in (${list})`)).toEqual([
      { orders: load.acknowledged.length },
    ])
  }
})
