import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AdminOrder, AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order, Tracking } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { createConfirmationLinks } from '../orders/order/order-links.ts'
import { processDuePayments } from '../payments/settlement/process-due-payments.ts'
import { createRemindUnconfirmedOrdersJob } from './remind-unconfirmed-orders.ts'

const shop = await startPayingShop({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off', CONFIRMATION_REMINDER_HOURS: '12' } })
const { gateways, control, request, database, settings, trackingKey, admin } = shop

const requested: string[] = []
const job = createRemindUnconfirmedOrdersJob({
  database,
  settings,
  requests: { request: (name) => void requested.push(name) },
})
const run = () => job.run({ log: console, publish: () => {}, signal: new AbortController().signal })

let phones = 9_500_000_000

/** A guest's order whose mail is sent; flagged by its number of items. */
async function place({ quantity = 6 } = {}) {
  phones += 1
  const tee = await createTestProduct({ database, price: 100 })
  const deliveryAddress = { ...address, email: `${randomUUID()}@example.com`, phone: String(phones) }
  const body = { ...buildGuestOrder([{ ...tee, size: 'M', quantity }]), deliveryAddress }
  const { order } = (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>()
  await collectMails(shop)
  return { ...order, token: createConfirmationLinks({ key: trackingKey }).create(order._id).split('/o/')[1] }
}

/** Moves everything that happened to the order into the past. */
async function age({ _id }: { _id: string }, hours: number) {
  const interval = sql`make_interval(hours => ${hours})`
  await sql`update orders set placed_at = placed_at - ${interval}, cancels_at = cancels_at - ${interval} where id = ${_id}`.execute(
    database,
  )
  await sql`update order_events set happened_at = happened_at - ${interval} where order_id = ${_id}`.execute(database)
}

const read = async ({ _id }: { _id: string }) =>
  (await request('GET', `/order/admin/${_id}`, { cookies: admin.cookies })).json<AdminOrderDetail>()
const listNumbers = async (status: string) => {
  const reply = await request('GET', `/cod/adminOrder?status=${encodeURIComponent(status)}`, { cookies: admin.cookies })
  return reply.json<{ orders: AdminOrder[] }>().orders.map(({ number, isUnanswered }) => ({ number, isUnanswered }))
}

test('an unconfirmed order is mailed one reminder, whose link works, and then waits for the administrator', async () => {
  const order = await place()
  await age(order, 11)
  await run()
  expect([await collectMails(shop), requested]).toEqual([[], []])

  await age(order, 1)
  await Promise.all([run(), run(), run()])
  expect(requested).toContain('send-mails')
  const mails = await collectMails(shop)
  expect(mails.map(({ subject }) => subject)).toEqual([`Order ${order.number} waits for your confirmation`])
  const [, token] = /https:\/\/shop\.example\/o\/(\S+)/.exec(mails[0]?.text ?? '') ?? []
  expect((await request('POST', '/order/confirmation/find', { body: { token } })).json()).toMatchObject({ number: order.number })
  expect([await read(order), await listNumbers('No answer')]).toMatchObject([{ isUnanswered: false }, []])

  await age(order, 12)
  await Promise.all([run(), run()])
  await run()
  expect(await collectMails(shop)).toEqual([])
  const { events, isUnanswered, transitions } = await read(order)
  expect(events.map(({ event, actor }) => [event, actor])).toEqual([
    ['Placed', 'guest'],
    ['Confirmation reminder', 'system'],
    ['No answer', 'system'],
  ])
  expect([isUnanswered, transitions]).toEqual([true, ['Confirmed', 'Cancelled']])
  const listed = { number: order.number, isUnanswered: true }
  expect([await listNumbers('No answer'), await listNumbers('To confirm')]).toEqual([[listed], [listed]])

  const tracked = await request('POST', '/order/track', {
    body: { number: order.number, phone: (await read(order)).deliveryAddress.phone },
  })
  expect(tracked.json<Tracking>().events.map(({ event }) => event)).toEqual(['Placed'])
  await request('POST', '/order/confirmation', { body: { token, isAccepted: true } })
  expect([(await read(order)).orderStatus, await listNumbers('No answer')]).toEqual(['Confirmed', []])
})

test('an order that needs no confirmation, was confirmed or was cancelled gets no reminder', async () => {
  const [plain, confirmed, cancelled] = [await place({ quantity: 1 }), await place(), await place()]
  await request('POST', '/order/confirmation', { body: { token: confirmed.token, isAccepted: true } })
  await request('POST', '/order/confirmation', { body: { token: cancelled.token, isAccepted: false } })
  await collectMails(shop)
  for (const order of [plain, confirmed, cancelled]) await age(order, 30)
  await run()
  expect(await collectMails(shop)).toEqual([])
})

test('an order that was confirmed after its reminder was queued gets no reminder', async () => {
  const order = await place()
  await age(order, 13)
  await run()
  await request('POST', `/order/admin/${order._id}/move`, { cookies: admin.cookies, body: { to: 'Confirmed' } })
  expect(await collectMails(shop)).toEqual([])
})

const readStock = async ({ products: [line] }: Pick<Order, 'products'>) =>
  (
    await database
      .selectFrom('products')
      .select('stock')
      .where('id', '=', line?._id ?? '')
      .executeTakeFirstOrThrow()
  ).stock

test('an order that stays unconfirmed for 24 hours after its reminder is cancelled, and its stock returns', async () => {
  const order = await place()
  await age(order, 12)
  await run()
  const [reminder] = await collectMails(shop)
  expect(reminder?.text).toMatch(/We cancel an order that is not confirmed by \d+ [A-Z][a-z]+ at \d+:\d\d [ap]m\./)
  const { cancelsAt } = await read(order)
  expect(hoursFromNow(cancelsAt ?? '')).toBe(24)
  const listed = await request('GET', `/cod/adminOrder?status=To%20confirm`, { cookies: admin.cookies })
  expect(listed.json<{ orders: AdminOrder[] }>().orders.find(({ number }) => number === order.number)?.cancelsAt).toBe(cancelsAt)

  await age(order, 23)
  await run()
  expect([(await read(order)).orderStatus, await readStock(order)]).toEqual(['Placed', 4])
  await age(order, 1)
  await Promise.all([run(), run()])
  const { orderStatus, events } = await read(order)
  expect([orderStatus, await readStock(order)]).toEqual(['Cancelled', 10])
  expect(events.map(({ event, actor }) => [event, actor]).slice(-2)).toEqual([
    ['No answer', 'system'],
    ['Cancelled', 'system'],
  ])
  const [mail, ...others] = await collectMails(shop)
  expect([mail?.subject, others]).toEqual([`Order ${order.number} has been cancelled`, []])
  expect(mail?.text).toContain('You have not confirmed your order, so we have cancelled it. You can order again at any time.')
})

test('an order whose confirmation is undone after its reminder is not cancelled', async () => {
  const order = await place()
  await age(order, 12)
  await run()
  const confirm = await request('POST', `/order/admin/${order._id}/move`, { cookies: admin.cookies, body: { to: 'Confirmed' } })
  const { version } = confirm.json().order
  await request('POST', `/order/admin/${order._id}/undo`, { cookies: admin.cookies, body: { version } })
  await age(order, 48)
  await run()
  expect(await read(order)).toMatchObject({ orderStatus: 'Placed', cancelsAt: null })
})

test('with CONFIRMATION_RELEASE_HOURS=0 an order that stays unconfirmed is kept', async () => {
  const order = await place()
  await age(order, 12)
  await createRemindUnconfirmedOrdersJob({
    database,
    settings: { ...settings, CONFIRMATION_RELEASE_HOURS: 0 },
    requests: { request: () => {} },
  }).run({ log: console, publish: () => {}, signal: new AbortController().signal })
  const [reminder] = await collectMails(shop)
  expect(reminder?.text).not.toContain('We cancel an order')
  await age(order, 72)
  await run()
  expect((await read(order)).orderStatus).toBe('Placed')
})

/** An order that an administrator has taken, to be paid by its link. */
async function placeByLink() {
  const tee = await createTestProduct({ database, stock: 3 })
  const body = {
    products: [{ product: tee.id, size: 'M', quantity: 1 }],
    totalPrice: tee.price,
    payment: 'link',
    deliveryAddress: { ...address, email: `${randomUUID()}@example.com` },
  }
  const reply = await request('POST', '/order/admin', { cookies: admin.cookies, body })
  const { order } = reply.json<{ order: AdminOrderDetail }>()
  await collectMails(shop)
  const token = order.confirmationLink?.split('/o/')[1]
  return {
    ...order,
    openPayment: async () => (await request('POST', '/order/confirmation/pay', { body: { token } })).json<{ id: string }>(),
    readStock: async () => (await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()).stock,
  }
}

test('an order that is not paid by its link is reminded once, then cancelled, and its stock returns', async () => {
  const order = await placeByLink()
  await age(order, 12)
  await run()
  expect((await collectMails(shop)).map(({ subject }) => subject)).toEqual([`Order ${order.number} waits for your payment`])
  await age(order, 11)
  await run()
  expect([(await read(order)).orderStatus, await order.readStock()]).toEqual(['Placed', 2])

  await age(order, 1)
  await Promise.all([run(), run()])
  const { orderStatus, events } = await read(order)
  expect([orderStatus, await order.readStock()]).toEqual(['Cancelled', 3])
  expect(events.map(({ event, actor }) => [event, actor])).toEqual([
    ['Placed', 'admin'],
    ['Confirmation reminder', 'system'],
    ['Cancelled', 'system'],
  ])
  const [mail, ...others] = await collectMails(shop)
  expect([mail?.subject, others]).toEqual([`Order ${order.number} has been cancelled`, []])
  expect(mail?.text).toContain('You have not paid for your order, so we have cancelled it.')
})

test('an order whose payment was opened is cancelled after the provider said that nothing is paid, and not when it is', async () => {
  const [unpaid, paid] = [await placeByLink(), await placeByLink()]
  const [, opened] = [await unpaid.openPayment(), await paid.openPayment()]
  for (const order of [unpaid, paid]) await age(order, 12)
  await run()
  for (const order of [unpaid, paid]) await age(order, 12)
  await run()
  expect([(await read(unpaid)).orderStatus, (await read(paid)).orderStatus]).toEqual(['Placed', 'Placed'])

  await control('payments', { order_id: opened.id })
  await database.updateTable('payments').set({ next_check_at: sql<Date>`clock_timestamp()` }).execute()
  await processDuePayments({ database, gateways })
  await run()
  expect([(await read(unpaid)).orderStatus, (await read(paid)).orderStatus]).toEqual(['Cancelled', 'Confirmed'])
})
