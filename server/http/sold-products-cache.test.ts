import { afterEach, beforeEach, expect, test } from 'vitest'
import { productHref } from '#contract/catalog/product-url.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { parseSettings } from '../kernel/settings.ts'
import { createSsr } from './pages/ssr.ts'
import { createResponseCache } from './response-cache.ts'

const cache = createResponseCache({ publicUrl: undefined })
const ssr = createSsr({ settings: parseSettings({}), development: false, responseCache: cache })
const { app, request, database } = await createTestApp({ responseCache: cache, publishTo: cache.invalidate, ssr })
beforeEach(() => cache.enable())
afterEach(() => cache.disable())

type Tee = Awaited<ReturnType<typeof createTestProduct>>

const open = (url: string) => app.inject({ method: 'GET', url, headers: { accept: 'text/html', host: 'localhost' } })
const isCached = async (url: string) => (await open(url)).headers['x-cache'] === 'HIT'
const order = async (tee: Tee, quantity = 1, size = 'M') => {
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity, size }]) })
  expect(reply.statusCode).toBe(201)
}

/** Addresses of each kind that is cached: those that show the sold product, and those that do not. */
async function createShop() {
  const sold = await createTestProduct({ database, category: 'TEE', sizes: { M: 5, L: 5 } })
  const other = await createTestProduct({ database, category: 'HOODIE', stock: 5 })
  const collection = await database
    .insertInto('collections')
    .values({ slug: `c-${sold.id.slice(-12)}`, title: 'Chosen' })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  cache.invalidate()
  await database.insertInto('collection_products').values({ collection_id: collection.id, product_id: sold.id, position: 1 }).execute()
  const api = '/api/v1/products'
  return {
    sold,
    showing: [
      `${api}/${sold.id}`,
      `${api}/getAll?page=1&limit=20`,
      `${api}/getAll?page=1&limit=20&category=TEE`,
      '/buy',
      '/buy?category=TEE',
      `/collection/${collection.slug}`,
      productHref({ _id: sold.id, name: sold.name }),
    ],
    others: [
      `${api}/${other.id}`,
      `${api}/getAll?page=1&limit=20&category=HOODIE`,
      `${api}/facets?category=TEE`,
      `${api}/facets?category=HOODIE`,
      '/buy?category=HOODIE',
    ],
  }
}

const warm = async (urls: readonly string[]) => {
  for (const url of urls) {
    await open(url)
    expect([url, await isCached(url)]).toEqual([url, true])
  }
}

test('an order makes what shows its products new, and keeps everything else', async () => {
  const { sold, showing, others } = await createShop()
  await warm([...showing, ...others])
  await order(sold)
  for (const url of others) expect([url, await isCached(url)]).toEqual([url, true])
  for (const url of showing) expect([url, await isCached(url)]).toEqual([url, false])
  const { stock } = (await open(`/api/v1/products/${sold.id}`)).json()
  expect(stock).toBe(9)
})

test('an order that sells a size out makes everything new: filters count what is in stock', async () => {
  const { sold, showing, others } = await createShop()
  await warm([...showing, ...others])
  await order(sold, 5)
  // The pages at the end of each list ask for what comes before them.
  for (const url of [...others, ...showing]) expect([url, await isCached(url)]).toEqual([url, false])
})
