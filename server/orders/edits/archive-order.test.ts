import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()

async function place(): Promise<Order> {
  const product = await createTestProduct({ database })
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product]) })
  return reply.json().order
}
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
const archive = (id: string, isArchived = true) => request('POST', `/order/admin/${id}/archive`, { cookies, body: { isArchived } })
const readNumbers = async (path: string) =>
  (await request('GET', path, { cookies })).json<{ orders: Order[] }>().orders.map(({ number }) => number)
const readToday = async () => (await request('GET', '/order/admin/daily?days=7', { cookies })).json().days.at(-1).orders
const readPlaced = async () => (await request('GET', '/order/admin/summary', { cookies })).json().figures.placed.count

test('a cancelled test order leaves the lists and figures, and can be brought back', async () => {
  const [tried, real] = [await place(), await place()]
  expect((await archive(tried._id)).json().code).toBe('order_not_archivable')
  await transition(tried._id, 'Cancelled')
  const reply = await archive(tried._id)
  expect(reply.json()).toMatchObject({ message: 'The order is archived', order: { isArchived: true } })
  expect((await archive(tried._id)).statusCode).toBe(200)

  expect(await readNumbers('/cod/adminOrder')).toEqual([real.number])
  expect(await readNumbers('/order/admin/desk?view=all')).toEqual([real.number])
  expect(await readNumbers(`/cod/adminOrder?q=${tried.number}`)).toEqual([])
  expect(await readNumbers('/cod/adminOrder?status=Archived')).toEqual([tried.number])
  expect([await readToday(), await readPlaced()]).toEqual([1, 1])

  expect((await archive(tried._id, false)).json().order.isArchived).toBe(false)
  expect(await readNumbers('/cod/adminOrder')).toEqual([real.number, tried.number])
  expect([await readToday(), await readPlaced()]).toEqual([2, 2])
})

test('an order whose cancellation is undone is no longer archived', async () => {
  const { _id: id } = await place()
  const cancelled = (await transition(id, 'Cancelled')).json().order
  await archive(id)
  const undone = await request('POST', `/order/admin/${id}/undo`, { cookies, body: { version: cancelled.version } })
  expect(undone.json().order).toMatchObject({ orderStatus: 'Placed', isArchived: false })
})

test('orders are archived by administrators', async () => {
  const { _id: id } = await place()
  const shopper = await signInShopper({ request })
  const body = { isArchived: true }
  expect((await request('POST', `/order/admin/${id}/archive`, { body })).statusCode).toBe(401)
  expect((await request('POST', `/order/admin/${id}/archive`, { body, cookies: shopper.cookies })).statusCode).toBe(403)
  expect((await archive('nothing')).statusCode).toBe(404)
})
