import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { isWellFormed, readFeedItems } from '#testing/xml.ts'
import { writeDueFeeds } from './write-feeds.ts'

const small = { partBytes: 1_000, fileCharacters: 3_000_000_000 }

/** A shop with products of one stock, whose files are kept in `files`. */
async function openShop({ products = 0, environment = {} }: { products?: number; environment?: Record<string, string> } = {}) {
  const testApp = await createTestApp({ environment })
  const { app, database, images } = testApp
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key)
    select 'Item ' || n, md5(n::text), 'TEE', 79900, 1, 'x' from generate_series(1, ${products}::int) n
  `.execute(database)
  const keys = new Set<string>()
  const files = {
    ...images,
    write: async (key: string, bytes: Buffer) => {
      keys.add(key)
      await images.write(key, bytes)
    },
    remove: async (key: string) => {
      keys.delete(key)
      await images.remove(key)
    },
  }
  const write = (more: Partial<Parameters<typeof writeDueFeeds>[0]> = {}) =>
    writeDueFeeds({
      database,
      readDatabase: database,
      images: files,
      shop: { origin: 'https://shop.example', storeName: 'Shop', policies: policy },
      signal: new AbortController().signal,
      log: { warn: console.error },
      limits: small,
      ...more,
    })
  const read = (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers })
  const listFeeds = () => database.selectFrom('feeds').select(['id', 'kind', 'parts', 'files']).orderBy('id').execute()
  return { ...testApp, keys, files, write, read, listFeeds }
}

const countItems = (xml: string) => new Set(readFeedItems(xml).map(({ id }) => id)).size
const makeOld = ({ database }: Pick<TestApp, 'database'>, hours: number) =>
  database
    .updateTable('feeds')
    .set({
      finished_at: sql`finished_at - make_interval(hours => ${hours})`,
      started_at: sql`started_at - make_interval(hours => ${hours})`,
    })
    .execute()

test('a feed is answered with 503 until the job has written it', async () => {
  const shop = await openShop({ products: 1 })
  const early = await shop.read('/feeds/google.xml')
  expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '60'])
  await createJobRunner(shop)('write-feeds')
  expect((await shop.read('/feeds/google.xml')).statusCode).toBe(200)
  expect((await shop.read('/feeds/meta.csv')).headers['content-type']).toBe('text/csv; charset=utf-8')
})

test('a shop without products has feeds without items', async () => {
  const shop = await openShop()
  await shop.write()
  const google = await shop.read('/feeds/google.xml')
  expect([isWellFormed(google.body), countItems(google.body)]).toEqual([true, 0])
  expect((await shop.read('/feeds/meta.csv')).body).toMatch(/^id,title,[^\n]*\n$/)
})

test('a feed of several parts is sent whole, compressed and not, each size once', async () => {
  const shop = await openShop({ products: 450 })
  await shop.write()
  const [google] = await shop.listFeeds()
  expect(google?.parts).toBeGreaterThan(3)
  const plain = await shop.read('/feeds/google.xml')
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect([isWellFormed(plain.body), countItems(plain.body)]).toEqual([true, 1_800])
  const compressed = await shop.read('/feeds/google.xml', { 'accept-encoding': 'gzip, br' })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(compressed.rawPayload.length) })
  expect(String(gunzipSync(compressed.rawPayload))).toBe(plain.body)
})

test('a client that has the feed gets 304 until the products have changed', async () => {
  const shop = await openShop({ products: 1 })
  await shop.write()
  const { headers } = await shop.read('/feeds/meta.csv')
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300', etag: expect.stringMatching(/^W\/"[0-9a-f]{64}"$/) })
  const readAgain = async () => (await shop.read('/feeds/meta.csv', { 'if-none-match': String(headers.etag) })).statusCode
  expect(await readAgain()).toBe(304)
  await makeOld(shop, 1)
  await shop.write()
  expect(await readAgain()).toBe(304)
  await createTestProduct({ database: shop.database })
  await makeOld(shop, 1)
  await shop.write()
  expect(await readAgain()).toBe(200)
})

test('a large shop has several files, with each size in one of them', async () => {
  const shop = await openShop({ products: 450 })
  await shop.write({ limits: { partBytes: 1_000, fileCharacters: 500_000 } })
  const files = await Promise.all(['', '-2', '-3'].map((suffix) => shop.read(`/feeds/google${suffix}.xml`)))
  expect(files.map(({ body }) => [isWellFormed(body), countItems(body)])).toEqual([800, 800, 200].map((count) => [true, count]))
  expect(new Set(files.flatMap(({ body }) => readFeedItems(body).map(({ id }) => id))).size).toBe(1_800)
  expect((await shop.read('/feeds/google-4.xml')).statusCode).toBe(404)
})

test('a new feed is not written again within the hour, unless an administrator asks for it', async () => {
  const shop = await openShop({ products: 1 })
  const { cookies } = await signInAdministrator(shop)
  const listFiles = async () => (await shop.request('GET', '/products/feeds', { cookies })).json().files
  expect(await listFiles()).toEqual([])
  await shop.write()
  const written = await listFiles()
  expect(written).toEqual(
    ['/feeds/google.xml', '/feeds/meta.csv'].map((path) => ({ path, items: 4, writtenAt: expect.stringMatching(/^\d{4}-.*Z$/) })),
  )
  await createTestProduct({ database: shop.database })
  await shop.write()
  expect(await listFiles()).toEqual(written)
  const asked = await shop.request('POST', '/products/feeds', { cookies })
  expect([asked.statusCode, asked.json().message]).toEqual([202, 'The feeds are written within a few minutes'])
  await shop.write()
  expect((await listFiles()).map(({ items }: { items: number }) => items)).toEqual([8, 8])
})

test('a request during a run is answered by one more run', async () => {
  const shop = await openShop({ products: 1 })
  const { cookies } = await signInAdministrator(shop)
  let asked = false
  const askOnce = async (key: string, bytes: Buffer) => {
    if (!asked) await shop.request('POST', '/products/feeds', { cookies })
    asked = true
    await shop.files.write(key, bytes)
  }
  await shop.write({ images: { ...shop.files, write: askOnce } })
  await createTestProduct({ database: shop.database })
  await shop.write()
  expect(countItems((await shop.read('/feeds/google.xml')).body)).toBe(8)
})

test('earlier feeds are removed from the file store after two hours, unfinished ones after six', async () => {
  const shop = await openShop({ products: 20 })
  await shop.write()
  const [first] = await shop.listFeeds()
  await shop.database.insertInto('feeds').values({ kind: 'google', parts: 1 }).execute()
  await makeOld(shop, 1)
  await shop.write()
  expect([...shop.keys].some((key) => key.includes(first?.id ?? ''))).toBe(true)
  await makeOld(shop, 6)
  await shop.write()
  const feeds = await shop.listFeeds()
  expect(feeds.map(({ kind }) => kind)).toEqual(['google', 'meta'])
  expect([...shop.keys].filter((key) => !feeds.some(({ id }) => key.includes(id)))).toEqual([])
  expect(countItems((await shop.read('/feeds/google.xml')).body)).toBe(80)
})

test('a run that is aborted or fails leaves nothing behind, and the earlier feed is served', async () => {
  const shop = await openShop({ products: 450 })
  await shop.write()
  const before = await shop.listFeeds()
  await makeOld(shop, 1)
  const stopping = new AbortController()
  const abortAt = async (key: string, bytes: Buffer) => {
    // Not in the last part, after which the run may end before it looks: how many there are depends on random ids.
    if (key.endsWith('/2.gz')) stopping.abort()
    await shop.files.write(key, bytes)
  }
  await shop.write({ images: { ...shop.files, write: abortAt }, signal: stopping.signal })
  const fail = async () => Promise.reject(new Error('The disk is full.'))
  await expect(shop.write({ images: { ...shop.files, write: fail } })).rejects.toThrow('The disk is full.')
  expect(await shop.listFeeds()).toEqual(before)
  expect([...shop.keys].filter((key) => !before.some(({ id }) => key.includes(id)))).toEqual([])
  expect(countItems((await shop.read('/feeds/google.xml')).body)).toBe(1_800)
})

test('a store that forbids to remove files gets new feeds all the same', async () => {
  const shop = await openShop({ products: 1 })
  await shop.write()
  await makeOld(shop, 3)
  await createTestProduct({ database: shop.database })
  const warnings: string[] = []
  const remove = async () => Promise.reject(new Error('AccessDenied'))
  await shop.write({ images: { ...shop.files, remove }, log: { warn: (_details, message) => warnings.push(message) } })
  expect(warnings).toEqual(['Removing earlier feeds failed', 'Removing earlier feeds failed'])
  expect(countItems((await shop.read('/feeds/google.xml')).body)).toBe(8)
})

test('a feed whose files are missing, as after a restore, is written again', async () => {
  const shop = await openShop({ products: 1 })
  await shop.write()
  for (const key of shop.keys) await shop.images.remove(key)
  expect((await shop.read('/feeds/meta.csv')).statusCode).toBe(503)
  await shop.write()
  expect((await shop.read('/feeds/meta.csv')).statusCode).toBe(200)
})

test('a client that fetches feeds all the time is stopped', async () => {
  const shop = await openShop({ products: 1, environment: { LIMITS_FACTOR: '0.1' } })
  await shop.write()
  for (const code of [200, 200, 429]) expect((await shop.read('/feeds/google.xml')).statusCode).toBe(code)
})
