import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { makeRefundsDue } from '#testing/card-checkout.ts'
import { createCodOrders } from '#testing/cod-orders.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createPaymentLinks } from '../../orders/order/order-links.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const { provider, gateways, control, request, database, trackingKey } = await startPayingApp()
const orders = await createCodOrders({ request, database })
const { cookies } = orders
const links = createPaymentLinks({ key: trackingKey })
beforeEach(async () => void (await database.deleteFrom('limits').execute()))

const list = async (): Promise<Discrepancy[]> => (await request('GET', '/payments/mismatches', { cookies })).json().mismatches

/** An order of ₹799 that was paid online before it was packed, and that the courier has delivered. */
async function deliverPaid() {
  const order = await orders.placeOrder({
    courier: 'delhivery',
    beforePacking: async (id) => {
      const [, token] = links.create(id).split('/o/')
      const opened = (await request('POST', '/order/confirmation/pay', { body: { token } })).json()
      await control('payments', { order_id: opened.id })
      expect((await request('POST', '/order/confirmation/payment', { body: { token } })).json().status).toBe('paid')
    },
  })
  expect(await order.read()).toMatchObject({ kind: 'card', orderStatus: 'Delivered', amountPaid: 799, cashOndelivery: 0 })
  return order
}

const refund = ({ orderId, amount, refunded }: Discrepancy) =>
  request('POST', `/order/admin/${orderId}/refund`, { cookies, body: { amount, refunded, part: 'online', reason: 'paid twice' } })

test('an order that the courier collects cash for after it was paid online is listed until the shopper has the money back', async () => {
  const order = await deliverPaid()
  expect(await list()).toEqual([])
  await orders.record('delhivery', `${order.trackingNumber}\t799`)
  const [listed] = await list()
  expect(listed).toMatchObject({ kind: 'courier collected too', amount: 799, refunded: 0, orderId: order.id })
  if (!listed) throw new Error('The order is not listed.')
  expect((await refund(listed)).statusCode).toBe(200)
  expect((await refund(listed)).statusCode).toBe(409)
  expect(await list()).toEqual([])
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
  expect(await order.read()).toMatchObject({ amountPaid: 799, amountRefunded: 799 })
})

test('what the courier has paid in parts is listed as their sum, at most what is left of the payment', async () => {
  const order = await deliverPaid()
  await orders.record('delhivery', `${order.trackingNumber}\t300`)
  expect(await list()).toMatchObject([{ amount: 300 }])
  await orders.record('delhivery', `${order.trackingNumber}\t600\tsecond part`)
  const [listed] = await list()
  expect(listed).toMatchObject({ amount: 799 })
  if (listed) await refund(listed)
  expect(await list()).toEqual([])
})

test('the advance of an order for which the courier has collected the whole amount is refunded online', async () => {
  await sql`insert into delivery_rules (prefix, deliver, cod, advance_paise) values ('', true, 'advance', 10000)`.execute(database)
  const guest = await startGuestCheckout({ request, database, provider, payment: 'advance' })
  const { browser } = await guest.pay()
  const { _id: id } = (await guest.verify(browser.response)).json().order
  const send = (path: string, body: object) => request('POST', `/order/admin/${id}/${path}`, { cookies, body })
  const read = async () => (await request('GET', `/order/admin/${id}`, { cookies })).json()
  for (const to of ['Confirmed', 'Packed']) await send('move', { to })
  await send('shipment', { courier: 'delhivery', trackingNumber: 'ADVANCE1', version: (await read()).version })
  for (const to of ['Shipped', 'Delivered']) await send('move', { to })
  await orders.record('delhivery', 'ADVANCE1\t1598')
  const [listed] = await list()
  expect(listed).toMatchObject({ kind: 'courier collected too', amount: 100, refunded: 0 })
  if (listed) expect((await refund(listed)).json().payment).toMatchObject({ paymentId: listed.paymentId, refunded: 100 })
  expect([await list(), await read()]).toMatchObject([[], { amountPaid: 1598, amountRefunded: 100, paymentStatus: 'Paid' }])
  await sql`delete from delivery_rules`.execute(database)
})

test('a line of the courier that was resolved, or whose list was undone, is not listed', async () => {
  const order = await deliverPaid()
  await orders.record('delhivery', `${order.trackingNumber}\t799`)
  expect(await list()).toHaveLength(1)
  const [newest] = (await orders.read('?courier=delhivery')).lists
  await orders.undo(newest?._id ?? '', newest?.version)
  expect(await list()).toEqual([])
})

test('an order on delivery for which the courier has paid too much has no payment to refund', async () => {
  const order = await orders.placeOrder({ courier: 'dtdc' })
  await orders.record('dtdc', `${order.trackingNumber}\t1598`)
  expect(await list()).toEqual([])
})
