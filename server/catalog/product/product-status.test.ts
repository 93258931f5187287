import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { publishDueProducts } from './product-status.ts'

const { provider, request, app, database, cookies } = await startPayingShop()
const shopper = await signInShopper({ request })

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const set = (id: string, body: object) => request('POST', `/products/${id}/status`, { cookies, body })
const readAdmin = async (id: string) =>
  (await request('GET', `/products/${id}/stock`, { cookies })).json<{ product: AdminProduct }>().product
const listAdmin = async (query: string) =>
  (await request('GET', `/products/admin?${query}`, { cookies })).json<{ products: AdminProduct[]; counts: object }>()

/** Sets the status with the version that the product has now. */
async function setNow(id: string, body: object) {
  const { version } = await readAdmin(id)
  const reply = await set(id, { version, ...body })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ message: string; product: AdminProduct }>()
}

describe('a product that is not published', async () => {
  const product = await createTestProduct({ database, name: 'Quilted Zephyr', category: 'HOODIE', price: 1_234 })
  const blue = await createTestProduct({ database, name: 'Blue Zephyr', category: 'HOODIE', price: 1_234 })
  const { id } = product
  const details = (colour: string) => JSON.stringify({ style: 'zephyr', colour })
  beforeAll(async () => {
    await database
      .updateTable('products')
      .set({ details: details('Jamun') })
      .where('id', '=', id)
      .execute()
    await database
      .updateTable('products')
      .set({ details: details('Blue') })
      .where('id', '=', blue.id)
      .execute()
    const collection = { title: 'Winter', slug: 'winter', productIds: [id, blue.id] }
    await request('POST', '/collections', { cookies, body: collection })
    const low = await createTestProduct({ database, name: 'Low', stock: 1 })
    await setNow(low.id, { status: 'archived' })
  })

  const get = async (path: string) => (await request('GET', path)).body
  const order = () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product]) })
  const asShopper = (method: 'GET' | 'POST', path: string, body?: object) =>
    request(method, path, { cookies: shopper.cookies, ...(body && { body }) })
  /** Where the shop may name the product. */
  const places: Record<string, () => Promise<string>> = {
    'the whole list': () => get('/products/getAll'),
    'a page of the list': () => get('/products/getAll?page=1&limit=50'),
    'a filtered list': () => get('/products/getAll?category=HOODIE&inStock=true&size=M&colour=jamun'),
    'the search': () => get('/products/getAll?q=quilted'),
    'the suggestions': () => get('/products/suggestions?q=quilted'),
    'the facets': async () => ((await get('/products/facets')).includes('Jamun') ? id : ''),
    'similar products': () => get(`/products/${blue.id}/similar`),
    'the colours of its style': () => get(`/products/${blue.id}`),
    'its page': () => get(`/products/${id}`),
    'its collection': () => get('/collections/winter'),
    'the sitemap': async () => (await app.inject('/sitemap-products-1.xml')).body,
  }

  test.each(Object.entries(places))('is not in %s, and is in it when it is published', async (_place, read) => {
    for (const status of ['draft', 'archived']) {
      await setNow(id, { status })
      expect(await read()).not.toContain(id)
      expect(await read()).not.toContain('Quilted')
    }
    await setNow(id, { status: 'on_sale' })
    expect(await read()).toMatch(new RegExp(`${id}|Quilted`))
  })

  test.each(['draft', 'archived'])('%s: cannot be added, merged, ordered or saved, with the texts of a deleted product', async (status) => {
    await setNow(id, { status })
    const add = await asShopper('POST', '/cart/add', { product: id, size: 'M', quantity: 1 })
    expect([add.statusCode, add.json().error]).toEqual([404, 'Product not found.'])
    const merged = await asShopper('POST', '/cart/merge', { lines: [{ product: id, name: 'Quilted Zephyr', size: 'M', quantity: 1 }] })
    expect(merged.json()).toMatchObject({ cart: [], notices: ['Quilted Zephyr is no longer available.'] })
    const placed = await order()
    expect([placed.statusCode, placed.json().error]).toEqual([409, 'Quilted Zephyr is no longer available.'])
    expect((await asShopper('POST', `/cart/saved/${id}`)).statusCode).toBe(404)
    expect((await request('GET', `/products/${id}`)).statusCode).toBe(404)
    await setNow(id, { status: 'on_sale' })
  })

  test('in a cart and among saved items it is unavailable, and comes back', async () => {
    await asShopper('POST', '/cart/add', { product: id, size: 'M', quantity: 1 })
    await asShopper('POST', `/cart/saved/${id}`)
    await setNow(id, { status: 'archived' })
    expect((await asShopper('GET', '/cart')).json().cart).toMatchObject([{ problem: 'gone' }])
    expect((await asShopper('GET', '/cart/saved')).json().items).toMatchObject([{ isDeleted: true }])
    await setNow(id, { status: 'on_sale' })
    expect((await asShopper('GET', '/cart')).json().cart).toMatchObject([{ problem: null }])
    expect((await asShopper('GET', '/cart/saved')).json().items).toMatchObject([{ isDeleted: false }])
  })

  test('is no product that is low in stock', async () => {
    const { body } = await request('GET', '/order/admin/notifications', { cookies })
    expect(body).not.toContain('"Low"')
  })

  test('is edited, previewed and kept in its collection by administrators', async () => {
    await setNow(id, { status: 'draft' })
    const preview = await request('GET', `/products/${id}/preview`, { cookies })
    expect(preview.json()).toMatchObject({ _id: id, name: 'Quilted Zephyr', pictures: [{}] })
    expect((await request('GET', `/products/${id}/preview`)).statusCode).toBe(401)
    expect((await asShopper('GET', `/products/${id}/preview`)).statusCode).toBe(403)
    const { version } = await readAdmin(id)
    const fields = { name: 'Quilted Zephyr', description: 'Warm.', price: '1234', category: 'HOODIE', version: String(version) }
    const edited = await request('PATCH', `/products/${id}`, { ...buildMultipartForm(fields), cookies })
    expect(edited.json().product).toMatchObject({ description: 'Warm.', status: 'draft' })
    const correction = { change: 2, cause: 'correction', note: 'Counted' }
    expect((await request('POST', `/products/${id}/stock`, { cookies, body: correction })).statusCode).toBe(200)
    expect((await request('GET', `/products/${id}/pictures`, { cookies })).statusCode).toBe(200)
    expect((await request('GET', '/collections/list/admin', { cookies })).body).toContain(id)
    await setNow(id, { status: 'on_sale' })
  })

  test('is found by the keywords that its category has got since', async () => {
    const category = { key: 'SHAWL', name: 'Shawls', keywords: 'shawl', sizes: null, hsnCode: null }
    await request('POST', '/categories', { cookies, body: category })
    const shawl = await createTestProduct({ database, name: 'Pashmina', category: 'SHAWL' })
    await setNow(shawl.id, { status: 'archived' })
    const body = { ...category, keywords: 'dupatta', isHidden: false, version: 1 }
    expect((await request('PATCH', '/categories/SHAWL', { cookies, body })).statusCode).toBe(200)
    await setNow(shawl.id, { status: 'on_sale' })
    expect(await get('/products/getAll?q=dupatta')).toContain(shawl.id)
  })

  test('keeps its category', async () => {
    await request('POST', '/categories', { cookies, body: { key: 'QUILT', name: 'Quilts', keywords: '', sizes: null, hsnCode: null } })
    const quilt = await createTestProduct({ database, name: 'Quilt', category: 'QUILT' })
    await setNow(quilt.id, { status: 'draft' })
    expect((await request('DELETE', '/categories/QUILT', { cookies })).json().code).toBe('category_in_use')
  })
})

describe('POST /products/:id/status', () => {
  test('a draft with a date is published when it has come, as the newest product', async () => {
    const { id } = await createTestProduct({ database, name: 'Later', createdAt: new Date(0) })
    const planned = await setNow(id, { status: 'on_sale', publishAt: inHours(2) })
    expect(planned).toMatchObject({ message: 'Publication planned', product: { status: 'draft', publishAt: expect.any(String) } })
    await publishDueProducts({ database })
    expect((await request('GET', `/products/${id}`)).statusCode).toBe(404)
    await database.updateTable('products').set({ publish_at: sql<Date>`now()` }).where('id', '=', id).execute()
    expect(await publishDueProducts({ database })).toBe(1)
    expect(await publishDueProducts({ database })).toBe(0)
    expect((await request('GET', `/products/${id}`)).statusCode).toBe(200)
    expect((await request('GET', '/products/getAll?page=1&limit=1')).json().products).toMatchObject([{ _id: id }])
    expect(await readAdmin(id)).not.toHaveProperty('publishAt')
  })

  test.each([
    [inHours(-1), 'The publishing date must be in the future.'],
    ['tomorrow', 'Enter a date and a time.'],
  ])('the date %s is refused', async (publishAt, message) => {
    const { id } = await createTestProduct({ database })
    const reply = await set(id, { version: 1, status: 'on_sale', publishAt })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { publishAt: message }])
  })

  test('archive and restore keep the place in the list and the SKUs', async () => {
    const { id } = await createTestProduct({ database, name: 'Kept', sizes: { M: 3 }, createdAt: new Date('2020-01-01') })
    await database.updateTable('product_sizes').set({ sku: 'KEPT-M' }).where('product_id', '=', id).execute()
    expect((await setNow(id, { status: 'archived' })).message).toBe('Product archived')
    const { product } = await setNow(id, { status: 'on_sale' })
    expect(product).toMatchObject({ createdAt: '2020-01-01T00:00:00.000Z', stock: 3 })
    expect((await request('GET', `/products/${id}/stock`, { cookies })).json().sizes).toMatchObject([{ sku: 'KEPT-M' }])
  })

  test('a stale version is refused, and the status that the product has is no error', async () => {
    const { id } = await createTestProduct({ database })
    expect((await set(id, { version: 1, status: 'archived' })).statusCode).toBe(200)
    expect((await set(id, { version: 1, status: 'archived' })).statusCode).toBe(200)
    const stale = await set(id, { version: 1, status: 'on_sale' })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'product_changed'])
    // The database could not store the next version.
    expect((await set(id, { version: 2_147_483_647, status: 'on_sale' })).statusCode).toBe(400)
  })

  test('a deleted product has no status, and an archived one can be deleted', async () => {
    const { id } = await createTestProduct({ database })
    await setNow(id, { status: 'archived' })
    expect((await request('DELETE', `/products/${id}`, { cookies })).json().message).toBe('Product deleted')
    expect((await set(id, { version: 2, status: 'on_sale' })).statusCode).toBe(404)
    expect((await request('DELETE', `/products/${id}`, { cookies })).statusCode).toBe(404)
  })

  test('the former value `published` and the former field `hiddenAs` are kept', async () => {
    const { id } = await createTestProduct({ database })
    expect((await setNow(id, { status: 'archived' })).product).toMatchObject({ status: 'archived', hiddenAs: 'archived' })
    const { product } = await setNow(id, { status: 'published' })
    expect(product.status).toBe('on_sale')
    expect(product).not.toHaveProperty('hiddenAs')
  })

  test('a card payment that holds an archived product becomes an order', async () => {
    const { pay, orders, tee, verify } = await startCheckout({ request, database, provider, stock: 2, quantity: 2 })
    await setNow(tee.id, { status: 'archived' })
    const { browser } = await pay()
    expect((await verify(browser.response)).statusCode).toBe(200)
    expect(await orders()).toMatchObject([{ paymentStatus: 'Paid', orderStatus: 'Placed' }])
  })
})

test('the list of administrators has drafts and archived products of their own, with search', async () => {
  const draft = await createTestProduct({ database, name: 'Unfinished Parka' })
  const before = await listAdmin('status=draft')
  await setNow(draft.id, { status: 'draft' })
  const after = await listAdmin('status=draft&q=parka&limit=50')
  expect(after.products).toMatchObject([{ name: 'Unfinished Parka', status: 'draft' }])
  expect(after.counts).not.toEqual(before.counts)
  expect((await listAdmin('q=parka')).products).toEqual([])
  expect((await listAdmin('status=archived&q=parka')).products).toEqual([])
})

test('a new product can be a draft', async () => {
  const image = await createTestImage({ width: 80, height: 100 }).png().toBuffer()
  const form = { name: 'Draft Tee', description: 'Soft.', price: '799', stock: '3', category: 'TEE', image, draft: 'yes' }
  const reply = await request('POST', '/products/createProduct', { ...buildMultipartForm(form), cookies })
  const { product } = reply.json()
  expect([reply.statusCode, product.status]).toEqual([201, 'draft'])
  expect((await request('GET', `/products/${product._id}`)).statusCode).toBe(404)
  expect((await setNow(product._id, { status: 'on_sale' })).message).toBe('Product published')
})
