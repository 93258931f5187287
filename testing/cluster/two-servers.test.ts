import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { findDrift } from '#server/inventory/ledger.ts'
import { toDatabaseUrl } from '../database-url.ts'
import { createTestProduct } from '../factories.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { startTestPostgres } from '../start-test-postgres.ts'
import { startOrderLoad } from './order-load.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'
import { waitUntil } from './wait-until.ts'

const open = new AsyncDisposableStack()
let database: Database
let servers: [ShopServer, ShopServer]

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  await prepareDatabase({ dataDir: folder })
  const postgres = await startTestPostgres({ dataDir: folder })
  open.defer(postgres.stop)
  const settings = {
    DATABASE_URL: toDatabaseUrl(postgres.connection),
    SECRET: 'secret of the cluster tests, 32 characters',
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  }
  servers = [await startShopServer({ settings }), await startShopServer({ settings })]
  for (const server of servers) open.defer(server.close)
  database = connectPostgres({ connection: postgres.connection, onIdleError: () => {} })
  open.defer(() => database.destroy())
})

afterAll(() => open.disposeAsync())

test('orders that a killed server has not acknowledged are repeated at the other one, and none is lost or doubled', async () => {
  const product = await createTestProduct({ database, stock: 100_000 })
  const [killed, other] = servers
  const load = startOrderLoad({ origin: killed.origin, fallback: other.origin, products: [product], buyers: 6 })
  await waitUntil(() => load.acknowledged.length >= 20)
  await killed.kill()
  const before = load.acknowledged.length
  await waitUntil(() => load.acknowledged.length >= before + 20)
  await load.stop()
  const numbers = (await database.selectFrom('orders').select('number').execute()).map(({ number }) => number)
  expect(numbers.toSorted()).toEqual(load.acknowledged.toSorted())
  expect((await findDrift({ database })).drifts).toEqual([])
})
