import { EventEmitter, on } from 'node:events'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { subscribe } from '#server/adapters/postgres-notifications.ts'
import { createProductChanges, parseProductsPayload, productsChannel } from '#server/database/product-changes.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { readMetric } from '#testing/read-metric.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { ownBytes } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

const cache = createResponseCache({ publicUrl: undefined })
const { app, request, database, connection } = await createTestApp({ responseCache: cache })
const subscribed = Promise.withResolvers<void>()
const subscription = subscribe({
  connection,
  channels: [productsChannel],
  onNotification: (_channel, payload) => cache.invalidate(parseProductsPayload(payload)),
  onConnected() {
    cache.enable()
    subscribed.resolve()
  },
  onDisconnected: cache.disable,
})
afterAll(() => subscription.close())
await subscribed.promise
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + apiBase + path, { headers })
const isHit = (reply: Response) => reply.headers.get('x-cache') === 'HIT'

/** Asks until the reply comes from the cache: the notification of what the test has just written may still arrive. */
async function getCached(path: string): Promise<Response> {
  await expect.poll(async () => isHit(await get(path))).toBe(true)
  return get(path)
}

test('a cached reply equals the first one, headers included', async () => {
  const { id } = await createTestProduct({ database })
  const first = await get(`/products/${id}`)
  const second = await getCached(`/products/${id}`)
  expect(isHit(first)).toBe(false)
  expect(await second.json()).toEqual(await first.json())
  const ownHeaders = ['x-cache', 'x-request-id', 'date', 'vary', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
  const strip = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => !ownHeaders.includes(name)))
  expect(strip(second)).toEqual(strip(first))
})

test('a price that another process changes invalidates the cache', async () => {
  const { id } = await createTestProduct({ database, price: 500 })
  await getCached(`/products/${id}`)
  await database
    .updateTable('products')
    .set({ price_paise: toPaise(600) })
    .where('id', '=', id)
    .execute()
  createProductChanges({ database }).publish()
  await expect.poll(async () => (await (await get(`/products/${id}`)).json()).price).toBe(600)
})

test('an order in this process is visible to the next request, at any stock level', async () => {
  const cacheOfShop = createResponseCache({ publicUrl: undefined })
  cacheOfShop.enable()
  const shop = await createTestApp({ responseCache: cacheOfShop, publishTo: cacheOfShop.invalidate })
  const product = await createTestProduct({ database: shop.database, stock: 800 })
  const readStock = async () => {
    const reply = await shop.request('GET', `/products/${product.id}`)
    return [reply.headers['x-cache'], reply.json().stock]
  }
  await readStock()
  expect(await readStock()).toEqual(['HIT', 800])
  await shop.request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product]) })
  expect(await readStock()).toEqual([undefined, 799])
})

test('sales of one process are notified to the others at most once a second, and the last one is not lost', async () => {
  const publishing = createProductChanges({ database })
  const received = new EventEmitter()
  const payloads = on(received, 'payload')
  const readPayload = async () => (await payloads.next()).value?.[0]
  const connected = Promise.withResolvers<void>()
  const subscription = subscribe({
    connection,
    channels: [productsChannel],
    onNotification: (_channel, payload) => void received.emit('payload', payload),
    onConnected: connected.resolve,
    onDisconnected: () => {},
  })
  await connected.promise
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const [first = '', ...others] = Array.from({ length: 200 }, (_, index) => `product ${index}`)
  for (const product of [first, ...others]) publishing.publish([product])
  expect(await readPayload()).toBe(first)
  vi.advanceTimersByTime(999)
  // What was sent before it arrives before it.
  await sql`select pg_notify(${productsChannel}, 'mark')`.execute(database)
  expect(await readPayload()).toBe('mark')
  vi.advanceTimersByTime(1)
  expect(await readPayload()).toBe(others.join(','))
  await subscription.close()
})

test('a product that was deleted is gone from its page and from the list', async () => {
  const { id } = await createTestProduct({ database })
  await getCached(`/products/${id}`)
  await getCached('/products/getAll?page=1&limit=7')
  await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', id).execute()
  createProductChanges({ database }).publish()
  await expect.poll(async () => (await get(`/products/${id}`)).status).toBe(404)
  const { products } = (await (await get('/products/getAll?page=1&limit=7')).json()) as { products: { _id: string }[] }
  expect(products.map((product) => product._id)).not.toContain(id)
})

test('nothing is served from the cache while notifications cannot arrive', async () => {
  const { id } = await createTestProduct({ database, price: 500 })
  await getCached(`/products/${id}`)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shop notifications' and datname = current_database()`.execute(
    database,
  )
  await expect.poll(async () => isHit(await get(`/products/${id}`))).toBe(false)
  // It listens again by itself.
  await expect.poll(async () => isHit(await get(`/products/${id}`))).toBe(true)
})

test('a client that has the response gets 304', async () => {
  const { id } = await createTestProduct({ database })
  const { headers } = await getCached(`/products/${id}`)
  const again = await get(`/products/${id}`, { 'if-none-match': headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('a long response is compressed as the client accepts it', async () => {
  const { id } = await createTestProduct({ database, description: 'Soft, light and strong. '.repeat(100) })
  await getCached(`/products/${id}`)
  for (const encoding of ['br', 'gzip']) {
    const reply = await get(`/products/${id}`, { 'accept-encoding': encoding })
    expect(isHit(reply)).toBe(true)
    expect(reply.headers.get('content-encoding')).toBe(encoding)
    expect(Number(reply.headers.get('content-length'))).toBeLessThan(1_000)
    expect((await reply.json())._id).toBe(id)
  }
  const choices = [
    ['br;q=0', null],
    ['gzip;q=0, br ; q=0.000', null],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0.1', 'gzip'],
  ] as const
  for (const [accepted, encoding] of choices) {
    const reply = await get(`/products/${id}`, { 'accept-encoding': accepted })
    expect([accepted, isHit(reply), reply.headers.get('content-encoding')]).toEqual([accepted, true, encoding])
  }
})

test('a call in process reads the cached reply until a product changes', async () => {
  const { id } = await createTestProduct({ database, price: 500 })
  const call = { url: `${apiBase}/products/${id}`, host: new URL(origin).host }
  await getCached(`/products/${id}`)
  expect(cache.readJson(call)).toMatchObject({ _id: id, price: 500 })
  cache.invalidate()
  expect(cache.readJson(call)).toBeUndefined()
})

test('a hundred concurrent requests for a missing entry are one query', async () => {
  const { id } = await createTestProduct({ database })
  await getCached(`/products/${id}`)
  cache.invalidate()
  const replies = await Promise.all(Array.from({ length: 100 }, () => get(`/products/${id}`)))
  expect(replies.filter((reply) => !isHit(reply))).toHaveLength(1)
  expect(new Set(await Promise.all(replies.map(async (reply) => (await reply.json())._id)))).toEqual(new Set([id]))
})

test('metrics show how much the cache holds', async () => {
  const { id } = await createTestProduct({ database })
  cache.invalidate()
  const read = async () => {
    const { body } = await app.inject({ url: '/metrics' })
    return [readMetric(body, 'shop_response_cache_entries'), readMetric(body, 'shop_response_cache_bytes')]
  }
  expect(await read()).toEqual([0, 0])
  await getCached(`/products/${id}`)
  const [entries, bytes] = await read()
  expect(entries).toBe(1)
  expect(bytes).toBeGreaterThan(4_096)
})

test('an entry holds no memory beyond its own bytes', () => {
  for (const source of ['[]', Buffer.from('[]')])
    expect([ownBytes(source).toString(), ownBytes(source).buffer.byteLength]).toEqual(['[]', 2])
})

test('replies to one user are never cached', async () => {
  const first = await signInShopper({ request })
  const second = await signInShopper({ request })
  for (const { cookies, name } of [first, second, first]) {
    const cookie = Object.entries(cookies)
      .map(([key, value]) => `${key}=${value}`)
      .join('; ')
    const reply = await get('/users/loggedinuser', { cookie })
    expect(isHit(reply)).toBe(false)
    expect((await reply.json()).name).toBe(name)
  }
})
