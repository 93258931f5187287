import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { findDrift } from '#server/inventory/ledger.ts'
import { toDatabaseUrl } from '../database-url.ts'
import { createTestProduct } from '../factories.ts'
import { readMetric } from '../read-metric.ts'
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
    DATABASE_READ_URL: toDatabaseUrl(cluster.readConnection),
    SECRET: 'secret of the cluster tests, 32 characters',
    DEMO: 'off',
  }
  server = await startShopServer({ settings })
  open.defer(server.close)
  database = connectPostgres({ connection: cluster.connection, onIdleError: () => {} })
  open.defer(() => database.destroy())
})

afterAll(() => open.disposeAsync())

const readMetrics = async () => (await fetch(`${server.origin}/metrics`)).text()

const waitForMetrics = (expected: { up: number; synchronous: number }) =>
  waitUntil(async () => {
    const text = await readMetrics()
    const synchronous = readMetric(text, 'shop_standbys{replication="synchronous"}')
    return readMetric(text, 'shop_replica_up') === expected.up && synchronous === expected.synchronous
  })

const waitForStandby = () => waitUntil(async () => (await cluster.listMembers('synchronous')).length === 1)

test('when the leader of the database is killed under load, its standby takes over with every acknowledged order', async () => {
  const products = await Promise.all(Array.from({ length: 4 }, () => createTestProduct({ database, stock: 100_000 })))
  await waitForStandby()
  await waitForMetrics({ up: 1, synchronous: 1 })
  expect(readMetric(await readMetrics(), 'shop_replica_lag_seconds')).toBeGreaterThanOrEqual(0)
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
  await waitForMetrics({ up: 0, synchronous: 0 })
  const [successor] = await cluster.listMembers('primary')
  expect(successor).not.toBe(leader)

  killed?.start()
  await waitForStandby()
  await waitForMetrics({ up: 1, synchronous: 1 })
  await load.stop()
  expect(new Set(load.failures.map((failure) => failure.slice(0, 3)))).toEqual(new Set(['503']))
  const placed = await database.selectFrom('orders').select('number').execute()
  expect(placed.map(({ number }) => number).sort()).toEqual([...load.acknowledged].sort())
  expect((await findDrift({ database })).drifts).toEqual([])
})
