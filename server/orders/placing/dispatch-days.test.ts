import { expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { estimateDelivery } from '#contract/orders/delivery-estimate.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startShop } from '#testing/start-shop.ts'

const shop = await startShop()
const { request, database, cookies } = shop

/** A product that leaves after some days. */
async function createMadeToOrder(dispatchDays: number) {
  const product = await createTestProduct({ database, stock: 50 })
  const reply = await setDispatchDays(product.id, dispatchDays)
  expect(reply.statusCode).toBe(200)
  return product
}
const setDispatchDays = async (id: string, dispatchDays: unknown) => {
  const { details_version: version } = await database
    .selectFrom('products')
    .select('details_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return request('PATCH', `/products/${id}/details`, { cookies, body: { version, details: { dispatchDays } } })
}
const place = async (items: Parameters<typeof buildGuestOrder>[0]) => {
  const body = { ...buildGuestOrder(items), deliveryAddress: address }
  const reply = await request('POST', '/guest/cashondelivery', { body })
  expect(reply.statusCode).toBe(201)
  return reply.json().order
}
const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const estimate = (days: number) => estimateDelivery({ orderedAt: new Date(), policies: { deliveryDays: [days, days] } }).by

test('the slowest item decides when an order arrives, and each line keeps its days', async () => {
  const [usual, quick, slow] = [await createTestProduct({ database, stock: 50 }), await createMadeToOrder(0), await createMadeToOrder(12)]
  expect(await place([usual])).toMatchObject({ expectedBy: estimate(7) })
  expect(await place([quick])).toMatchObject({ expectedBy: estimate(5), products: [{ dispatchDays: 0 }] })
  expect(await place([usual, quick])).toMatchObject({ expectedBy: estimate(7) })
  const order = await place([usual, slow])
  expect(order).toMatchObject({ expectedBy: estimate(17), products: [{}, { dispatchDays: 12 }] })
  await setDispatchDays(slow.id, 30)
  const stored = await read(order._id)
  expect([stored.expectedBy, stored.products.map(({ dispatchDays }) => dispatchDays)]).toEqual([estimate(17), [undefined, 12]])
})

test('a product and its lists say when it leaves', async () => {
  const slow = await createMadeToOrder(9)
  expect((await request('GET', `/products/${slow.id}`)).json()).toMatchObject({ dispatchDays: 9 })
  const { products } = (await request('GET', `/products/admin?page=1&q=${encodeURIComponent(slow.name)}`, { cookies })).json()
  expect(products.find(({ _id }: { _id: string }) => _id === slow.id)).toMatchObject({ dispatchDays: 9 })
})

test('the first mail says when the order leaves and arrives', async () => {
  const slow = await createMadeToOrder(12)
  await database.deleteFrom('outbox_mails').execute()
  await place([slow])
  const [mail] = await collectMails(shop)
  expect(mail?.text).toContain('(made to order: leaves in 12 days)')
  expect(mail?.text).toContain('we will hand your order to the courier within 12 days.')
  expect(mail?.text).toContain('Expect it 16 to 17 days after placing your order.')
})

test('an order with an item that is made to order is late after its days', async () => {
  const slow = await createMadeToOrder(12)
  const { _id: id } = await place([slow])
  await request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Confirmed' } })
  const isLate = async (daysAgo: number) => {
    const at = new Date(Date.now() - daysAgo * 86_400_000)
    await database.updateTable('orders').set({ placed_at: at, flags: [] }).where('id', '=', id).execute()
    const { orders } = (await request('GET', '/order/admin/desk?view=late&page=1&rows=50', { cookies })).json()
    return orders.some(({ _id }: { _id: string }) => _id === id)
  }
  expect([await isLate(11), await isLate(13)]).toEqual([false, true])
})

test.each([-1, 61, 1.5, 'soon'])('dispatch days of %s are refused', async (dispatchDays) => {
  const tee = await createTestProduct({ database })
  const reply = await setDispatchDays(tee.id, dispatchDays)
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['details.dispatchDays']])
})
