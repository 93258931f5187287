import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import type { StockMovement } from '#contract/inventory/stock.ts'
import type { Order } from '#contract/orders/orders.ts'
import { expireHold } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { releaseExpiredHolds } from '../payments/checkout/holds.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'
import { findDrift } from './ledger.ts'

const { provider, request, database, cookies } = await startPayingShop()

const createKurta = (sizes: Record<string, number>) => createTestProduct({ database, price: 899, sizes })
const placeGuestOrder = (items: Parameters<typeof buildGuestOrder>[0]) =>
  request('POST', '/guest/cashondelivery', { body: buildGuestOrder(items) })
const read = async (id: string) => (await request('GET', `/products/${id}`)).json<Product>()
const readStock = async (id: string) => {
  const rows = await database.selectFrom('product_sizes').selectAll().where('product_id', '=', id).orderBy('position').execute()
  return Object.fromEntries(rows.map(({ size, stock }) => [size, stock]))
}
const changeStock = (id: string, body: object) =>
  request('POST', `/products/${id}/stock`, { cookies, body: { cause: 'correction', note: 'Counted', ...body } })

/** A shopper whose cart has this size of the product. */
async function fillCart({ id, size, quantity = 1 }: { id: string; size: string; quantity?: number }) {
  const shopper = await signInShopper({ request })
  const reply = await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: id, size, quantity } })
  await request('POST', '/cart/', { cookies: shopper.cookies, body: address })
  return { ...shopper, reply }
}

async function endHold(orderId: string) {
  await expireHold({ database, orderId })
  await runPaymentMaintenance({ database, gateways: provider.gateways })
  await releaseExpiredHolds({ database })
}

afterEach(async () => {
  expect(await findDrift({ database })).toMatchObject({ drifts: [], sums: [] })
})

describe('a product with stock by size', () => {
  test('lists its own sizes in order with their stock, and its stock is their sum', async () => {
    const { id } = await createKurta({ '3XL': 2, S: 0, 'Free size': 5 })
    const sizeStock = [
      { size: '3XL', stock: 2 },
      { size: 'S', stock: 0 },
      { size: 'Free size', stock: 5 },
    ]
    expect(await read(id)).toMatchObject({ stock: 7, sizes: ['3XL', 'S', 'Free size'], sizeStock })
    const { id: teeId } = await createTestProduct({ database })
    expect(await read(teeId)).toMatchObject({ sizes: ['M', 'L', 'XL', 'XXL'] })
    expect(await read(teeId)).not.toHaveProperty('sizeStock')
  })

  test('the last M and the last L go to one of 50 buyers each', async () => {
    const kurta = await createKurta({ M: 1, L: 1 })
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => placeGuestOrder([{ ...kurta, size: index % 2 ? 'M' : 'L' }])),
    )
    const placed = replies.flatMap((reply) => (reply.statusCode === 201 ? reply.json<{ order: Order }>().order.products : []))
    expect(placed.map(({ size }) => size).sort()).toEqual(['L', 'M'])
    expect(await readStock(kurta.id)).toEqual({ M: 0, L: 0 })
    const errors = new Set(replies.filter((reply) => reply.statusCode !== 201).map((reply) => reply.json().error))
    expect([...errors].sort()).toEqual([`${kurta.name} (L) is sold out.`, `${kurta.name} (M) is sold out.`])
  })

  test('orders with the sizes in another order do not deadlock', async () => {
    const [kurta, shirt] = [await createKurta({ M: 50, L: 50 }), await createKurta({ L: 50, M: 50 })]
    const items = [kurta, shirt].flatMap((product) => ['M', 'L'].map((size) => ({ ...product, size })))
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => placeGuestOrder(index % 2 ? items : items.toReversed())))
    expect(replies.every((reply) => reply.statusCode === 201)).toBe(true)
    expect(await readStock(shirt.id)).toEqual({ L: 30, M: 30 })
  })

  test('is not ordered without a size or in a size that it does not have', async () => {
    const kurta = await createKurta({ '38': 4 })
    const missing = await placeGuestOrder([kurta])
    expect([missing.statusCode, missing.json().error]).toEqual([400, 'Please select a size before adding to the cart!'])
    const unknown = await placeGuestOrder([{ ...kurta, size: '40' }])
    expect([unknown.statusCode, unknown.json().error]).toEqual([400, `${kurta.name} is not available in size 40.`])
    for (const size of ['', ' ', 'none', 'x'.repeat(21), 'M\u0000', '<b>', 7]) {
      expect((await placeGuestOrder([{ ...kurta, size: size as string }])).statusCode).toBe(400)
    }
    const [tee, { reply }] = [await createTestProduct({ database }), await fillCart({ id: kurta.id, size: '40' })]
    expect([reply.statusCode, reply.json().error]).toEqual([400, `${kurta.name} is not available in size 40.`])
    expect((await placeGuestOrder([{ ...tee, size: '38' }])).statusCode).toBe(400)
  })

  test('a cancelled order returns to its sizes, and the undo takes from them again', async () => {
    const kurta = await createKurta({ M: 3, L: 3 })
    const items = [
      { ...kurta, size: 'M', quantity: 2 },
      { ...kurta, size: 'L' },
    ]
    const { order } = (await placeGuestOrder(items)).json<{ order: Order }>()
    expect(await readStock(kurta.id)).toEqual({ M: 1, L: 2 })
    const cancelled = await request('POST', `/order/admin/${order._id}/move`, { cookies, body: { to: 'Cancelled' } })
    expect(await readStock(kurta.id)).toEqual({ M: 3, L: 3 })
    const { version } = cancelled.json().order
    expect((await request('POST', `/order/admin/${order._id}/undo`, { cookies, body: { version } })).statusCode).toBe(200)
    expect(await readStock(kurta.id)).toEqual({ M: 1, L: 2 })
    const { movements } = (await request('GET', `/products/${kurta.id}/stock`, { cookies })).json<{ movements: StockMovement[] }>()
    const ofM = movements.filter(({ size }) => size === 'M').map(({ cause, change, stockAfter }) => [cause, change, stockAfter])
    expect(ofM.reverse()).toEqual([
      ['opening', 3, 3],
      ['sale', -2, 1],
      ['cancel', 2, 3],
      ['sale', -2, 1],
    ])
  })

  test('a refused parcel returns to its size, also when the product does not have it any more', async () => {
    const kurta = await createKurta({ M: 1, L: 3 })
    const { order } = (await placeGuestOrder([{ ...kurta, size: 'M' }])).json<{ order: Order }>()
    await database.deleteFrom('product_sizes').where('product_id', '=', kurta.id).where('size', '=', 'M').execute()
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Refused']) {
      await request('POST', `/order/admin/${order._id}/move`, { cookies, body: { to } })
    }
    const { version } = (await request('GET', `/order/admin/${order._id}`, { cookies })).json()
    await request('POST', `/order/admin/${order._id}/receive`, { cookies, body: { condition: 'sellable', version } })
    expect(await readStock(kurta.id)).toEqual({ L: 3, M: 1 })
    const { movements } = (await request('GET', `/products/${kurta.id}/stock`, { cookies })).json<{ movements: StockMovement[] }>()
    expect(movements[0]).toMatchObject({ size: 'M', change: 1, cause: 'refused' })
  })

  test('a card checkout holds its size for its shopper and releases it', async () => {
    const kurta = await createKurta({ M: 2, L: 2 })
    const { cookies: shopper } = await fillCart({ id: kurta.id, size: 'M', quantity: 2 })
    const { id: orderId } = (await request('POST', '/order/create-order', { cookies: shopper, body: { amount: 1798 } })).json()
    expect(await readStock(kurta.id)).toEqual({ M: 0, L: 2 })
    const [line] = (await request('GET', '/cart', { cookies: shopper })).json().cart
    expect(line).toMatchObject({ problem: null, product: { stock: 2 } })
    expect((await fillCart({ id: kurta.id, size: 'M' })).reply.json().error).toBe(`${kurta.name} (M) is sold out.`)
    await endHold(orderId)
    expect(await readStock(kurta.id)).toEqual({ M: 2, L: 2 })
  })

  test('a payment that arrives after its size was sold is refunded, whatever other sizes have', async () => {
    const kurta = await createKurta({ M: 1, L: 9 })
    const { cookies: shopper } = await fillCart({ id: kurta.id, size: 'M' })
    const { id: orderId } = (await request('POST', '/order/create-order', { cookies: shopper, body: { amount: 899 } })).json()
    await endHold(orderId)
    await placeGuestOrder([{ ...kurta, size: 'M' }])
    const { browser } = await provider.control<{ browser: { response: object } }>('payments', { order_id: orderId })
    const reply = await request('POST', '/order/verify-payment', { cookies: shopper, body: browser.response })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'payment_refunded'])
    expect(await readStock(kurta.id)).toEqual({ M: 0, L: 9 })
  })

  test('a cart line in a size is limited by the stock of this size', async () => {
    const kurta = await createKurta({ M: 1, L: 4, XL: 0 })
    const { cookies: shopper, reply } = await fillCart({ id: kurta.id, size: 'M' })
    expect(reply.json().cart[0]).toMatchObject({ size: 'M', product: { stock: 1, sizes: ['M', 'L', 'XL'] } })
    const change = (body: object) => request('PATCH', `/cart/${kurta.id}`, { cookies: shopper, body: { size: 'M', quantity: 2, ...body } })
    expect((await change({})).json().error).toBe(`Only 1 left of ${kurta.name} (M).`)
    expect((await change({ newSize: 'XL' })).json().error).toBe(`${kurta.name} (XL) is sold out.`)
    expect((await change({ newSize: 'XXL' })).json().code).toBe('size_unknown')
    expect((await change({ newSize: 'L' })).json().cart).toMatchObject([{ size: 'L', quantity: 2 }])
    const placed = await request('POST', '/cod/cashondelivery', { cookies: shopper, body: address })
    expect(placed.json().order.products).toMatchObject([{ size: 'L', quantity: 2 }])
    expect(await readStock(kurta.id)).toEqual({ M: 1, L: 2, XL: 0 })
  })

  test('corrections change the stock of a size, with its own errors', async () => {
    const kurta = await createKurta({ M: 2, L: 0 })
    const missing = await changeStock(kurta.id, { change: 1 })
    expect([missing.statusCode, missing.json().code]).toEqual([400, 'stock_size_missing'])
    expect((await changeStock(kurta.id, { change: 1, size: 'S' })).json().code).toBe('size_unknown')
    expect((await changeStock(kurta.id, { change: -1, size: 'L' })).json().code).toBe('stock_below_zero')
    expect((await changeStock(kurta.id, { change: 999_999, size: 'L' })).json().code).toBe('stock_too_large')
    const changed = (await changeStock(kurta.id, { change: 3, size: 'L' })).json()
    expect(changed.product).toMatchObject({ stock: 5 })
    expect(changed.movements[0]).toMatchObject({ size: 'L', change: 3, stockAfter: 3, cause: 'correction' })
    const tee = await createTestProduct({ database })
    expect((await changeStock(tee.id, { change: 3, size: 'L' })).json().code).toBe('size_unknown')
  })

  test('the filter by size finds what is in stock in this size', async () => {
    const name = `Filtered ${randomUUID().slice(0, 8)}`
    await createTestProduct({ database, name: `${name} sold out M`, sizes: { M: 0, L: 3 } })
    const inM = await createTestProduct({ database, name: `${name} in M`, sizes: { M: 1, L: 0 } })
    const oneStock = await createTestProduct({ database, name: `${name} one stock` })
    await createTestProduct({ database, name: `${name} nothing left`, stock: 0 })
    const large = await createTestProduct({ database, name: `${name} 3XL`, sizes: { '3XL': 1 } })
    const find = async (query: string) =>
      (await request('GET', `/products/getAll?${query}&q=${encodeURIComponent(name)}`))
        .json()
        .products.map((product: Product) => product._id)
    expect((await find('size=M')).sort()).toEqual([inM.id, oneStock.id].sort())
    expect(await find('size=3XL')).toEqual([large.id])
    expect(await find('size=')).toHaveLength(5)
    expect((await request('GET', '/products/getAll?size=%00')).statusCode).toBe(400)
  })
})

test('the list of low stock has products with a size that is low', async () => {
  const name = `Low ${randomUUID().slice(0, 8)}`
  const low = await createTestProduct({ database, name: `${name} in M`, sizes: { M: 5, L: 50 } })
  await createTestProduct({ database, name: `${name} nowhere`, sizes: { M: 6, L: 50 } })
  const { products } = (await request('GET', `/products/admin?low=yes&q=${encodeURIComponent(name)}`, { cookies })).json()
  expect(products.map((product: Product) => product._id)).toEqual([low.id])
})

describe('the database', () => {
  test('rejects a stock that is not the sum over the sizes', async () => {
    const { id } = await createKurta({ M: 2, L: 3 })
    const message = 'do not match its stock'
    await expect(database.updateTable('products').set({ stock: 4 }).where('id', '=', id).execute()).rejects.toThrow(message)
    await expect(database.updateTable('products').set({ has_sizes: false }).where('id', '=', id).execute()).rejects.toThrow(message)
    const below = database.updateTable('product_sizes').set({ stock: sql<number>`stock - 4` }).where('product_id', '=', id)
    await expect(below.execute()).rejects.toThrow('product_sizes_stock_check')
    const { id: tee } = await createTestProduct({ database })
    const row = { product_id: tee, size: 'M', position: 1, stock: 0 }
    await expect(database.insertInto('product_sizes').values(row).execute()).rejects.toThrow('has one stock')
  })

  test('a deleted product takes its sizes and its ledger along', async () => {
    const { id } = await createKurta({ M: 2 })
    await database.deleteFrom('products').where('id', '=', id).execute()
    expect(await database.selectFrom('product_sizes').selectAll().where('product_id', '=', id).execute()).toEqual([])
  })

  test('a size that was changed without a movement, and a wrong sum, are found', async () => {
    const kurta = await createKurta({ M: 2 })
    await sql`alter table product_sizes disable trigger user`.execute(database)
    await database.updateTable('product_sizes').set({ stock: 3 }).where('product_id', '=', kurta.id).execute()
    await sql`alter table product_sizes enable trigger user`.execute(database)
    const { drifts, sums } = await findDrift({ database })
    expect(drifts).toEqual([{ id: kurta.id, name: kurta.name, size: 'M', stock: 3, ledger: 2 }])
    expect(sums).toEqual([{ id: kurta.id, name: kurta.name, stock: 2, sizes: 3 }])
    await database.deleteFrom('products').where('id', '=', kurta.id).execute()
  })
})
