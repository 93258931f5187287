import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const {
  request,
  database,
  cookies,
  admin: { _id: adminId },
} = await startShop()
const { secret } = (await request('POST', '/api-keys', { cookies, body: { name: 'Marketplace', rights: ['products', 'prices'] } })).json<{
  secret: string
}>()
const headers = { authorization: `Bearer ${secret}` }
const put = (path: string, body: object, more: Record<string, string> = {}) =>
  request('PUT', path, { headers: { ...headers, ...more }, body })

let counter = 0
/** A product with the sizes M and L, whose SKUs are returned. */
async function createKurta({ stock = 5, price = 799 } = {}) {
  counter += 1
  const { id } = await createTestProduct({ database, price, sizes: { M: stock, L: stock } })
  const [m, l] = [`Kurta/${counter} (M)`, `Kurta/${counter} (L)`] as const
  for (const [size, sku] of [
    ['M', m],
    ['L', l],
  ] as const)
    await database.updateTable('product_sizes').set({ sku }).where('product_id', '=', id).where('size', '=', size).execute()
  return { id, m, l }
}
const readStock = async (id: string) => (await request('GET', `/products/${id}/stock`, { headers })).json()
const setStocks = async (rows: readonly unknown[], more: Record<string, string> = {}) => {
  const reply = await put('/products/stock', { rows }, more)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const setPrices = async (rows: readonly unknown[]) => {
  const reply = await put('/products/prices', { rows })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const one = (sku: string, body: object, more: Record<string, string> = {}) => put(`/products/${encodeURIComponent(sku)}/stock`, body, more)

test('a program reads all products with their SKUs, page by page', async () => {
  const [kurta, draft] = [await createKurta(), await createKurta()]
  await createTestProduct({ database, stock: 3 })
  const gone = await createKurta()
  await database.updateTable('products').set({ status: 'draft' }).where('id', '=', draft.id).execute()
  await request('DELETE', `/products/${gone.id}`, { cookies })
  const ids: string[] = []
  for (let hasMore = true, after = ''; hasMore; after = `&after=${ids.at(-1)}`) {
    const page = (await request('GET', `/products/skus?limit=1${after}`, { headers })).json<CallReply<'GET /products/skus'>>()
    ids.push(...page.products.map(({ _id }) => _id))
    hasMore = page.hasMore
  }
  expect([ids.length, new Set(ids).size]).toEqual([3, 3])
  const { products } = (await request('GET', '/products/skus', { headers })).json()
  expect(products).toMatchObject([
    {
      _id: kurta.id,
      status: 'on_sale',
      price: 799,
      mrp: null,
      stock: 10,
      sizes: [{ size: 'M', stock: 5, sku: kurta.m }, { sku: kurta.l }],
    },
    { _id: draft.id, status: 'draft' },
    { stock: 3, sizes: [] },
  ])
})

describe('PUT /products/{sku}/stock', () => {
  test('sets the stock of one size, with the reason in its movements', async () => {
    const { id, m } = await createKurta()
    const reply = await one(m.toUpperCase(), { stock: 9, note: 'Counted' })
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Stock saved', sku: m.toUpperCase(), stock: 9 }])
    const { product, movements } = await readStock(id)
    expect(product.sizeStock).toEqual([
      { size: 'M', stock: 9 },
      { size: 'L', stock: 5 },
    ])
    expect(movements[0]).toMatchObject({ size: 'M', change: 4, cause: 'correction', note: 'Counted', actor: expect.any(String) })
    expect((await request('GET', `/products/${id}`)).json().stock).toBe(14)
  })

  test('takes from the stock once for an idempotency key', async () => {
    const { m } = await createKurta()
    const take = (change: number) => one(m, { change }, { 'idempotency-key': 'sale 1' })
    expect([(await take(-2)).json().stock, (await take(-2)).json().stock]).toEqual([3, 3])
    expect((await take(-1)).statusCode).toBe(409)
  })

  test.each([
    ['another stock than the expected one', { stock: 9, ifStock: 4 }, 409, 'The stock is 5 now.'],
    ['a stock below zero', { change: -6 }, 409, 'The stock is lower than that.'],
    ['a stock that is no number', { stock: '1½' }, 400, 'Stock must be a whole number.'],
    ['a stock that is too large', { stock: 9_999_999 }, 400, 'Stock is too large.'],
    ['both a stock and a change', { stock: 1, change: 1 }, 400, 'Give either stock or change.'],
    ['neither', {}, 400, 'Give either stock or change.'],
  ])('refuses %s', async (_name, body, status, text) => {
    const { id, m } = await createKurta()
    const reply = await one(m, body)
    expect([reply.statusCode, reply.body]).toEqual([status, expect.stringContaining(text)])
    expect((await readStock(id)).product.stock).toBe(10)
  })

  test('finds a product with one stock by its id, and no other by an id', async () => {
    const { id } = await createTestProduct({ database, stock: 3 })
    expect((await one(id.toUpperCase(), { stock: 4 })).json().stock).toBe(4)
    const kurta = await createKurta()
    expect((await one(kurta.id, { stock: 0 })).json().code).toBe('stock_size_missing')
    expect((await one('no such SKU', { stock: 4 })).json()).toMatchObject({
      code: 'sku_unknown',
      message: 'No product has the SKU no such SKU.',
    })
  })
})

describe('PUT /products/stock', () => {
  test('saves each row by itself', async () => {
    const [kurta, other] = [await createKurta(), await createKurta()]
    await database.updateTable('product_sizes').set({ sku: 'twin' }).where('product_id', '=', other.id).where('size', '=', 'M').execute()
    await database.updateTable('product_sizes').set({ sku: 'TWIN' }).where('product_id', '=', other.id).where('size', '=', 'L').execute()
    const { message, results } = await setStocks([
      { sku: kurta.m, stock: 7 },
      { sku: kurta.l, stock: '5' },
      { sku: kurta.l, change: -1, ifStock: 4 },
      { sku: 'Twin', stock: 1 },
      { sku: 'twin', stock: 1 },
      { sku: 'gone', stock: 1 },
      { sku: kurta.m },
      { stock: 4 },
      'text',
      null,
      { sku: kurta.l, change: -9 },
    ])
    expect(message).toBe('3 rows saved, 8 not saved')
    expect(results.map(({ outcome, stock, message }: Record<string, unknown>) => [outcome, stock ?? message])).toEqual([
      ['saved', 7],
      ['saved', 5],
      ['changed', 'The stock is 5 now.'],
      ['refused', 'Several sizes have the SKU Twin in other letters. Write it as the shop does.'],
      ['saved', 1],
      ['refused', 'No product has the SKU gone.'],
      ['refused', 'Give either stock or change.'],
      ['refused', 'SKU is required.'],
      ['refused', expect.any(String)],
      ['refused', expect.any(String)],
      ['refused', 'The stock is lower than that.'],
    ])
    expect((await readStock(kurta.id)).product.stock).toBe(12)
  })

  test('a request of wrong rows only is answered, too', async () => {
    for (const rows of [[{}], [{ sku: 'x'.repeat(200), stock: 1 }]])
      expect((await setStocks(rows)).message).toBe('0 rows saved, 1 not saved')
    expect((await setPrices([{ price: 1 }])).results).toEqual([
      { sku: '', outcome: 'refused', code: 'invalid_request', message: 'SKU is required.' },
    ])
  })

  test('a stock that is set already has no movement', async () => {
    const { id, m } = await createKurta()
    const before = (await readStock(id)).movements.length
    await setStocks([{ sku: m, stock: 5 }])
    expect((await readStock(id)).movements).toHaveLength(before)
  })

  test('rows of one SKU count in their order', async () => {
    const { id, m } = await createKurta()
    await setStocks([
      { sku: m, stock: 8 },
      { sku: m, change: -1 },
      { sku: m, stock: 5 },
    ])
    expect((await readStock(id)).sizes[0].stock).toBe(5)
  })

  test('a request that is repeated with its key changes nothing again', async () => {
    const { id, m, l } = await createKurta()
    const send = () =>
      setStocks(
        [
          { sku: m, stock: 5 },
          { sku: l, change: 2 },
        ],
        { 'idempotency-key': 'list 1' },
      )
    const { results } = await send()
    await one(m, { change: -1 })
    expect((await send()).results).toEqual(results)
    expect((await readStock(id)).sizes.map(({ stock }: { stock: number }) => stock)).toEqual([4, 7])
  })

  test('changes at the same time all count', async () => {
    const { id, m, l } = await createKurta()
    const rows = [
      { sku: m, change: 1 },
      { sku: l, change: -1 },
    ]
    await Promise.all([setStocks(rows), setStocks(rows.toReversed()), setStocks(rows)])
    expect((await readStock(id)).sizes.map(({ stock }: { stock: number }) => stock)).toEqual([8, 2])
  })

  test('takes 1,000 rows and no more', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ sku: `${index} ${'अ'.repeat(90)}`, stock: 1 }))
    expect((await setStocks(rows)).results).toHaveLength(1_000)
    expect((await put('/products/stock', { rows: [...rows, { sku: 'more', stock: 1 }] })).statusCode).toBe(400)
    expect((await put('/products/stock', { rows: [] })).statusCode).toBe(400)
  })
})

describe('PUT /products/prices', () => {
  test('saves each row by itself and records what has changed', async () => {
    const [kurta, dear, both, onSale] = [await createKurta(), await createKurta(), await createKurta(), await createKurta()]
    await database
      .updateTable('products')
      .set({ mrp_paise: 99_900 as never })
      .where('id', '=', dear.id)
      .execute()
    const sale = { price: '500', endsAt: new Date(Date.now() + 86_400_000).toISOString() }
    expect((await request('POST', `/products/${onSale.id}/sale`, { cookies, body: sale })).statusCode).toBe(200)
    const { results } = await setPrices([
      { sku: kurta.m, price: 849.5, mrp: '1,299' },
      { sku: dear.m, price: '1000' },
      { sku: both.m, price: 700 },
      { sku: both.l, price: 701 },
      { sku: onSale.m, price: 600 },
      { sku: kurta.l, price: 0 },
      { sku: 'gone', price: 10 },
    ])
    expect(results).toMatchObject([
      { sku: kurta.m, outcome: 'saved', price: 849.5 },
      { outcome: 'refused', code: 'mrp_too_low' },
      { outcome: 'refused', code: 'sku_prices_differ' },
      { outcome: 'refused', code: 'sku_prices_differ' },
      { outcome: 'refused', code: 'sale_running' },
      { outcome: 'refused', message: 'Price must be more than 0.' },
      { outcome: 'refused', code: 'sku_unknown' },
    ])
    expect((await request('GET', `/products/${kurta.id}`)).json()).toMatchObject({ price: 849.5, mrp: 1_299 })
    const activity = await database
      .selectFrom('activity')
      .select(['subject_id', 'actor_id'])
      .where('action', '=', 'setPricesBySku')
      .execute()
    expect(activity).toEqual([{ subject_id: kurta.id, actor_id: adminId }])
  })

  test('a price for all sizes is saved once, and an MRP of null is removed', async () => {
    const { id, m, l } = await createKurta()
    await setPrices([{ sku: m, price: 700, mrp: 900 }])
    const { message } = await setPrices([
      { sku: m, price: 650, mrp: null },
      { sku: l, price: 650, mrp: null },
    ])
    expect(message).toBe('2 rows saved')
    const product = (await request('GET', `/products/${id}`)).json()
    expect([product.price, product.mrp ?? null]).toEqual([650, null])
  })

  test('needs the right to prices', async () => {
    const key = (await request('POST', '/api-keys', { cookies, body: { name: 'Stock', rights: ['products'] } })).json()
    const reply = await request('PUT', '/products/prices', { headers: { authorization: `Bearer ${key.secret}` }, body: { rows: [{}] } })
    expect(reply.json().code).toBe('right_missing')
  })
})
