import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { isWellFormed } from '#testing/xml.ts'

const { app, database } = await createTestApp()
const tee = await createTestProduct({ database, name: 'Chai & “Stripe” <Tee>' })
const nameless = await createTestProduct({ database, name: 'हथकरघा' })
const deleted = await createTestProduct({ database, name: 'Deleted tee' })
await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', deleted.id).execute()

const read = async (url: string, from = app) => {
  const reply = await from.inject({ url, headers: { host: 'shop.test' } })
  return { status: reply.statusCode, type: reply.headers['content-type'], text: reply.body }
}
const listUrls = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)

test('robots.txt excludes private pages and names the sitemap', async () => {
  const { status, type, text } = await read('/robots.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const path of ['/api/v1/', '/UserDashboard', '/AdminDashboardWrapper', '/logout', '/homecart', '/orderNow'])
    expect(text).toMatch(new RegExp(`^Disallow: ${path}$`, 'm'))
  expect(text).toMatch(/^Sitemap: http:\/\/shop\.test\/sitemap\.xml$/m)
  expect(text).not.toMatch(/^Disallow: \/$|^Disallow: \/(buy|product|images)/m)
})

test.each([
  '/UserDashboard/cart',
  '/userdashboard/order-tracking',
  '/AdminDashboardWrapper',
  '/homecart',
  '/orderNow',
  '/order-summary?status=failed',
  '/order-tracking?token=secret',
  '/o/secret',
  '/reset-pin?token=secret',
  '/verify-email?token=secret',
  '/complete-address?token=secret',
  '/confirm-order?token=secret',
  '/add-order?token=secret',
  '/order-placed?number=7K3M-9QXT',
  '/payment-result?token=secret',
  '/pay-order?token=secret',
  '/back-in-stock?token=secret',
  '/api/v1/products/getAll',
])('%s is excluded from search engines', async (url) => {
  expect((await app.inject({ url })).headers['x-robots-tag']).toBe('noindex')
})

test.each(['/sitemap.xml', '/buy', '/order-tracking', '/login'])('%s may be indexed', async (url) => {
  expect((await app.inject({ url })).headers).not.toHaveProperty('x-robots-tag')
})

test('the index lists a file of pages and one of products', async () => {
  const { type, text } = await read('/sitemap.xml')
  expect(type).toBe('application/xml; charset=utf-8')
  expect(isWellFormed(text)).toBe(true)
  expect(listUrls(text)).toEqual(['http://shop.test/sitemap-pages.xml', 'http://shop.test/sitemap-products-1.xml'])
})

test('every public page is listed', async () => {
  const { text } = await read('/sitemap-pages.xml')
  expect(isWellFormed(text)).toBe(true)
  expect(listUrls(text)).toEqual(
    expect.arrayContaining(['/buy', '/returnPolicy', '/term', '/contact'].map((path) => `http://shop.test${path}`)),
  )
})

test('only products on sale are listed, by their canonical URL', async () => {
  const { text } = await read('/sitemap-products-1.xml')
  expect(isWellFormed(text)).toBe(true)
  expect(listUrls(text).sort()).toEqual(
    [`http://shop.test/product/${tee.id}/chai-stripe-tee`, `http://shop.test/product/${nameless.id}`].sort(),
  )
})

test.each(['/sitemap-products-0.xml', '/sitemap-products-2.xml', '/sitemap-products-999999.xml', '/sitemap-products-x.xml'])(
  '%s is not found',
  async (url) => {
    expect((await read(url)).status).toBe(404)
  },
)

test('every URL starts with PUBLIC_URL', async () => {
  const { app: behindProxy, database } = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
  await createTestProduct({ database })
  for (const url of ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-products-1.xml']) {
    const { text } = await read(url, behindProxy)
    expect(isWellFormed(text)).toBe(true)
    expect(text).toContain('<loc>https://shop.example/')
    expect(text).not.toContain('shop.test')
  }
})

test('thousands of products are split into files, each product once', async () => {
  const { app: large, database } = await createTestApp()
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key)
    select 'Item ' || n, 'x', 'TEE', 79900, 1, 'x' from generate_series(1, 5200) n
  `.execute(database)
  const files = listUrls((await read('/sitemap.xml', large)).text).filter((url) => url?.includes('products'))
  expect(files).toHaveLength(2)
  const urls = await Promise.all(files.map(async (file) => listUrls((await read(new URL(file ?? '').pathname, large)).text)))
  expect(urls.map((list) => list.length)).toEqual([5_000, 200])
  expect(new Set(urls.flat()).size).toBe(5_200)
})

test('the manifest has the name of the shop, its description and its icons', async () => {
  const { app: other } = await createTestApp({
    environment: { STORE_NAME: 'Warp "&" Weft', STORE_DESCRIPTION: 'Handloom sarees from Kanchipuram.' },
  })
  const { type, text } = await read('/site.webmanifest', other)
  expect(type).toBe('application/manifest+json; charset=utf-8')
  expect(JSON.parse(text)).toMatchObject({
    name: 'Warp "&" Weft',
    description: 'Handloom sarees from Kanchipuram.',
    start_url: '/buy',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }, {}],
  })
})

test('without a description the manifest says what the shop sells by its first visible categories', async () => {
  const readDescription = async () => JSON.parse((await read('/site.webmanifest')).text).description
  expect(await readDescription()).toBe(
    'Tees, joggers, hoodie packs and denim cargos from an independent Indian label. Free shipping across India, cash on delivery and 7-day returns.',
  )
  await database.updateTable('categories').set({ is_hidden: true }).execute()
  expect(await readDescription()).toMatch(/^Clothing from an/)
  const added = [
    { key: 'KURTA', name: "Women's kurtas", words: '', position: 8 },
    { key: 'SAREE', name: 'Sarees', words: '', position: 9 },
    { key: 'SHIRT', name: 'T-shirts', words: '', position: 10 },
  ]
  await database.insertInto('categories').values(added).execute()
  expect(await readDescription()).toMatch(/^Women's kurtas, sarees and T-shirts from an/)
  await database.updateTable('categories').set({ is_hidden: false }).execute()
  // The seventh one is left out.
  expect(await readDescription()).toMatch(/^Tees, joggers, hoodie packs, denim cargos, women's kurtas and sarees from an/)
})
