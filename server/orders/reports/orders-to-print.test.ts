import { expect, test } from 'vitest'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import type { Order } from '#contract/orders/orders.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, admin } = await startShop()
const kurta = await createTestProduct({ database, name: 'Kurta', price: 1_299, category: 'DENIM', sizes: { M: 50, '3XL': 50 } })
await database.updateTable('product_sizes').set({ sku: 'KU-3XL' }).where('product_id', '=', kurta.id).where('size', '=', '3XL').execute()

async function place(size: string) {
  const body = buildGuestOrder([{ ...kurta, size, quantity: 2 }])
  return (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>().order
}
const print = (numbers: unknown, cookies = admin.cookies) => request('POST', '/order/admin/print', { cookies, body: { numbers } })
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })

const first = await place('3XL')
const second = await place('M')

test('orders come in the order of their numbers with what print documents show, and an unknown number is named', async () => {
  const loose = second.number.replace('-', '').toLowerCase()
  const reply = await print([loose, 'ZZZZ-ZZZZ', first.number, second.number])
  const { orders, missing } = reply.json<{ orders: PrintedOrder[]; missing: string[] }>()
  expect(orders.map(({ number }) => number)).toEqual([second.number, first.number])
  expect(missing).toEqual(['ZZZZ-ZZZZ'])
  expect(orders[1]).toMatchObject({
    orderStatus: 'Placed',
    deliveryAddress: address,
    totalPrice: 2_598,
    toCollect: 2_598,
    products: [{ _id: kurta.id, name: 'Kurta', size: '3XL', sizePosition: 2, quantity: 2, sku: 'KU-3XL', category: 'DENIM' }],
  })
})

test('a cancelled order names its status and collects nothing', async () => {
  const cancelled = await place('M')
  await transition(cancelled._id, 'Cancelled')
  const { orders } = (await print([cancelled.number])).json<{ orders: PrintedOrder[] }>()
  expect(orders).toMatchObject([{ orderStatus: 'Cancelled', toCollect: 0, totalPrice: 2_598 }])
})

test('many orders take as many queries as one', async () => {
  const one = await captureQueries(() => print([first.number]))
  const two = await captureQueries(() => print([first.number, second.number]))
  expect(one).not.toEqual([])
  expect(two.length).toBeLessThanOrEqual(one.length)
})

test('up to 200 orders are printed at once, by administrators only', async () => {
  const numbers = Array.from({ length: 201 }, (_, index) => `AAAA-${String(index).padStart(4, '0')}`)
  const reply = await print(numbers)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ fields: { numbers: 'At most 200 orders can be printed at once.' } })
  expect((await print(numbers.slice(1))).statusCode).toBe(200)
  expect((await print([])).json()).toMatchObject({ fields: { numbers: 'Select the orders to print.' } })
  const shopper = await signInShopper({ request })
  expect((await print([first.number], shopper.cookies)).statusCode).toBe(403)
  expect((await print([first.number], {})).statusCode).toBe(401)
})
