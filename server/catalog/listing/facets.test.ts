import { beforeAll, describe, expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

const setDetails = (id: string, details: object) =>
  database
    .updateTable('products')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()
const read = async (query = '') => (await request('GET', `/products/facets?${query}`)).json()

beforeAll(async () => {
  await createTestProduct({ database, name: 'Plain Tee', category: 'TEE', price: 799 })
  await createTestProduct({ database, name: 'Gone Tee', category: 'TEE', price: 1299, stock: 0 })
  const jogger = await createTestProduct({ database, name: 'Soft Jogger', category: 'JOGGER', price: 1999.5 })
  await setDetails(jogger.id, { colour: 'Neem & "mint"', fabric: '80% cotton, 20% polyester fleece' })
  const { id } = await createTestProduct({ database, name: 'Wide Cargo', category: 'DENIM', price: 2499, stock: 4 })
  const sizes = [
    { size: '32', stock: 3 },
    { size: 'M', stock: 0 },
    { size: '34', stock: 1 },
  ]
  const { cookies } = await signInAdministrator({ request, database })
  await request('POST', `/products/${id}/sizes`, { cookies, body: { version: 1, seenStock: 4, sizes } })
})

const joggerFabrics = ['Cotton', 'Fleece', 'Polyester'].map((fabric) => ({ fabric, count: 1 }))
const shopSizes = (count: number) => ['M', 'L', 'XL', 'XXL'].map((size) => ({ size, count }))

test('counts the products of each category, size in stock and price', async () => {
  expect(await read()).toEqual({
    categories: { TEE: 2, JOGGER: 1, DENIM: 1 },
    sizes: [...shopSizes(2), { size: '32', count: 1 }, { size: '34', count: 1 }],
    colours: [{ colour: 'Neem & "mint"', count: 1 }],
    fabrics: joggerFabrics,
    countries: [],
    prices: { '0-999': 1, '1000-1999': 2, '2000-': 1 },
  })
})

test('the choices of a filter are counted with the other filters', async () => {
  expect(await read('category=tee')).toEqual({
    categories: { TEE: 2, JOGGER: 1, DENIM: 1 },
    sizes: shopSizes(1),
    colours: [],
    fabrics: [],
    countries: [],
    prices: { '0-999': 1, '1000-1999': 1, '2000-': 0 },
  })
  expect(await read('size=M')).toEqual({
    categories: { TEE: 1, JOGGER: 1 },
    sizes: [...shopSizes(2), { size: '32', count: 1 }, { size: '34', count: 1 }],
    colours: [{ colour: 'Neem & "mint"', count: 1 }],
    fabrics: joggerFabrics,
    countries: [],
    prices: { '0-999': 1, '1000-1999': 1, '2000-': 0 },
  })
  expect((await read('minPrice=1000&maxPrice=1999.99')).categories).toEqual({ TEE: 1, JOGGER: 1 })
  // A range that divides a band.
  const divided = await read('minPrice=1500&maxPrice=1999.50')
  expect([divided.categories, divided.prices]).toEqual([{ JOGGER: 1 }, { '0-999': 1, '1000-1999': 2, '2000-': 1 }])
  expect((await read('minPrice=1299&maxPrice=1999.49')).categories).toEqual({ TEE: 1 })
  expect((await read('category=TEE&minPrice=1300&maxPrice=1999.49')).prices).toEqual({ '0-999': 1, '1000-1999': 1, '2000-': 0 })
  expect((await read('inStock=true')).categories).toEqual({ TEE: 1, JOGGER: 1, DENIM: 1 })
  expect((await read('category=socks')).sizes).toEqual([])
})

test('a colour matches in any case, in counts and lists', async () => {
  const query = `colour=${encodeURIComponent('neem & "MINT"')}`
  expect((await read(query)).categories).toEqual({ JOGGER: 1 })
  expect((await request('GET', `/products/getAll?page=1&${query}`)).json().total).toBe(1)
  expect((await request('GET', '/products/getAll?page=1&colour=nee%25')).json().total).toBe(0)
})

test('a search counts its hits', async () => {
  expect((await read('q=tee')).categories).toEqual({ TEE: 2 })
  expect((await read('q=cargo&size=32')).categories).toEqual({ DENIM: 1 })
  expect((await read('q=qqqqqq')).categories).toEqual({})
})

test('the counts are those of the lists', async () => {
  const facets = await read()
  for (const { size, count } of facets.sizes)
    expect((await request('GET', `/products/getAll?page=1&size=${size}`)).json().total, size).toBe(count)
})

test('several sizes find the products that are in stock in one of them', async () => {
  const total = async (query: string) => (await request('GET', `/products/getAll?page=1&${query}`)).json().total
  expect([await total('size=32'), await total('size=M'), await total('size=32&size=M'), await total('size=M&size=L')]).toEqual([1, 2, 3, 2])
  expect((await read('size=32&size=M')).prices).toEqual({ '0-999': 1, '1000-1999': 1, '2000-': 1 })
  expect((await request('GET', `/products/getAll?${'size=M&'.repeat(31)}`)).statusCode).toBe(400)
})

test('a size that no product can have finds nothing', async () => {
  for (const size of ['none', '<b>', '42/44'])
    expect((await request('GET', `/products/getAll?page=1&size=${encodeURIComponent(size)}`)).json(), size).toEqual({
      products: [],
      total: 0,
    })
})

test('sizes are listed from small to large, whatever their order in the products', async () => {
  const kurta = await createTestProduct({
    database,
    name: 'Long Kurta',
    category: 'JOGGER',
    sizes: { 'Free size': 1, '42/44': 1, '2XL': 1, S: 1, '36': 1, XL: 1 },
  })
  const shirt = await createTestProduct({
    database,
    name: 'Kurta Shirt',
    category: 'JOGGER',
    sizes: { '3XL': 1, '38': 1, '38/40': 1, '4': 1, XXL: 1, XS: 1 },
  })
  expect((await read('category=JOGGER')).sizes.map(({ size }: { size: string }) => size)).toEqual(
    'XS,S,M,L,XL,XXL,2XL,3XL,4,36,38,38/40,42/44,Free size'.split(','),
  )
  for (const { id } of [kurta, shirt]) await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', id).execute()
})

describe('what products declare', () => {
  const list = async (query: string) => {
    const { products } = (await request('GET', `/products/getAll?page=1&${query}`)).json<{ products: { name: string }[] }>()
    return products.map(({ name }) => name).toSorted()
  }

  test('a fabric is a word of the declared text, in any case', async () => {
    const { id } = await createTestProduct({ database, name: 'Summer Shirt', category: 'TEE' })
    await setDetails(id, { fabric: '100% Linen' })
    expect((await read()).fabrics).toEqual(
      [...joggerFabrics, { fabric: 'Linen', count: 1 }].toSorted((a, b) => a.fabric.localeCompare(b.fabric)),
    )
    expect((await read('fabric=LINEN')).categories).toEqual({ TEE: 1 })
    expect((await read('fabric=linen&category=JOGGER')).fabrics).toEqual(joggerFabrics)
    expect(await list('fabric=linen')).toEqual(['Summer Shirt'])
    for (const none of ['line', '100', '.*', "'"]) expect(await list(`fabric=${encodeURIComponent(none)}`), none).toEqual([])
    await setDetails(id, {})
  })

  test('countries of origin are a filter while an imported product is on sale', async () => {
    const { id } = await createTestProduct({ database, name: 'Island Tee', category: 'TEE' })
    await setDetails(id, { countryOfOrigin: 'India' })
    expect((await read()).countries).toEqual([])
    await setDetails(id, { countryOfOrigin: 'Sri Lanka' })
    expect((await read()).countries).toContainEqual({ country: 'Sri Lanka', count: 1 })
    // Also where the other filters leave no imported one.
    expect((await read('category=JOGGER')).countries).toEqual([{ country: 'India', count: 1 }])
    expect(await list('country=SRI%20LANKA')).toEqual(['Island Tee'])
    // Products that declare no country are from India.
    expect(await list('country=india&category=DENIM')).toEqual(['Wide Cargo'])
    expect((await read('country=Sri%20Lanka')).categories).toEqual({ TEE: 1 })
    await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', id).execute()
    expect((await read()).countries).toEqual([])
  })
})

test('a product in several colours is counted and found under each', async () => {
  const both = await createTestProduct({ database, name: 'Two Colours', category: 'HOODIE' })
  await setDetails(both.id, { colour: 'Sand, beige And pink' })
  const one = await createTestProduct({ database, name: 'One Colour', category: 'HOODIE' })
  await setDetails(one.id, { colour: 'Pink' })
  expect((await read('category=hoodie')).colours.map(({ colour, count }: { colour: string; count: number }) => [colour, count])).toEqual([
    ['Pink', 2],
    ['Beige', 1],
    ['Sand', 1],
  ])
  const find = async (colour: string) => (await request('GET', `/products/getAll?page=1&category=hoodie&colour=${colour}`)).json().total
  expect([await find('PINK'), await find('beige')]).toEqual([2, 1])
})
