import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { readMetric } from '#testing/read-metric.ts'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../../adapters/postgres.ts'
import { writeBackup } from '../../backups/write-backup.ts'

const { app, request, database, connection } = await createTestApp()
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const scrape = async () => await (await fetch(`${origin}/metrics`)).text()

test('requests are counted by the pattern of their route and the class of their answer', async () => {
  const tee = await createTestProduct({ database })
  const count = async (route: string, status: string) =>
    readMetric(await scrape(), `shop_request_seconds_count{route="${route}",status="${status}"}`) || 0
  const before = await count('GET /api/v1/products/:id', '2xx')
  for (const id of [tee.id, tee.id, 'nothing']) await fetch(`${origin}/api/v1/products/${id}`)
  await expect.poll(() => count('GET /api/v1/products/:id', '2xx')).toBe(before + 2)
  await expect.poll(() => count('GET /api/v1/products/:id', '4xx')).toBeGreaterThan(0)
  expect(await scrape()).not.toContain(tee.id)
})

test('what the shop has to do can be read', async () => {
  const { request: askOther, database: other, app: measured } = await createTestApp()
  const tee = await createTestProduct({ database: other, stock: 5 })
  await askOther('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
  const text = (await measured.inject({ url: '/metrics' })).body
  expect(readMetric(text, 'shop_database_up')).toBe(1)
  expect(readMetric(text, 'shop_workers')).toBe(1)
  expect(readMetric(text, 'shop_orders{status="Placed"}')).toBe(1)
  expect(readMetric(text, 'shop_stock_drift_products')).toBe(0)
  expect(readMetric(text, 'shop_waiting_seconds{work="order mails"}')).toBeGreaterThan(0)
  expect(readMetric(text, 'shop_waiting_seconds{work="refunds"}')).toBe(0)
  expect(readMetric(text, 'shop_pool_connections{state="max"}')).toBeGreaterThan(1)
  expect(readMetric(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

test('a stock that is not what its movements come to is seen', async () => {
  const drifted = await createTestApp()
  await createTestProduct({ database: drifted.database, stock: 5 })
  await drifted.database.transaction().execute(async (trx) => {
    await sql`alter table products disable trigger products_record_stock_movement`.execute(trx)
    await trx.updateTable('products').set({ stock: 7 }).execute()
  })
  expect(readMetric((await drifted.app.inject({ url: '/metrics' })).body, 'shop_stock_drift_products')).toBe(1)
})

test('the age of the last backup is that of the shop until one is made', async () => {
  const day = 86_400
  const readAge = async ({ hasBackup }: { hasBackup: boolean }) => {
    const shop = await createTestApp()
    await sql`update kysely_migration set timestamp = ${new Date(Date.now() - 3 * day * 1000).toISOString()}`.execute(shop.database)
    if (hasBackup) {
      const folder = mkdtempSync(join(tmpdir(), 'metrics-test-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      await writeBackup({ file: join(folder, 'shop.tar.gz'), connection: shop.connection, images: shop.images, secret: 'x' })
    }
    return readMetric((await shop.app.inject({ url: '/metrics' })).body, 'shop_backup_age_seconds')
  }
  expect(await readAge({ hasBackup: false })).toBeGreaterThanOrEqual(3 * day)
  expect(await readAge({ hasBackup: true })).toBeLessThan(day)
})

test('a replica that answers or does not, and standbys, are seen where DATABASE_READ_URL is set', async () => {
  const readDatabase = connectPostgres({ connection, onIdleError: console.error })
  const { app: replicated } = await createTestApp({ readDatabase })
  const names = ['shop_replica_up', 'shop_standbys{replication="synchronous"}', 'shop_standbys{replication="asynchronous"}']
  const readAll = async (from: typeof app) => {
    const { body } = await from.inject({ url: '/metrics' })
    return names.map((name) => readMetric(body, name))
  }
  expect(await readAll(replicated)).toEqual([1, 0, 0])
  await readDatabase.destroy()
  expect(await readAll(replicated)).toEqual([0, 0, 0])
  expect(await readAll(app)).toEqual([Number.NaN, Number.NaN, Number.NaN])
})

test('the space on the disk of DATA_DIR is seen', async () => {
  const read = async (folder: string) => {
    const { app: measured } = await createTestApp({ environment: { DATA_DIR: folder } })
    const { body } = await measured.inject({ url: '/metrics' })
    return { free: readMetric(body, 'shop_disk_free_bytes'), size: readMetric(body, 'shop_disk_size_bytes') }
  }
  const { blocks, bsize } = statfsSync(tmpdir())
  const disk = await read(tmpdir())
  expect(disk.size).toBe(blocks * bsize)
  expect(disk.free).toBeGreaterThan(0)
  expect(disk.free).toBeLessThan(disk.size)
  expect(await read(join(tmpdir(), 'not a folder of a shop'))).toEqual({ free: Number.NaN, size: Number.NaN })
})

test('without its database the shop still tells how it fares', async () => {
  const lost = await createTestApp()
  expect(readMetric((await lost.app.inject({ url: '/metrics' })).body, 'shop_orders{status="Placed"}')).toBeNaN()
  await lost.database.destroy()
  const reply = await lost.app.inject({ url: '/metrics' })
  expect(reply.statusCode).toBe(200)
  expect(readMetric(reply.body, 'shop_database_up')).toBe(0)
  expect(reply.body).not.toMatch(/^shop_stock_drift_products /m)
  expect(reply.body).toContain('process_resident_memory_bytes')
})

describe('who may read them', () => {
  const read = (remoteAddress: string, headers: Record<string, string> = {}, from = app) =>
    from.inject({ url: '/metrics', remoteAddress, headers }).then((reply) => reply.statusCode)

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.16.9.9', '192.168.0.7', 'fd00::1'])('%s is near', async (address) => {
    expect(await read(address)).toBe(200)
  })

  test.each(['203.0.113.5', '172.32.0.1', '2001:db8::1', '::ffff:203.0.113.5', '169.254.169.254'])('%s is not', async (address) => {
    expect(await read(address)).toBe(404)
  })

  test('who comes through a proxy is not, however near the proxy is', async () => {
    expect(await read('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    expect(await read('127.0.0.1', { forwarded: 'for=127.0.0.1' })).toBe(404)
    for (const host of ['shop.example', 'shop.example:3000'])
      expect(await read('127.0.0.1', { host, 'cf-connecting-ip': '203.0.113.5' })).toBe(404)
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'shop:3000']) expect(await read('127.0.0.1', { host })).toBe(200)
    const behindProxy = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
    expect(await read('127.0.0.1', {}, behindProxy.app)).toBe(404)
  })

  test('where there is a token, only who bears it', async () => {
    const token = 'a token of the tests'
    const { app: closed } = await createTestApp({ environment: { METRICS_TOKEN: token, TRUST_PROXY: 'on' } })
    expect(await read('127.0.0.1', {}, closed)).toBe(404)
    expect(await read('127.0.0.1', { authorization: 'Bearer a token of others' }, closed)).toBe(404)
    expect(await read('203.0.113.5', { authorization: `Bearer ${token}` }, closed)).toBe(200)
  })
})

test('pages that request the API while they are rendered are one request', async () => {
  const before = (await scrape()).match(/shop_request_seconds_count.*loggedinuser.*/g) ?? []
  await request('GET', '/users/loggedinuser')
  expect((await scrape()).match(/shop_request_seconds_count.*loggedinuser.*/g) ?? []).toEqual(before)
})

test('the alert rules are those of the documentation, and name metrics that exist', async () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
  const rules = read('deploy/prometheus/alerts.yaml')
  const alerts = [...rules.matchAll(/- alert: (.+)/g)].map(([, alert]) => alert)
  const documented = [...read('docs/alerts.md').matchAll(/^\| (?!Alert \|)([A-Z][^|]+) \|/gm)].map(([, alert]) => alert)
  expect(alerts).toEqual(documented)
  const text = await scrape()
  const names = new Set([...rules.matchAll(/\b(shop|process|nodejs)_[a-z_]+/g)].map(([name]) => name))
  expect([...names].filter((name) => !new RegExp(`^(# HELP )?${name}[ {]`, 'm').test(text))).toEqual([])
})
