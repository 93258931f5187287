import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { findDrift } from '../../inventory/ledger.ts'

const {
  request,
  database,
  cookies,
  admin: { name },
} = await startShop()

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const setSize = async (id: string, body: object) =>
  request('POST', `/order/admin/${id}/size`, { cookies, body: { size: 'L', version: (await read(id)).version, ...body } })
const sizesOf = ({ products }: Pick<Order, 'products'>) => products.map(({ size }) => size)

/** A guest order with one line in M and one without a size, of the same product. */
async function place() {
  const tee = await createTestProduct({ database })
  const body = buildGuestOrder([{ ...tee, size: 'M' }, tee])
  const { order } = (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>()
  return { id: order._id, number: order.number, tee }
}

test('an administrator sets the missing size of a line, and the shopper sees it', async () => {
  const { id, number, tee } = await place()
  const reply = await setSize(id, { product: tee.id })
  expect(reply.json()).toMatchObject({ message: 'Size L is set', order: { products: [{ size: 'M' }, { size: 'L' }] } })
  expect((await read(id)).events.at(-1)).toMatchObject({ event: `Size L confirmed for ${tee.name}`, actor: 'admin', actorName: name })
  const tracked = (await request('POST', '/order/track', { body: { number, phone: address.phone } })).json()
  expect(sizesOf(tracked)).toEqual(['M', 'L'])
  expect(tracked.events.at(-1)).toMatchObject({ event: `Size L confirmed for ${tee.name}` })
})

test('a size that is set stays', async () => {
  const { id, tee } = await place()
  const { version } = await read(id)
  const replies = await Promise.all(['L', 'XL', 'XXL'].map((size) => setSize(id, { product: tee.id, size, version })))
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409])
  const sizes = sizesOf(await read(id))
  expect((await setSize(id, { product: tee.id })).statusCode).toBe(404)
  expect(sizesOf(await read(id))).toEqual(sizes)
})

/** A guest order of 2 in M, of a product with stock by size. */
async function placeBySize() {
  const kurta = await createTestProduct({ database, sizes: { M: 5, L: 2, XL: 1 } })
  const body = buildGuestOrder([{ ...kurta, size: 'M', quantity: 2 }])
  const { order } = (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>()
  const stock = async () => {
    const rows = await database.selectFrom('product_sizes').select(['size', 'stock']).where('product_id', '=', kurta.id).execute()
    return Object.fromEntries(rows.map(({ size, stock }) => [size, stock]))
  }
  return { id: order._id, kurta, stock }
}

test('the size of a line is changed until it is packed, and the stock of the sizes with it', async () => {
  const { id, kurta, stock } = await placeBySize()
  const reply = await setSize(id, { product: kurta.id, line: 1 })
  expect(reply.json()).toMatchObject({ message: 'Size L is set', order: { products: [{ line: 1, size: 'L', quantity: 2 }] } })
  expect([await stock(), (await findDrift({ database })).drifts]).toEqual([{ M: 5, L: 0, XL: 1 }, []])
  expect((await read(id)).events.at(-1)).toMatchObject({
    event: 'Size changed',
    changes: [{ label: `Size of ${kurta.name}`, before: 'M', after: 'L' }],
  })
  const moved = (await request('GET', `/products/${kurta.id}/stock`, { cookies })).json().movements.slice(0, 2)
  expect(moved).toMatchObject([
    { size: 'L', change: -2, order: { _id: id }, note: 'Size changed from M to L' },
    { size: 'M', change: 2, order: { _id: id } },
  ])
  await request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Cancelled' } })
  expect(await stock()).toEqual({ M: 5, L: 2, XL: 1 })
})

test('a sold-out size is refused, and so is any size when the order is packed', async () => {
  const { id, kurta, stock } = await placeBySize()
  const short = await setSize(id, { product: kurta.id, line: 1, size: 'XL' })
  expect([short.statusCode, short.json().message]).toEqual([409, `Only 1 left of ${kurta.name} (XL).`])
  await database.updateTable('product_sizes').set({ stock: 0 }).where('product_id', '=', kurta.id).where('size', '=', 'L').execute()
  expect((await setSize(id, { product: kurta.id, line: 1 })).json().message).toBe(`${kurta.name} (L) is sold out.`)
  for (const to of ['Confirmed', 'Packed']) await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
  expect((await setSize(id, { product: kurta.id, line: 1, size: 'XL' })).json().code).toBe('order_items_locked')
  expect(await stock()).toEqual({ M: 3, L: 0, XL: 1 })
})

test('two orders for the last of a size do not both get it', async () => {
  const kurta = await createTestProduct({ database, sizes: { M: 5, L: 1 } })
  const place = async () =>
    (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...kurta, size: 'M' }]) })).json().order._id as string
  const ids = [await place(), await place()]
  const replies = await Promise.all(ids.map((id) => setSize(id, { product: kurta.id, line: 1 })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('the size of an order that has ended is not set', async () => {
  const { id, tee } = await place()
  await request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Cancelled' } })
  expect((await setSize(id, { product: tee.id })).json().code).toBe('move_not_possible')
})

test('other products, sizes and readers are rejected', async () => {
  const { id, tee } = await place()
  expect((await setSize(id, { product: randomUUID() })).statusCode).toBe(404)
  expect((await setSize(id, { product: 'none' })).statusCode).toBe(404)
  expect((await setSize(id, { product: tee.id, size: 'XS' })).statusCode).toBe(400)
  const { cookies: shopper } = await signInShopper({ request })
  const body = { product: tee.id, size: 'L', version: 1 }
  expect((await request('POST', `/order/admin/${id}/size`, { body })).statusCode).toBe(401)
  expect((await request('POST', `/order/admin/${id}/size`, { body, cookies: shopper })).statusCode).toBe(403)
  expect(sizesOf(await read(id))).toEqual(['M', null])
})
