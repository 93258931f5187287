import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorefrontReads } from '#server/adapters/create-storefront-reads.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { buildGuestOrder, createTestProduct } from '../factories.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'

const open = new AsyncDisposableStack()
let postgres: ReplicatedPostgres
let servers: ShopServer[]
let database: Database
let replica: Database

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  open.defer(postgres.close)
  const settings = {
    DATABASE_URL: postgres.url,
    DATABASE_READ_URL: postgres.replicaUrl,
    SECRET: 'secret of the cluster tests, 32 characters',
    DEMO: 'off',
  }
  servers = [await startShopServer({ settings }), await startShopServer({ settings })]
  for (const server of servers) open.defer(server.close)
  const connect = (connectionString: string) => connectPostgres({ connection: { connectionString, max: 2 }, onIdleError: () => {} })
  database = connect(postgres.url)
  replica = connect(postgres.replicaUrl)
  open.defer(() => database.destroy())
  open.defer(() => replica.destroy())
})

afterAll(() => open.disposeAsync())

test('public replies are read from the replica, but not while it lacks a known change', async () => {
  const reads = createStorefrontReads({ database, replica })
  expect(reads.choose(), 'before it is known to be up to date').toBe(database)
  await expect.poll(() => reads.choose()).toBe(replica)
  await sql`select pg_wal_replay_pause()`.execute(replica)
  await sql`create table changes as select 1 as id`.execute(database)
  reads.requireChanges()
  expect(reads.choose()).toBe(database)
  // A check has seen that the replica has not replayed the change.
  const [before] = (
    await sql<{ count: number }>`select xact_commit::int as count from pg_stat_database where datname = 'postgres'`.execute(replica)
  ).rows
  await expect
    .poll(async () => {
      const { rows } = await sql<{
        count: number
      }>`select xact_commit::int as count from pg_stat_database where datname = 'postgres'`.execute(replica)
      return (rows[0]?.count ?? 0) - (before?.count ?? 0)
    })
    .toBeGreaterThan(20)
  expect(reads.choose()).toBe(database)
  await sql`select pg_wal_replay_resume()`.execute(replica)
  await expect.poll(() => reads.choose()).toBe(replica)
  expect((await sql`select id from changes`.execute(replica)).rows).toEqual([{ id: 1 }])
  reads.close()
  expect(reads.choose()).toBe(database)
})

/** Statements that read products on the replica. */
async function readsProducts(): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where application_name = 'shop' and query ~ 'from "products"'`.execute(replica)
  return (rows[0]?.count ?? 0) > 0
}

test('two servers serve the storefront from the replica, and an order is seen at once by its server and soon by the other', async () => {
  const product = await createTestProduct({ database, stock: 500 })
  const readStock = async (server: ShopServer) =>
    ((await (await fetch(`${server.origin}/api/v1/products/${product.id}`)).json()) as { stock?: number }).stock
  const [first, second] = servers as [ShopServer, ShopServer]
  for (const server of [first, second]) await expect.poll(() => readStock(server)).toBe(500)
  await expect
    .poll(async () => {
      await fetch(`${first.origin}/api/v1/products/getAll?page=1&limit=7&turn=${Math.random()}`)
      return readsProducts()
    })
    .toBe(true)
  for (let sold = 1; sold <= 20; sold += 1) {
    const reply = await fetch(`${first.origin}/api/v1/guest/cashondelivery`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `order ${sold}` },
      body: JSON.stringify(buildGuestOrder([product])),
    })
    expect(reply.status).toBe(201)
    expect(await readStock(first)).toBe(500 - sold)
  }
  await expect.poll(() => readStock(second)).toBe(480)
})

test('the storefront goes on without its replica', async () => {
  await postgres.stopReplica()
  const [first] = servers as [ShopServer]
  await expect
    .poll(async () => (await fetch(`${first.origin}/api/v1/products/getAll?page=1&limit=7&turn=${Math.random()}`)).status)
    .toBe(200)
})
