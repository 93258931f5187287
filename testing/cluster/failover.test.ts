import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { findDrift } from '#server/inventory/ledger.ts'
import { toDatabaseUrl } from '../database-url.ts'
import { createTestProduct } from '../factories.ts'
import { startOrderLoad } from './order-load.ts'
import { startPatroniCluster } from './patroni.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'
import { waitUntil } from './wait-until.ts'

const open = new AsyncDisposableStack()
let cluster: Awaited<ReturnType<typeof startPatroniCluster>>
let server: ShopServer
let database: Database

beforeAll(async () => {
  cluster = await startPatroniCluster()
  open.defer(cluster.close)
  const settings = {
    DATABASE_URL: toDatabaseUrl(cluster.connection),
    SECRET: 'secret of the cluster tests, 32 characters',
    DEMO: 'off',
  }
  server = await startShopServer({ settings })
  open.defer(server.close)
  database = connectPostgres({ connection: cluster.connection, onIdleError: () => {} })
  open.defer(() => database.destroy())
})

afterAll(() => open.disposeAsync())

const waitForStandby = () => waitUntil(async () => (await cluster.listMembers('synchronous')).length === 1)

test('when the leader of the database is killed under load, its standby takes over with every acknowledged order', async () => {
  const products = await Promise.all(Array.from({ length: 4 }, () => createTestProduct({ database, stock: 100_000 })))
  await waitForStandby()
  const load = startOrderLoad({ origin: server.origin, products })
  const waitForOrders = (more: number) => {
    const enough = load.acknowledged.length + more
    return waitUntil(() => load.acknowledged.length >= enough)
  }
  await waitForOrders(50)
  const [leader] = await cluster.listMembers('primary')
  const killed = cluster.members.find(({ name }) => name === leader)
  await killed?.kill()
  await waitForOrders(50)
  const [successor] = await cluster.listMembers('primary')
  expect(successor).not.toBe(leader)

  killed?.start()
  await waitForStandby()
  await load.stop()
  expect(new Set(load.failures.map((failure) => failure.slice(0, 3)))).toEqual(new Set(['503']))
  const placed = await database.selectFrom('orders').select('number').execute()
  expect(placed.map(({ number }) => number).sort()).toEqual([...load.acknowledged].sort())
  expect((await findDrift({ database })).drifts).toEqual([])
})
