import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { createDatabase } from '#server/adapters/create-database.ts'
import { createHealthCheck } from '#server/adapters/health-check.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { parseSettings } from '#server/kernel/settings.ts'
import { toDatabaseUrl } from '../database-url.ts'
import { createTestProduct } from '../factories.ts'
import { startTestPostgres } from '../start-test-postgres.ts'
import { startOrderLoad } from './order-load.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { startShopServer } from './shop-server.ts'
import { waitUntil } from './wait-until.ts'

const open = new AsyncDisposableStack()
const SECRET = 'secret of the cluster tests, 32 characters'
let folder: string
type Pooler = Awaited<ReturnType<typeof startPgBouncer>>['connection']
let pooled: Pooler
let pooledByTransaction: Pooler
let direct: Database

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startTestPostgres({ dataDir: folder })
  open.defer(postgres.stop)
  const inSessionMode = await startPgBouncer({ target: postgres.connection, mode: 'session' })
  open.defer(inSessionMode.close)
  pooled = inSessionMode.connection
  const inTransactionMode = await startPgBouncer({ target: postgres.connection, mode: 'transaction' })
  open.defer(inTransactionMode.close)
  pooledByTransaction = inTransactionMode.connection
  // A connection with the name of a running shop would prevent the restore.
  direct = connectPostgres({ connection: { ...postgres.connection, application_name: 'test' }, onIdleError: () => {} })
  open.defer(() => direct.destroy())
})

afterAll(() => open.disposeAsync())

/** Runs a command of package.json. */
function run({ command, args, settings }: { command: string; args: string[]; settings: Record<string, string> }) {
  const file = join(import.meta.dirname, `../../server/cli/${command}.ts`)
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'command'), ...settings }
  return new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [file, ...args], { env }, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })
}

test('two servers share a database behind PgBouncer in session mode, and a backup is restored through it', async () => {
  const settings = { DATABASE_URL: toDatabaseUrl({ ...pooled, database: 'shop' }), SECRET, DEMO: 'off' }
  const servers = [await startShopServer({ settings }), await startShopServer({ settings })]
  for (const server of servers) open.defer(server.close)
  const [first, second] = servers as [(typeof servers)[0], (typeof servers)[0]]
  const product = await createTestProduct({ database: direct, name: 'Old name', stock: 100_000 })
  const load = startOrderLoad({ origin: first.origin, products: [product] })
  await waitUntil(() => load.acknowledged.length > 20)
  await load.stop()
  expect(load.failures).toEqual([])
  expect(await fetch(`${first.origin}/readyz`).then(({ status }) => status)).toBe(200)

  const readName = async () =>
    ((await fetch(`${second.origin}${apiBase}/products/${product.id}`).then((reply) => reply.json())) as { name: string }).name
  expect(await readName()).toBe('Old name')
  await direct.updateTable('products').set({ name: 'New name' }).where('id', '=', product.id).execute()
  await waitUntil(async () => (await readName()) === 'New name')

  for (const server of servers) expect(await server.end()).toBe(0)
  const file = join(folder, 'shop.tar.gz')
  const made = await run({ command: 'backup', args: [file], settings })
  expect(made).toContain(`${load.acknowledged.length} orders`)
  expect(await run({ command: 'restore', args: [file, '--replace'], settings })).toContain(`${load.acknowledged.length} orders`)
})

test('the timeouts of a session apply behind PgBouncer', async () => {
  const database = connectPostgres({ connection: { ...pooled, database: 'shop' }, onIdleError: () => {} })
  open.defer(() => database.destroy())
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`.execute(database)
  expect(rows).toEqual([{ statement: '15s', idle: '30s', jit: 'off' }])
})

test('a parameter of the URL that PgBouncer refuses is named', async () => {
  const url = `${toDatabaseUrl({ ...pooled, database: 'shop' })}&lock_timeout=1000`
  const attempt = createDatabase({ settings: parseSettings({ DATABASE_URL: url, SECRET }), warn: console.error })
  await expect(attempt).rejects.toThrow('DATABASE_URL: the server or its pooler refuses the parameter lock_timeout. Remove it from the URL')
})

const transactionMode =
  "the pooler there is in transaction mode, but the shop needs sessions. Use the pooler's session mode, or the direct URL of PostgreSQL."

test('a pooler in transaction mode ends the start with one line', async () => {
  const settings = { DATABASE_URL: toDatabaseUrl({ ...pooledByTransaction, database: 'shop' }), SECRET, DEMO: 'off' }
  const attempt = startShopServer({ settings })
  await expect(attempt).rejects.toThrow(`ended with 1 while it started:\nDATABASE_URL: ${transactionMode}\n`)
})

test('a replica behind a pooler in transaction mode is a warning', async () => {
  const settings = parseSettings({
    DATABASE_URL: toDatabaseUrl({ ...pooled, database: 'shop' }),
    DATABASE_READ_URL: toDatabaseUrl({ ...pooledByTransaction, database: 'shop' }),
    SECRET,
  })
  const warn = vi.fn()
  const { close } = await createDatabase({ settings, warn })
  await close()
  expect(warn.mock.calls).toMatchObject([[{ message: `DATABASE_READ_URL: ${transactionMode}` }]])
})

// PgBouncer prepares statements in transaction mode from version 1.21 on: requests then succeed, and the server is ready.
test('a server whose pooler changes to transaction mode is as ready as its requests succeed', async () => {
  const connection = { ...pooledByTransaction, database: 'shop', max: 1 }
  const healthCheck = createHealthCheck({ connection })
  open.defer(healthCheck.close)
  const database = connectPostgres({ connection, onIdleError: () => {} })
  open.defer(() => database.destroy())
  const succeeds = () =>
    sql`select ${'value'}::text`.execute(database).then(
      () => true,
      () => false,
    )
  expect([await healthCheck.ping(), await succeeds()]).toEqual([true, true])
  // Takes the session in which the statements are prepared.
  const other = connectPostgres({ connection, onIdleError: () => {} })
  open.defer(() => other.destroy())
  await other.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    expect(await healthCheck.ping()).toBe(await succeeds())
  })
})
