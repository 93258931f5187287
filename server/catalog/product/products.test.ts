import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Product, ProductList } from '#contract/catalog/products.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, app, database, images } = await createTestApp()

const list = async (query: string) => (await request('GET', `/products/getAll?${query}`)).json<ProductList>()
const names = (page: ProductList) => page.products.map((product) => product.name)

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const hoodie = await createTestProduct({ database, name: 'Monsoon Hoodie Pack', category: 'HOODIE', price: 1999, createdAt: day(1) })
await createTestProduct({
  database,
  name: 'Indigo Tee',
  category: 'TEE',
  price: 799,
  createdAt: day(2),
  description: 'Soft handloom cotton.',
})
await createTestProduct({ database, name: 'Clay Tee', category: 'TEE', price: 599.5, createdAt: day(3) })
await createTestProduct({ database, name: 'Trail Jogger', category: 'JOGGER', price: 1299, createdAt: day(4) })
const gone = await createTestProduct({ database, name: 'Gone Cargo', category: 'DENIM' })
await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', gone.id).execute()

describe('GET /products/getAll', () => {
  test('without a query replies with every product on sale as an array, newest first', async () => {
    const products = (await request('GET', '/products/getAll')).json<Product[]>()
    expect(products.map((product) => product.name)).toEqual(['Trail Jogger', 'Clay Tee', 'Indigo Tee', 'Monsoon Hoodie Pack'])
    expect(products[1]).toMatchObject({
      price: 599.5,
      category: 'TEE',
      sizes: ['M', 'L', 'XL', 'XXL'],
      image: expect.stringMatching(/^\/images\/.+\/800\.webp$/),
    })
  })

  test('with a page replies with that page and the total', async () => {
    const page = await list('page=2&limit=3')
    expect(page).toMatchObject({ total: 4 })
    expect(names(page)).toEqual(['Monsoon Hoodie Pack'])
  })

  test('a page past the end is empty and has the total', async () => {
    expect(await list('page=9&limit=3')).toEqual({ products: [], total: 4 })
    expect(await list('page=9&limit=3&q=tee')).toEqual({ products: [], total: 2 })
  })

  test('a category matches in any case and with surrounding white space', async () => {
    expect(names(await list('category=%20tee%20'))).toEqual(['Clay Tee', 'Indigo Tee'])
    expect(await list('category=tee')).toMatchObject({ total: 2 })
  })

  test('an unknown category is an empty list', async () => {
    expect(await list('category=socks')).toEqual({ products: [], total: 0 })
  })

  test('filters by price and by stock', async () => {
    expect(names(await list('minPrice=700&maxPrice=1299'))).toEqual(['Trail Jogger', 'Indigo Tee'])
    const none = await createTestProduct({ database, name: 'Sold Out Cargo', category: 'DENIM', stock: 0, price: 1999, createdAt: day(9) })
    expect(await list('category=denim&inStock=true')).toEqual({ products: [], total: 0 })
    expect(await list('q=cargo&inStock=true')).toEqual({ products: [], total: 0 })
    expect(await list('category=denim')).toMatchObject({ total: 1 })
    await database.deleteFrom('products').where('id', '=', none.id).execute()
  })

  test('sorts by price in both directions', async () => {
    expect(names(await list('sort=price-asc'))).toEqual(['Clay Tee', 'Indigo Tee', 'Trail Jogger', 'Monsoon Hoodie Pack'])
    expect(names(await list('sort=price-desc'))[0]).toBe('Monsoon Hoodie Pack')
  })

  test.each(['hoodi', 'hoodie', 'HOODIES', 'hodie', 'monson', 'sweatshirt'])('search for %s finds the hoodie', async (q) => {
    expect(names(await list(`q=${q}`))).toEqual([hoodie.name])
  })

  test.each([
    ['an extra letter', 'clayy'],
    ['a missing letter', 'cly'],
    ['a wrong letter', 'clsy'],
    ['two swapped letters', 'cayl'],
    ['a typo next to a correct word', 'cayl tee'],
    ['a typo before an incomplete word', 'cayl te'],
  ])('search corrects %s (%s)', async (_slip, q) => {
    expect(names(await list(`q=${encodeURIComponent(q)}`))).toEqual(['Clay Tee'])
  })

  test('search corrects one typo in three letters and two in a long word', async () => {
    expect((await list('q=tse')).total).toBe(2)
    expect(names(await list('q=swaetpnts'))).toEqual(['Trail Jogger'])
  })

  test('search corrects a typo next to a word of the description', async () => {
    expect(names(await list('q=handloom%20indgio'))).toEqual(['Indigo Tee'])
  })

  test('search corrects a typo in the new name of a renamed product', async () => {
    const { id } = await createTestProduct({ database, name: 'Plain Cargo', category: 'DENIM' })
    await database.updateTable('products').set({ name: 'Ultramarine Cargo' }).where('id', '=', id).execute()
    expect(names(await list('q=ultramraine'))).toEqual(['Ultramarine Cargo'])
    await database.deleteFrom('products').where('id', '=', id).execute()
  })

  test('search finds words of the description', async () => {
    expect(names(await list('q=handloom'))).toEqual(['Indigo Tee'])
  })

  test.each(['\u0000', "'; drop table products; --", '&|!:*()', '🧥', '\\'])('a search for %s is an empty list', async (q) => {
    expect(await list(`q=${encodeURIComponent(q)}`)).toEqual({ products: [], total: 0 })
  })

  test.each(['page=0', 'page=x', 'limit=101', 'limit=-1', 'sort=name', 'page=1.5'])('rejects %s and names the field', async (query) => {
    const reply = await request('GET', `/products/getAll?${query}`)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'invalid_request',
      error: expect.any(String),
      fields: { [query.split('=')[0] as string]: expect.any(String) },
    })
  })

  test('an unchanged reply is 304', async () => {
    const first = await request('GET', '/products/getAll?page=1')
    expect(first.headers.etag).toMatch(/^W\//)
    const again = await request('GET', '/products/getAll?page=1', { headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('totals follow added, changed and deleted products', async () => {
    const { id } = await createTestProduct({ database, category: 'DENIM' })
    expect(await list('category=denim')).toMatchObject({ total: 1 })
    await database.updateTable('products').set({ category: 'JOGGER' }).where('id', '=', id).execute()
    expect(await list('category=denim')).toMatchObject({ total: 0 })
    expect(await list('category=jogger')).toMatchObject({ total: 2 })
    await database.deleteFrom('products').where('id', '=', id).execute()
    expect(await list('category=jogger')).toMatchObject({ total: 1 })
  })
})

describe('GET /products/:id', () => {
  test('replies with the product', async () => {
    expect((await request('GET', `/products/${hoodie.id}`)).json()).toMatchObject({ _id: hoodie.id, name: hoodie.name, price: 1999 })
  })

  test.each([gone.id, '0198f0aa-0000-7000-8000-000000000000', 'nonsense', '%00'])('404 for %s', async (id) => {
    const reply = await request('GET', `/products/${id}`)
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ error: 'Product not found.', message: 'Product not found.', code: 'product_not_found' })
  })
})

describe('images', () => {
  const requestImage = (path: string) => app.inject({ method: 'GET', url: `/images/${path}` })

  test('are made once for concurrent requests in the requested width and format, and never expire', async () => {
    const original = await sharp({ create: { width: 1200, height: 1500, channels: 3, background: '#a33' } })
      .webp()
      .toBuffer()
    await images.write('masters/red-tee-1.webp', original)
    let writes = 0
    const { write } = images
    Object.assign(images, {
      write: async (key: string, bytes: Buffer) => {
        writes += 1
        await write(key, bytes)
      },
    })
    const replies = await Promise.all(Array.from({ length: 10 }, () => requestImage('red-tee-1/320.avif')))
    Object.assign(images, { write })
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(10).fill(200))
    expect(writes).toBe(1)
    expect(replies[0]?.headers).toMatchObject({ 'content-type': 'image/avif', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(await sharp(replies[0]?.rawPayload).metadata()).toMatchObject({ width: 320, height: 400 })
  })

  test.each([
    'red-tee-1/333.avif',
    'red-tee-1/320.gif',
    'red-tee-1/0320.avif',
    'none/320.avif',
    '..%2f..%2fsecret/320.webp',
    'red-tee-1/320.avif.webp',
  ])('404 for %s', async (path) => {
    expect((await requestImage(path)).statusCode).toBe(404)
  })
})
