import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { placePaidOrder } from './placing/place-order.ts'

const { request, database } = await createTestApp()

type MyOrders = CallReply<'GET /order/mine'>

/** A shopper with cash-on-delivery and card orders in turn. */
async function placeOrders(count: number) {
  const { cookies, _id: userId } = await signInShopper({ request })
  const tee = await createTestProduct({ database, stock: 100 })
  const numbers: string[] = []
  for (let index = 0; index < count; index += 1) {
    if (index % 2 === 0) {
      await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
      numbers.unshift((await request('POST', '/cod/cashondelivery', { cookies, body: address })).json().order.number)
    } else {
      const lines = [{ productId: tee.id, name: tee.name, imageKey: 'tee', price: 79_900 as never, quantity: 1, size: 'M' as const }]
      const { id } = await database
        .transaction()
        .execute((trx) => placePaidOrder({ trx, order: { userId, deliveryAddress: address, lines } }))
      numbers.unshift((await database.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number)
    }
  }
  const list = async (page: number) => (await request('GET', `/order/mine?page=${page}`, { cookies })).json<MyOrders>()
  return { numbers, list }
}

test('lists card and cash-on-delivery orders together, newest first, 10 a page', async () => {
  const { numbers, list } = await placeOrders(11)
  const first = await list(1)
  expect(first.orders.map(({ number }) => number)).toEqual(numbers.slice(0, 10))
  expect(first).toMatchObject({ total: 11, page: 1, totalPages: 2 })
  expect(first.orders.slice(0, 2)).toMatchObject([
    { kind: 'cod', paymentStatus: 'Pending', orderStatus: 'Placed' },
    { kind: 'card', paymentStatus: 'Paid', orderStatus: 'Placed' },
  ])
  expect((await list(2)).orders.map(({ number }) => number)).toEqual(numbers.slice(10))
})

test('lists only the orders of the shopper', async () => {
  const { list } = await placeOrders(0)
  expect(await list(1)).toEqual({ orders: [], total: 0, page: 1, totalPages: 0 })
  expect((await request('GET', '/order/mine')).statusCode).toBe(401)
  const admin = await signInAdministrator({ request, database })
  expect((await request('GET', '/order/mine', { cookies: admin.cookies })).statusCode).toBe(403)
})
