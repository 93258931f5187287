import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ProductPrices } from '#contract/catalog/product-sales.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { applyDueSales } from './sales.ts'

const { request, database, cookies } = await startShop()
const shopper = await signInShopper({ request })
const png = await createTestImage({ width: 80, height: 100 }).png().toBuffer()

const applySales = () => applyDueSales({ database, signal: new AbortController().signal })
const fromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const start = (id: string, body: object) => request('POST', `/products/${id}/sale`, { cookies, body })
const end = (id: string) => request('DELETE', `/products/${id}/sale`, { cookies })
const readPrices = async (id: string) => (await request('GET', `/products/${id}/prices`, { cookies })).json<ProductPrices>()
const readProduct = async (id: string) => (await request('GET', `/products/${id}`)).json()
/** As if this many hours had passed. */
const age = (id: string, hours: number) =>
  sql`update product_sales set starts_at = starts_at - make_interval(hours => ${hours}), ends_at = ends_at - make_interval(hours => ${hours})
    where product_id = ${id}`.execute(database)

async function edit(id: string, fields: Record<string, string>) {
  const form = { name: 'Neem Tee', description: 'Soft.', price: '799', category: 'TEE', version: '1', ...fields }
  return request('PATCH', `/products/${id}`, { ...buildMultipartForm(form), cookies })
}

describe('MRP', () => {
  test('is shown above the price only, and an empty one is none', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    expect(await readProduct(id)).not.toHaveProperty('mrp')
    expect((await edit(id, { mrp: '₹1,299' })).json().product).toMatchObject({ price: 799, mrp: 1_299 })
    expect(await readProduct(id)).toMatchObject({ price: 799, mrp: 1_299 })
    const list: { _id: string }[] = (await request('GET', '/products/getAll')).json()
    expect(list.find(({ _id }) => _id === id)).toMatchObject({ mrp: 1_299 })
    expect((await edit(id, { version: '2' })).json().product.mrp).toBe(1_299)
    expect((await edit(id, { version: '3', mrp: '799' })).json().product.mrp).toBe(799)
    expect(await readProduct(id)).not.toHaveProperty('mrp')
    expect((await edit(id, { version: '4', mrp: ' ' })).json().product).not.toHaveProperty('mrp')
  })

  test.each([
    [{ mrp: '798.99' }, 'The MRP must not be lower than the price.'],
    [{ mrp: 'cheap' }, 'MRP must be a number such as 799 or 799.50.'],
    [{ mrp: '0' }, 'MRP must be more than 0.'],
  ])('%j is refused', async (fields, message) => {
    const { id } = await createTestProduct({ database, price: 799 })
    const reply = await edit(id, fields)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { mrp: message }])
  })

  test('a new product may have one, and a later price above it is refused', async () => {
    const form = { name: 'Neem Tee', description: 'Soft.', price: '799', stock: '3', category: 'TEE', image: png }
    const create = async (fields: object) =>
      request('POST', '/products/createProduct', { ...buildMultipartForm({ ...form, ...fields }), cookies })
    expect((await create({ mrp: '500' })).json().fields).toEqual({ mrp: 'The MRP must not be lower than the price.' })
    const { product } = (await create({ mrp: '999' })).json()
    expect(product.mrp).toBe(999)
    const raised = await edit(product._id, { price: '1000' })
    expect([raised.statusCode, raised.json().fields]).toEqual([400, { mrp: 'The MRP must not be lower than the price.' }])
  })
})

describe('a sale', () => {
  test('lowers the price that is paid from its start to its end', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: id, size: 'M', quantity: 1 } })
    const planned = await start(id, { price: '₹ 599', startsAt: fromNow(1), endsAt: fromNow(3) })
    expect(planned.json()).toMatchObject({ message: 'Sale planned', product: { price: 799 }, sale: { price: 599, isRunning: false } })
    expect(await applySales()).toBe(0)
    await age(id, 2)
    expect(await applySales()).toBe(1)
    const during = await readProduct(id)
    expect(during).toMatchObject({ price: 599, regularPrice: 799, saleEndsAt: expect.any(String) })
    const { cart } = (await request('GET', '/cart', { cookies: shopper.cookies })).json()
    expect(cart[0].product.price).toBe(599)
    expect(await applySales()).toBe(0)
    await age(id, 2)
    expect(await applySales()).toBe(1)
    const after = await readProduct(id)
    expect(after.price).toBe(799)
    expect(after).not.toHaveProperty('regularPrice')
    expect(await readPrices(id)).toMatchObject({ sale: null, lowestPrice: 599, product: { version: 3 } })
  })

  test('starts at once without a start, and can be ended early', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    const reply = await start(id, { price: '600', endsAt: fromNow(1) })
    expect(reply.json()).toMatchObject({ message: 'Sale started', product: { price: 600, regularPrice: 799 }, sale: { isRunning: true } })
    const second = await start(id, { price: '500', endsAt: fromNow(1) })
    expect([second.statusCode, second.json().message]).toEqual([409, 'This product has a sale already. End it first.'])
    expect((await end(id)).json()).toMatchObject({ message: 'Sale ended', product: { price: 799 }, sale: null })
    expect((await end(id)).json().message).toBe('This product has no sale.')
  })

  test('that ended while no server was running changes nothing', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    await start(id, { price: '600', startsAt: fromNow(1), endsAt: fromNow(2) })
    await age(id, 5)
    await applySales()
    expect(await readPrices(id)).toMatchObject({ sale: null, product: { price: 799, version: 1 }, lowestPrice: 799 })
  })

  test('is started once by servers that find it at the same time', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    await start(id, { price: '600', startsAt: fromNow(1), endsAt: fromNow(3) })
    await age(id, 2)
    await Promise.all([applySales(), applySales(), applySales()])
    expect((await readPrices(id)).product).toMatchObject({ price: 600, regularPrice: 799, version: 2 })
  })

  test('keeps its price: an edit changes the other fields only', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    await start(id, { price: '600', endsAt: fromNow(1) })
    const stale = await edit(id, { price: '799', version: '1' })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'product_changed'])
    const priced = await edit(id, { price: '650', version: '2' })
    expect([priced.statusCode, priced.json().code]).toEqual([409, 'sale_running'])
    expect((await edit(id, { price: '600', mrp: '700', version: '2' })).json().fields).toHaveProperty('mrp')
    expect((await edit(id, { price: '600', mrp: '999', version: '2' })).json().product).toMatchObject({ price: 600, mrp: 999 })
  })

  test.each([
    [{ price: '799', endsAt: fromNow(1) }, { price: 'The sale price must be lower than the price.' }],
    [{ price: '12,34', endsAt: fromNow(1) }, { price: 'Check the commas in the sale price: 1299 is written 1,299.' }],
    [{ price: '600', endsAt: fromNow(-1) }, { endsAt: 'The sale must end after it starts, and in the future.' }],
    [{ price: '600', startsAt: fromNow(2), endsAt: fromNow(1) }, { endsAt: 'The sale must end after it starts, and in the future.' }],
    [{ price: '600', endsAt: 'tomorrow' }, { endsAt: 'Enter a date and a time.' }],
  ])('%j is refused', async (body, fields) => {
    const { id } = await createTestProduct({ database, price: 799 })
    const reply = await start(id, body)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, fields])
  })
})

/** The prices of a product, each since that many days. */
async function writePrices(id: string, prices: readonly (readonly [rupees: number, daysAgo: number])[]) {
  for (const [price, daysAgo] of prices) {
    await sql`update products set price_paise = ${price * 100} where id = ${id}`.execute(database)
    await sql`update price_changes set changed_at = now() - make_interval(days => ${daysAgo})
      where id = (select max(id) from price_changes where product_id = ${id})`.execute(database)
  }
}

describe('the lowest price of 30 days', () => {
  test('counts the price at their beginning, and none before', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    await sql`update price_changes set changed_at = now() - interval '90 days' where product_id = ${id}`.execute(database)
    await writePrices(id, [
      [400, 60],
      [700, 40],
      [900, 10],
    ])
    expect((await readPrices(id)).lowestPrice).toBe(700)
    expect(await readProduct(id)).not.toHaveProperty('lowestPrice')
  })

  test('is that of the days before a sale while it is running', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    await sql`update price_changes set changed_at = now() - interval '90 days' where product_id = ${id}`.execute(database)
    await writePrices(id, [
      [650, 20],
      [999, 2],
    ])
    const planned = await start(id, { price: '600', startsAt: fromNow(1), endsAt: fromNow(48) })
    expect(planned.json().lowestPrice).toBe(650)
    await age(id, 2)
    await applySales()
    expect(await readPrices(id)).toMatchObject({ lowestPrice: 650, sale: { price: 600, isRunning: true } })
    expect(await readProduct(id)).toMatchObject({ price: 600, regularPrice: 999, lowestPrice: 650 })
    expect((await end(id)).json().lowestPrice).toBe(600)
    expect(await readProduct(id)).not.toHaveProperty('lowestPrice')
  })

  test('before a sale leaves out what was asked more than 30 days before it', async () => {
    const { id } = await createTestProduct({ database, price: 500 })
    await sql`update price_changes set changed_at = now() - interval '90 days' where product_id = ${id}`.execute(database)
    await writePrices(id, [[799, 70]])
    await start(id, { price: '600', endsAt: fromNow(1) })
    expect(await readPrices(id)).toMatchObject({ lowestPrice: 799 })
    // The sale began 25 days ago: of the 30 days before it, 799 was asked in all.
    await sql`update price_changes set changed_at = now() - interval '25 days' where product_id = ${id} and price_paise = 60000`.execute(
      database,
    )
    expect(await readPrices(id)).toMatchObject({ lowestPrice: 799 })
  })

  test('counts an earlier sale of these days', async () => {
    const { id } = await createTestProduct({ database, price: 799 })
    await start(id, { price: '500', endsAt: fromNow(1) })
    await end(id)
    expect((await start(id, { price: '600', endsAt: fromNow(1) })).json().lowestPrice).toBe(500)
  })
})
