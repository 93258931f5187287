import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunningDatabase } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { findDrift } from '#server/inventory/ledger.ts'
import { createTestProduct } from '../factories.ts'
import { findFreePort } from '../free-port.ts'
import { readMetric } from '../read-metric.ts'
import { startMailServer } from './mail-server.ts'
import { startOrderLoad } from './order-load.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'
import { waitUntil } from './wait-until.ts'

const open = new AsyncDisposableStack()
let database: Database
let server: ShopServer
let mails: string[]
let products: Awaited<ReturnType<typeof createTestProduct>>[]

beforeAll(async () => {
  const mail = await startMailServer()
  open.defer(mail.close)
  mails = mail.received
  server = await startShopServer({ settings: { WORKERS: '2', DEMO: 'off', SMTP_URL: mail.url } })
  open.defer(server.close)
  const connection = await findRunningDatabase({ dataDir: server.dataDir })
  if (!connection) throw new Error('The server has its database open.')
  database = connectPostgres({ connection, onIdleError: () => {} })
  open.defer(() => database.destroy())
  products = await Promise.all(Array.from({ length: 4 }, () => createTestProduct({ database, stock: 100_000 })))
})

afterAll(() => open.disposeAsync())

/** Process ids of the workers that have logged requests. */
function listWorkerPids(of = server): number[] {
  const lines = of.printed().matchAll(/"pid":(\d+),[^\n]*"request completed"/g)
  return [...new Set([...lines].map(([, pid]) => Number(pid)))]
}

/** Requests over a new connection, because a kept-alive one stays with its worker. */
async function requestOnNewConnection(path = '/api/v1/products/getAll?page=1', of = server): Promise<string> {
  const [reply] = (await once(get(of.origin + path, { agent: false }), 'response')) as [IncomingMessage]
  return text(reply)
}

test('a killed worker is replaced, and no acknowledged order is lost', async () => {
  const load = startOrderLoad({ origin: server.origin, products })
  await waitUntil(async () => {
    await Promise.all(Array.from({ length: 8 }, () => requestOnNewConnection()))
    return listWorkerPids().length === 2
  })
  const [killedPid] = listWorkerPids() as [number]
  process.kill(killedPid, 'SIGKILL')
  const before = load.acknowledged.length
  await waitUntil(async () => {
    await Promise.all(Array.from({ length: 8 }, () => requestOnNewConnection()))
    return listWorkerPids().length === 3
  })
  await waitUntil(() => load.acknowledged.length > before + 20)
  await load.stop()
  const placed = await database.selectFrom('orders').select('number').execute()
  expect(placed.map(({ number }) => number).sort()).toEqual([...load.acknowledged].sort())
  expect((await findDrift({ database })).drifts).toEqual([])
  await waitUntil(() => new Set(mails).size === placed.length)
  expect(mails, 'each mail once').toHaveLength(placed.length)
})

test('each worker reports the metrics of all workers', async () => {
  const requests = 40
  await Promise.all(Array.from({ length: requests }, () => requestOnNewConnection('/readyz')))
  const readMetrics = async () => {
    const metrics = await requestOnNewConnection('/metrics')
    const lines = ['shop_workers', 'shop_request_seconds_count{route="GET /readyz",status="2xx"}', 'shop_database_up']
    expect(readMetric(metrics, 'process_start_time_seconds'), 'the latest, not the sum').toBeLessThanOrEqual(Date.now() / 1_000)
    return lines.map((line) => readMetric(metrics, line))
  }
  await waitUntil(async () => (await readMetrics())[1] === requests)
  for (const values of await Promise.all(Array.from({ length: 12 }, readMetrics))) expect(values).toEqual([2, requests, 1])
})

test('the start is announced once, and the shop stops with its workers and its database', async () => {
  expect(server.printed().split('is open at')).toHaveLength(2)
  expect(await server.end()).toBe(0)
  expect(await findRunningDatabase({ dataDir: server.dataDir })).toBeUndefined()
  for (const worker of listWorkerPids()) expect(() => process.kill(worker, 0), 'no worker is left').toThrow('ESRCH')
})

test('an error that all workers have at the start is printed once', async () => {
  const port = await findFreePort()
  const first = await startShopServer({ settings: { DEMO: 'off', PORT: String(port) } })
  open.defer(first.close)
  const attempt = startShopServer({ settings: { WORKERS: '2', DEMO: 'off', PORT: String(port) } })
  await expect(attempt).rejects.toThrow(
    `ended with 1 while it started:\nPort ${port} is taken by another program. Set PORT to a free one, for example PORT=${port + 1}.\n`,
  )
})

const killFirstWorker = (moment: 'starting' | 'listening') => ({
  WORKERS: '2',
  DEMO: 'off',
  FIRST_WORKER_DIES: moment,
  // A URL, because the path may contain a space.
  NODE_OPTIONS: `--import ${new URL('./dying-worker.ts', import.meta.url)}`,
})

test('a worker that dies during the start ends the shop and its database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  const attempt = startShopServer({ settings: { ...killFirstWorker('starting'), DATA_DIR: folder } })
  await expect(attempt).rejects.toThrow('ended with 1 while it started:\nA worker ended while it was starting.\n')
  expect(await findRunningDatabase({ dataDir: folder })).toBeUndefined()
})

test('a worker that dies before the others listen is replaced', async () => {
  const shop = await startShopServer({ settings: killFirstWorker('listening') })
  open.defer(shop.close)
  await waitUntil(async () => {
    await Promise.all(Array.from({ length: 8 }, () => requestOnNewConnection('/api/v1/products/getAll?page=1', shop)))
    return listWorkerPids(shop).length === 2
  })
  expect(await shop.end()).toBe(0)
})
