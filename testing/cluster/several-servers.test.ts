import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { findDrift } from '#server/inventory/ledger.ts'
import { toDatabaseUrl } from '../database-url.ts'
import { createTestProduct } from '../factories.ts'
import { startTestPostgres } from '../start-test-postgres.ts'
import { startMailServer } from './mail-server.ts'
import { startNginx } from './nginx.ts'
import { type OrderLoad, startOrderLoad } from './order-load.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'
import { startShopperLoad } from './shopper-load.ts'
import { waitUntil } from './wait-until.ts'

const open = new AsyncDisposableStack()
let database: Database
let servers: ShopServer[]
let origin: string
let mails: string[]
let products: Awaited<ReturnType<typeof createTestProduct>>[]

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startTestPostgres({ dataDir: folder })
  open.defer(postgres.stop)
  const mail = await startMailServer()
  open.defer(mail.close)
  mails = mail.received
  const settings = {
    DATABASE_URL: toDatabaseUrl(postgres.connection),
    SECRET: 'secret of the cluster tests, 32 characters',
    DEMO: 'off',
    SHUTDOWN_DELAY_MS: '2000',
    SMTP_URL: mail.url,
  }
  servers = [await startShopServer({ settings }), await startShopServer({ settings })]
  for (const server of servers) open.defer(server.close)
  database = connectPostgres({ connection: postgres.connection, onIdleError: () => {} })
  open.defer(() => database.destroy())
  products = await Promise.all(Array.from({ length: 8 }, () => createTestProduct({ database, stock: 100_000 })))
  const nginx = await startNginx({ ports: servers.map(({ port }) => port) })
  open.defer(nginx.close)
  origin = nginx.origin
})

afterAll(() => open.disposeAsync())

const waitForOrders = ({ load, more }: { load: OrderLoad; more: number }) => {
  const enough = load.acknowledged.length + more
  return waitUntil(() => load.acknowledged.length >= enough)
}

/** Waits until nginx sends requests to the restarted server again. */
const waitForTraffic = (server: ShopServer) => {
  const before = server.printed().length
  return waitUntil(() => server.printed().slice(before).split('"request completed"').length > 5)
}

async function expectEveryOrder({ acknowledged }: OrderLoad) {
  const placed = await database.selectFrom('orders').select('number').where('number', 'in', acknowledged).execute()
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  expect(placed).toHaveLength(acknowledged.length)
  expect((await findDrift({ database })).drifts).toEqual([])
}

test('a rolling restart under load loses no request, and each mail is sent once', async () => {
  const load = startOrderLoad({ origin, products, buyers: 3 })
  const shoppers = startShopperLoad({ origin, productIds: products.map(({ id }) => id) })
  await waitForOrders({ load, more: 20 })
  for (const server of servers) {
    const ended = server.end()
    await waitUntil(async () => (await fetch(`${server.origin}/readyz`)).status === 503)
    expect((await fetch(`${server.origin}/buy`)).status, 'served until the balancer has noticed').toBe(200)
    expect(await ended).toBe(0)
    await waitForOrders({ load, more: 10 })
    await server.restart()
    await waitForTraffic(server)
  }
  await waitForOrders({ load, more: 20 })
  await Promise.all([load.stop(), shoppers.stop()])
  expect([...load.failures, ...shoppers.failures]).toEqual([])
  await expectEveryOrder(load)
  const { orders } = await database
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow()
  expect(Number(orders)).toBe(load.acknowledged.length)
  await waitUntil(() => new Set(mails).size === load.acknowledged.length)
  expect(mails).toHaveLength(load.acknowledged.length)
})

test('killing a server under load loses no acknowledged order', async () => {
  const [killed] = servers as [ShopServer]
  const load = startOrderLoad({ origin, products, buyers: 6 })
  await waitForOrders({ load, more: 20 })
  await killed.kill()
  await waitForOrders({ load, more: 20 })
  await killed.restart()
  await waitForTraffic(killed)
  await load.stop()
  expect(load.failures, 'the other server takes over its requests').toEqual([])
  await expectEveryOrder(load)
})
