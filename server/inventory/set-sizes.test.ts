import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { findDrift } from './ledger.ts'

const {
  request,
  database,
  cookies,
  admin: { name: adminName },
} = await startShop()

interface Row {
  size: string
  stock: number
  seenStock?: number
  sku?: string
  barcode?: string
  shelf?: string
}

const read = async (id: string) => (await request('GET', `/products/${id}/stock`, { cookies })).json<CallReply<'GET /products/:id/stock'>>()
const readStock = async (id: string) => (await read(id)).sizes.map(({ size, stock }) => [size, stock])
const set = async (id: string, sizes: readonly Row[], more: object = {}) => {
  const { product } = await read(id)
  return request('POST', `/products/${id}/sizes`, { cookies, body: { version: product.version, seenStock: product.stock, sizes, ...more } })
}
const order = (product: { id: string; name: string; price: number }, size?: string) =>
  request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...product, ...(size && { size }) }]) })

afterEach(async () => {
  expect(await findDrift({ database })).toMatchObject({ drifts: [], sums: [] })
})

test('a size keeps its shelf until it is changed, and only administrators see it', async () => {
  const tee = await createTestProduct({ database, stock: 4 })
  const readShelf = async () => (await read(tee.id)).sizes.map(({ shelf }) => shelf)
  await set(tee.id, [{ size: 'M', stock: 4, shelf: ' Rack 7/B ' }])
  expect(await readShelf()).toEqual(['Rack 7/B'])
  // As programs send it that do not know shelves.
  await set(tee.id, [{ size: 'M', stock: 4, seenStock: 4, sku: 'SHELF-M' }])
  expect(await readShelf()).toEqual(['Rack 7/B'])
  for (const path of [`/products/${tee.id}`, '/products/getAll?page=1']) expect((await request('GET', path)).body).not.toMatch(/shelf|Rack/)
  await set(tee.id, [{ size: 'M', stock: 4, seenStock: 4, shelf: '' }])
  expect(await readShelf()).toEqual([''])
  expect((await set(tee.id, [{ size: 'M', stock: 4, seenStock: 4, shelf: 'x'.repeat(21) }])).statusCode).toBe(400)
})

describe('dividing the stock of a product', () => {
  test('into sizes that add up to it changes no stock, and the ledger has a movement for each size', async () => {
    const tee = await createTestProduct({ database, stock: 10 })
    const reply = await set(tee.id, [
      { size: 'M', stock: 4, sku: 'TEE-M', barcode: '8901234567894' },
      { size: 'L', stock: 6 },
      { size: '5XL', stock: 0 },
    ])
    expect(reply.json()).toMatchObject({ message: 'Sizes saved', product: { stock: 10, version: 2, sizes: ['M', 'L', '5XL'] } })
    expect(reply.json().sizes[0]).toEqual({ size: 'M', stock: 4, sku: 'TEE-M', barcode: '8901234567894', shelf: '' })
    const movements = reply.json<CallReply<'POST /products/:id/sizes'>>().movements
    expect(movements.map(({ size, change, stockAfter, cause, note, actor }) => [size, change, stockAfter, cause, note, actor])).toEqual([
      ['L', 6, 6, 'correction', 'Divided into sizes', adminName],
      ['M', 4, 4, 'correction', 'Divided into sizes', adminName],
      [null, -10, 0, 'correction', 'Divided into sizes', adminName],
      [null, 10, 10, 'opening', null, null],
    ])
  })

  test('into another sum needs a reason', async () => {
    const tee = await createTestProduct({ database, stock: 10 })
    const sizes = [{ size: 'M', stock: 7 }]
    const refused = await set(tee.id, sizes)
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'The sizes add up to 7, but the stock is 10.'])
    expect((await set(tee.id, sizes, { note: 'Counted' })).json()).toMatchObject({
      product: { stock: 7 },
      movements: [{ note: 'Divided into sizes: Counted' }, { change: -10 }, {}],
    })
  })

  test('after a sale is refused, so that the sold item is not counted again', async () => {
    const tee = await createTestProduct({ database, stock: 10 })
    await order(tee)
    const reply = await set(tee.id, [{ size: 'M', stock: 10 }], { seenStock: 10 })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'stock_changed'])
  })

  test('and giving it one stock again keeps the sum', async () => {
    const tee = await createTestProduct({ database, stock: 3 })
    await set(tee.id, [
      { size: 'M', stock: 1 },
      { size: 'L', stock: 2 },
    ])
    const sold = (await order(tee, 'L')).json()
    expect((await set(tee.id, [])).json()).toMatchObject({ product: { stock: 2, sizes: ['M', 'L', 'XL', 'XXL'] }, sizes: [] })
    await request('POST', `/order/admin/${sold.order._id}/move`, { cookies, body: { to: 'Cancelled' } })
    expect((await read(tee.id)).product.stock).toBe(3)
    expect((await order(tee)).statusCode).toBe(201)
  })

  test('while an order has no size returns that order to the first size', async () => {
    const tee = await createTestProduct({ database, stock: 3 })
    const sold = (await order(tee)).json()
    await set(tee.id, [
      { size: 'S', stock: 1 },
      { size: 'M', stock: 1 },
    ])
    await request('POST', `/order/admin/${sold.order._id}/move`, { cookies, body: { to: 'Cancelled' } })
    expect(await readStock(tee.id)).toEqual([
      ['S', 2],
      ['M', 1],
    ])
  })

  test('lets an administrator set the size of such an order to one of the new sizes only', async () => {
    const tee = await createTestProduct({ database, stock: 3 })
    const { _id, version = 1 } = (await order(tee)).json().order
    await set(tee.id, [{ size: '42', stock: 2 }])
    const setSize = (size: string) => request('POST', `/order/admin/${_id}/size`, { cookies, body: { product: tee.id, size, version } })
    expect((await setSize('M')).json().code).toBe('size_unknown')
    expect((await setSize('42')).statusCode).toBe(200)
    expect(await readStock(tee.id)).toEqual([['42', 2]])
  })
})

describe('changing the sizes of a product', () => {
  test('changes their stock by the difference, so that sales in between count', async () => {
    const kurta = await createTestProduct({ database, sizes: { M: 5, L: 5 } })
    await order(kurta, 'M')
    const rows = [
      { size: 'L', stock: 2, seenStock: 5 },
      { size: 'M', stock: 8, seenStock: 5 },
    ]
    expect((await set(kurta.id, rows)).json().error).toBe('The stock changes. Please give the reason.')
    await set(kurta.id, rows, { note: 'Delivery' })
    expect(await readStock(kurta.id)).toEqual([
      ['L', 2],
      ['M', 7],
    ])
    const below = await set(kurta.id, [{ size: 'M', stock: 0, seenStock: 8 }], { note: 'Counted' })
    expect([below.statusCode, below.json().code]).toEqual([409, 'stock_below_zero'])
  })

  test('adds and removes sizes; removing one with stock needs a reason', async () => {
    const kurta = await createTestProduct({ database, sizes: { M: 0, L: 5 } })
    const rows = [
      { size: 'L', stock: 5, seenStock: 5 },
      { size: 'XL', stock: 0 },
    ]
    expect((await set(kurta.id, rows)).statusCode).toBe(200)
    expect(await readStock(kurta.id)).toEqual([
      ['L', 5],
      ['XL', 0],
    ])
    expect((await set(kurta.id, rows.slice(1))).json().code).toBe('stock_reason_missing')
    expect((await set(kurta.id, rows.slice(1), { note: 'Moths' })).json().product.stock).toBe(0)
  })

  test('a renamed size keeps its stock', async () => {
    const kurta = await createTestProduct({ database, sizes: { M: 5 } })
    await set(kurta.id, [{ size: 'Medium', stock: 5, seenStock: 5 }], { note: 'Renamed' })
    expect(await readStock(kurta.id)).toEqual([['Medium', 5]])
  })

  test('the ledger says so when a cancelled order brings a renamed size back', async () => {
    const kurta = await createTestProduct({ database, sizes: { M: 5 } })
    const { _id } = (await order(kurta, 'M')).json().order
    await set(kurta.id, [{ size: 'Medium', stock: 4, seenStock: 4 }], { note: 'Renamed' })
    expect((await request('POST', `/order/admin/${_id}/move`, { cookies, body: { to: 'Cancelled' } })).statusCode).toBe(200)
    expect(await readStock(kurta.id)).toEqual([
      ['Medium', 4],
      ['M', 1],
    ])
    expect((await read(kurta.id)).movements[0]).toMatchObject({
      size: 'M',
      change: 1,
      note: 'Size M had been removed or renamed and is offered again.',
    })
  })

  test('two editors of one version do not overwrite each other', async () => {
    const kurta = await createTestProduct({ database, sizes: { M: 1 } })
    const rows = [{ size: 'M', stock: 1, seenStock: 1 }]
    const replies = await Promise.all([1, 2, 3].map(() => set(kurta.id, rows, { version: 1 })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409])
    expect(replies.map((reply) => reply.json().code)).toContain('product_changed')
  })

  test('SKUs can change places, and belong to one product until it is deleted', async () => {
    const [kurta, shirt] = [
      await createTestProduct({ database, sizes: { M: 1, L: 1 } }),
      await createTestProduct({ database, sizes: { M: 1 } }),
    ]
    const [one, two] = [randomUUID(), randomUUID()]
    const rows = (m: string, l: string) => [
      { size: 'M', stock: 1, seenStock: 1, sku: m },
      { size: 'L', stock: 1, seenStock: 1, sku: l },
    ]
    await set(kurta.id, rows(one, two))
    expect((await set(kurta.id, rows(two, one))).json().sizes.map(({ sku }: Row) => sku)).toEqual([two, one])
    const taken = await set(shirt.id, rows(one, '').slice(0, 1))
    expect([taken.statusCode, taken.json().error]).toEqual([409, 'One of these SKUs belongs to another product.'])
    await request('DELETE', `/products/${kurta.id}`, { cookies })
    expect((await set(shirt.id, rows(one, '').slice(0, 1))).statusCode).toBe(200)
  })

  test('each bad field has its own sentence', async () => {
    const kurta = await createTestProduct({ database, sizes: { M: 1 } })
    const fieldsOf = async (...sizes: object[]) => (await set(kurta.id, sizes as Row[])).json().fields
    expect(await fieldsOf({ size: 'M', stock: 1 }, { size: 'm', stock: 1 })).toEqual({ 'sizes.1.size': 'Size M is listed twice.' })
    expect(await fieldsOf({ size: 'M', stock: -1 })).toEqual({ 'sizes.0.stock': 'Stock cannot be negative.' })
    expect(await fieldsOf({ size: 'M', stock: 1.5 })).toEqual({ 'sizes.0.stock': 'Stock must be a whole number.' })
    expect(await fieldsOf({ size: 'M', stock: 600_000 }, { size: 'L', stock: 600_000 })).toEqual({
      sizes: 'The sizes add up to more than 10,00,000 items.',
    })
    expect(await fieldsOf({ size: 'M', stock: 1, sku: 'A' }, { size: 'L', stock: 1, sku: 'A' })).toEqual({
      'sizes.1.sku': 'SKU A is listed twice.',
    })
    expect(await fieldsOf({ size: 'M', stock: 1, sku: 'A\n1' })).toEqual({
      'sizes.0.sku': 'SKU has letters, digits, spaces and . _ / & + # ( ) - only.',
    })
    expect(await fieldsOf({ size: '=1+1', stock: 1 })).toEqual({ 'sizes.0.size': 'A size has letters, digits and spaces only.' })
    expect(await fieldsOf({ size: 'None', stock: 1 })).toEqual({ 'sizes.0.size': 'Please choose another name for this size.' })
  })

  test('SKUs that contain spaces are imported unchanged', async () => {
    const kurta = await createTestProduct({ database, sizes: { M: 1 } })
    const reply = await set(kurta.id, [{ size: 'M', stock: 1, seenStock: 1, sku: ' KUR 001 (M) ' }])
    expect(reply.json().sizes).toMatchObject([{ sku: 'KUR 001 (M)' }])
  })

  test('is for administrators', async () => {
    const { id } = await createTestProduct({ database })
    const { cookies: shopper } = await signInShopper({ request })
    const body = { version: 1, seenStock: 10, sizes: [] }
    expect((await request('POST', `/products/${id}/sizes`, { body })).statusCode).toBe(401)
    expect((await request('POST', `/products/${id}/sizes`, { body, cookies: shopper })).statusCode).toBe(403)
    expect((await request('POST', `/products/${randomUUID()}/sizes`, { body, cookies })).statusCode).toBe(404)
  })
})
