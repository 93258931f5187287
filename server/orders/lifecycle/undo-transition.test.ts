import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { undoSeconds } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { makeRefundsDue, startCheckout } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { makeMailsDue, sendMails } from '#testing/send-mails.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import type { Mail } from '../../mail/mailer.ts'
import { runPaymentMaintenance } from '../../payments/settlement/run-payment-maintenance.ts'

const shop = await startPayingShop()
const {
  provider,
  gateway,
  gateways,
  request,
  database,
  cookies,
  admin: { name },
} = shop

const sent: string[] = []
const sendAll = async () => {
  sent.length = 0
  await sendMails({ shop, mailer: { send: async ({ about }) => void sent.push(about.event) } })
}

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const transition = (id: string, to: string, version?: number) =>
  request('POST', `/order/admin/${id}/move`, { cookies, body: { to, version } })
const transitionAll = async (id: string, statuses: readonly string[]) => {
  for (const to of statuses) expect((await transition(id, to)).statusCode).toBe(200)
}
const undo = async (id: string, version?: number) =>
  request('POST', `/order/admin/${id}/undo`, { cookies, body: { version: version ?? (await read(id)).version } })

/** A guest order of 3 of 10. */
async function placeGuest() {
  const tee = await createTestProduct({ database, stock: 10 })
  const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 3 }]) })).json<{
    order: Order
  }>()
  const stock = async () => (await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()).stock
  return { id: order._id, number: order.number, tee, stock }
}

/** A paid card order of 2 of 10. */
async function placeCard() {
  const checkout = await startCheckout({ request, database, provider })
  const { browser, payment } = await checkout.pay()
  const { order } = (await checkout.verify(browser.response)).json<{ order: Order }>()
  const refunds = async () => (await request('GET', `/order/admin/${order._id}/payment`, { cookies })).json().payment.refunds
  return { id: order._id, paymentId: payment.id, stock: checkout.stock, refunds, cookies: checkout.cookies }
}

const countWaiting = async () => {
  const { rows } = await sql`
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()
  `.execute(database)
  return rows.length
}

/** Moves the events of an order into the past, as if the seconds had passed. */
const wait = async (orderId: string, seconds = undoSeconds) => {
  const past = new Date(Date.now() - seconds * 1000)
  await database.updateTable('order_events').set({ happened_at: past }).where('order_id', '=', orderId).execute()
  const events = database.selectFrom('order_events').select('id').where('order_id', '=', orderId)
  await database.updateTable('outbox_mails').set({ due_at: past }).where('order_event_id', 'in', events).execute()
}

test('a request with the version of an older screen is rejected', async () => {
  const { id } = await placeGuest()
  const { version } = await read(id)
  expect((await transition(id, 'Confirmed', version)).json().order.version).toBeGreaterThan(version)
  const stale = await transition(id, 'Packed', version)
  expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'order_changed', message: expect.stringContaining('has changed') }])
  // The order has its first status again, but another version.
  await undo(id)
  expect((await transition(id, 'Cancelled', version)).json().code).toBe('order_changed')
  expect((await read(id)).orderStatus).toBe('Placed')
})

test('a status change is undone, its mail is not sent, and shoppers see neither', async () => {
  await database.deleteFrom('outbox_mails').execute()
  const { id, number } = await placeGuest()
  await transitionAll(id, ['Confirmed', 'Packed', 'Shipped'])
  await sendAll()
  expect(sent).toEqual(['Placed'])
  expect((await read(id)).undo).toEqual({ status: 'Shipped', to: 'Packed', secondsLeft: expect.any(Number) })
  const reply = await undo(id)
  expect(reply.json()).toMatchObject({ message: 'The order is Packed again', order: { orderStatus: 'Packed', undo: null } })
  expect(reply.json().order.events.slice(-2)).toMatchObject([
    { event: 'Shipped' },
    { event: 'Shipped undone', actor: 'admin', actorName: name },
  ])
  const tracked = (await request('POST', '/order/track', { body: { number, phone: address.phone } })).json()
  expect([tracked.orderStatus, tracked.events.map(({ event }: { event: string }) => event)]).toEqual([
    'Packed',
    ['Placed', 'Confirmed', 'Packed'],
  ])
  await transitionAll(id, ['Shipped'])
  await wait(id)
  await sendAll()
  expect(sent).toEqual(['Shipped'])
})

test('a sent mail and a passed time end the undo', async () => {
  const { id } = await placeGuest()
  await transitionAll(id, ['Confirmed'])
  await wait(id)
  expect((await read(id)).undo).toBeNull()
  expect((await undo(id)).json()).toMatchObject({ code: 'undo_not_possible', message: 'This change can no longer be undone.' })
  await transitionAll(id, ['Packed', 'Shipped'])
  await makeMailsDue({ database })
  await sendAll()
  expect(sent).toContain('Shipped')
  expect((await undo(id)).statusCode).toBe(409)
  expect((await read(id)).orderStatus).toBe('Shipped')
})

test('only the last change of an administrator can be undone, once', async () => {
  const { id } = await placeGuest()
  expect((await undo(id)).statusCode).toBe(409)
  await transitionAll(id, ['Confirmed', 'Packed'])
  const { version } = await read(id)
  const statuses = (await Promise.all([1, 2, 3].map(() => undo(id, version)))).map((reply) => reply.statusCode)
  expect(statuses.sort()).toEqual([200, 409, 409])
  expect((await undo(id)).statusCode).toBe(409)
  expect((await read(id)).orderStatus).toBe('Confirmed')
})

test('undoing a cancellation takes the stock again', async () => {
  const { id, stock } = await placeGuest()
  await transitionAll(id, ['Cancelled'])
  expect(await stock()).toBe(10)
  expect((await undo(id)).statusCode).toBe(200)
  expect([await stock(), (await read(id)).orderStatus]).toEqual([7, 'Placed'])
})

test('a cancellation whose stock has been sold cannot be undone', async () => {
  const { id, tee, stock } = await placeGuest()
  await transitionAll(id, ['Cancelled'])
  await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 8 }]) })
  const reply = await undo(id)
  expect([reply.statusCode, reply.json().message]).toEqual([409, `Only 2 left of ${tee.name}.`])
  expect([await stock(), (await read(id)).orderStatus]).toEqual([2, 'Cancelled'])
})

test('undoing a delivery takes back the payment on delivery', async () => {
  const { id } = await placeGuest()
  await transitionAll(id, ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
  expect(await read(id)).toMatchObject({ paymentStatus: 'Paid', amountPaid: 2397 })
  await undo(id)
  expect(await read(id)).toMatchObject({ orderStatus: 'Shipped', paymentStatus: 'Pending', amountPaid: 0 })
})

test('undoing the cancellation of a card order withdraws its refund', async () => {
  const { id, stock, refunds } = await placeCard()
  await transitionAll(id, ['Cancelled'])
  expect(await refunds()).toMatchObject([{ status: 'asked' }])
  await runPaymentMaintenance({ database, gateways })
  expect(await refunds()).toMatchObject([{ status: 'asked' }])
  expect((await undo(id)).statusCode).toBe(200)
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
  expect([await refunds(), await stock()]).toEqual([[], 8])
  expect(await read(id)).toMatchObject({ orderStatus: 'Placed', paymentStatus: 'Paid' })
})

test('a cancellation whose refund is due cannot be undone', async () => {
  const { id, stock, refunds } = await placeCard()
  await transitionAll(id, ['Cancelled'])
  await makeRefundsDue({ database })
  expect((await undo(id)).json().code).toBe('undo_not_possible')
  await runPaymentMaintenance({ database, gateways })
  expect([await refunds(), await stock()]).toMatchObject([[{ status: 'processed' }], 10])
})

test('a mail that is being sent ends the undo', async () => {
  await database.deleteFrom('outbox_mails').execute()
  const { id } = await placeGuest()
  await transitionAll(id, ['Confirmed', 'Packed', 'Shipped'])
  await makeMailsDue({ database })
  const { version } = await read(id)
  const [started, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const mailer = {
    async send({ about }: Mail) {
      if (about.event !== 'Shipped') return
      started.resolve()
      await finished.promise
    },
  }
  const sending = sendMails({ shop, mailer })
  await started.promise
  const undoing = Promise.resolve(undo(id, version))
  await expect.poll(countWaiting).toBe(1)
  finished.resolve()
  await sending
  expect((await undoing).json().code).toBe('undo_not_possible')
  expect((await read(id)).orderStatus).toBe('Shipped')
})

test('a refund that is being withdrawn is not sent', async () => {
  const { id, paymentId } = await placeCard()
  await transitionAll(id, ['Cancelled'])
  await makeRefundsDue({ database })
  await database.transaction().execute(async (trx) => {
    await trx.deleteFrom('refunds').where('provider_payment_id', '=', paymentId).execute()
    await runPaymentMaintenance({ database, gateways })
  })
  expect(await gateway.fetchRefunds(paymentId)).toEqual([])
})

test('the cancellation of a shopper is sent at once and cannot be undone', async () => {
  const { id, refunds, cookies: shopper } = await placeCard()
  await request('POST', `/order/${id}/cancel`, { cookies: shopper })
  expect((await read(id)).undo).toBeNull()
  expect((await undo(id)).json().code).toBe('undo_not_possible')
  await sendAll()
  expect(sent).toContain('Cancelled')
  await runPaymentMaintenance({ database, gateways })
  expect(await refunds()).toMatchObject([{ status: 'processed' }])
})

test('undoing is for administrators', async () => {
  const { id } = await placeGuest()
  const { cookies: shopper } = await placeCard()
  const body = { version: 1 }
  expect((await request('POST', `/order/admin/${id}/undo`, { body })).statusCode).toBe(401)
  expect((await request('POST', `/order/admin/${id}/undo`, { body, cookies: shopper })).statusCode).toBe(403)
  expect((await request('POST', '/order/admin/none/undo', { body, cookies })).statusCode).toBe(404)
})
