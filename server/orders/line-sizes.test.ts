import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AdminOrderDetail, Order } from '#contract/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const { cookies, name } = await signInAdministrator({ request, database })

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
