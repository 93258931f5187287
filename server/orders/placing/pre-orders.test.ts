import { expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { estimateDelivery } from '#contract/orders/delivery-estimate.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startShop } from '#testing/start-shop.ts'

const shop = await startShop()
const { request, database, cookies } = shop

const dayMs = 86_400_000
const dayAfter = (days: number) => toIndianDay(Date.now() + days * dayMs)
const estimate = (days: number) => estimateDelivery({ orderedAt: new Date(), policies: { deliveryDays: [days, days] } }).by

async function setDetails(id: string, details: object) {
  const { details_version: version } = await database
    .selectFrom('products')
    .select('details_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return request('PATCH', `/products/${id}/details`, { cookies, body: { version, details } })
}
async function createPreOrder({ days, stock = 50, ...details }: { days: number; stock?: number; dispatchDays?: number }) {
  const product = await createTestProduct({ database, stock })
  const reply = await setDetails(product.id, { availableFrom: dayAfter(days), ...details })
  expect(reply.statusCode).toBe(200)
  return product
}
const tryToPlace = (items: Parameters<typeof buildGuestOrder>[0]) =>
  request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder(items), deliveryAddress: address } })
async function place(items: Parameters<typeof buildGuestOrder>[0]) {
  const reply = await tryToPlace(items)
  expect(reply.statusCode).toBe(201)
  return reply.json().order
}
const readProduct = async (id: string) => (await request('GET', `/products/${id}`)).json()
const readOrder = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const listView = async (view: string): Promise<string[]> => {
  const { orders } = (await request('GET', `/order/admin/desk?view=${view}&page=1&rows=100`, { cookies })).json()
  return orders.map(({ _id }: { _id: string }) => _id)
}

test('an item leaves on its day, and the slowest one decides when the order arrives', async () => {
  const [usual, ahead] = [await createTestProduct({ database, stock: 50 }), await createPreOrder({ days: 12 })]
  const order = await place([usual, ahead])
  const line = { dispatchDays: 12, availableFrom: dayAfter(12) }
  expect(order).toMatchObject({ expectedBy: estimate(17), products: [{}, line] })
  expect(order.products[0]).not.toHaveProperty('availableFrom')
  expect(await readOrder(order._id)).toMatchObject({ expectedBy: estimate(17), products: [{}, line] })
})

test('the last item of a pre-order sells once', async () => {
  const ahead = await createPreOrder({ days: 12, stock: 1 })
  await place([ahead])
  expect((await tryToPlace([ahead])).statusCode).toBe(409)
})

test('a pre-order of tomorrow arrives no earlier than what leaves as usual', async () => {
  const tomorrow = await createPreOrder({ days: 1 })
  expect(await place([tomorrow])).toMatchObject({ expectedBy: estimate(7), products: [{ dispatchDays: 2, availableFrom: dayAfter(1) }] })
})

test.each([0, -3])('a product whose day is %i days ahead is an ordinary one', async (days) => {
  const product = await createPreOrder({ days })
  const shown = await readProduct(product.id)
  expect([shown.dispatchDays, shown.availableFrom, shown.details.availableFrom]).toEqual([undefined, undefined, dayAfter(days)])
  const { expectedBy, products } = await place([product])
  expect([expectedBy, products[0].dispatchDays, products[0].availableFrom]).toEqual([estimate(7), undefined, undefined])
})

test('a product that takes longer to make than until its day is made to order', async () => {
  const made = await createPreOrder({ days: 5, dispatchDays: 9 })
  const { products } = await place([made])
  expect([products[0].dispatchDays, products[0].availableFrom]).toEqual([9, undefined])
})

test('a product, its lists and a cart say when it leaves', async () => {
  const ahead = await createPreOrder({ days: 9 })
  const shown = { dispatchDays: 9, availableFrom: dayAfter(9) }
  expect(await readProduct(ahead.id)).toMatchObject(shown)
  const { products } = (await request('GET', `/products/getAll?page=1&limit=7&q=${encodeURIComponent(ahead.name)}`)).json()
  expect(products.find(({ _id }: { _id: string }) => _id === ahead.id)).toMatchObject(shown)
})

test('earlier orders keep the day that they were promised, and the change says how many', async () => {
  const ahead = await createPreOrder({ days: 12 })
  const orders = [await place([ahead]), await place([ahead])]
  expect((await setDetails(ahead.id, { availableFrom: dayAfter(30) })).json().message).toBe(
    'Details saved. 2 open orders keep the day they were promised.',
  )
  expect(await readOrder(orders[0]._id)).toMatchObject({ products: [{ availableFrom: dayAfter(12), dispatchDays: 12 }] })
  expect((await setDetails(ahead.id, { availableFrom: dayAfter(30), fabric: 'Cotton' })).json().message).toBe('Details saved')
  expect((await setDetails(ahead.id, { availableFrom: dayAfter(12) })).json().message).toBe('Details saved')
})

test('the first mail names the day', async () => {
  const ahead = await createPreOrder({ days: 12 })
  const usual = await createTestProduct({ database, stock: 5 })
  await database.deleteFrom('outbox_mails').execute()
  await place([usual, ahead])
  const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', timeZone: 'Asia/Kolkata' }).format(Date.now() + 12 * dayMs)
  const [mail] = await collectMails(shop)
  expect(mail?.text).toContain(`(pre-order · leaves on ${day})`)
  expect(mail?.text).toContain(`we will hand your order to the courier on ${day}.`)
})

test('the desk lists an order under its own view until its day has come', async () => {
  const { _id: id } = await place([await createPreOrder({ days: 12 })])
  await request('POST', `/order/admin/${id}/move`, { cookies, body: { to: 'Confirmed' } })
  expect([(await listView('to-pack')).includes(id), (await listView('pre-orders')).includes(id)]).toEqual([false, true])
  const setDay = (days: number) =>
    database
      .updateTable('order_lines')
      .set({ available_from: dayAfter(days), dispatch_days: 12 })
      .where('order_id', '=', id)
      .execute()
  await setDay(0)
  expect([(await listView('to-pack')).includes(id), (await listView('pre-orders')).includes(id)]).toEqual([true, false])
  const placedAt = new Date(Date.now() - 13 * dayMs)
  await database.updateTable('orders').set({ placed_at: placedAt, flags: [] }).where('id', '=', id).execute()
  expect(await listView('late')).not.toContain(id)
  await setDay(-1)
  expect(await listView('late')).toContain(id)
})

test.each([
  ['12/12/2025', '2025-12-12'],
  [' 1-2-26 ', '2026-02-01'],
])('the day %j is %s', async (text, day) => {
  const { id } = await createTestProduct({ database })
  expect((await setDetails(id, { availableFrom: text })).json().details).toMatchObject({ availableFrom: day })
})

test.each(['soon', '2026-02-30', '0000-01-01', '12/13/2026', dayAfter(400), 20_261_212])('the day %j is refused', async (day) => {
  const { id } = await createTestProduct({ database })
  const reply = await setDetails(id, { availableFrom: day })
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['details.availableFrom']])
})
