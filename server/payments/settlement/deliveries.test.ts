import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { createTestApp } from '#testing/test-app.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
const { gateway, gateways, control, webhookSecret: secret } = provider
const { app, request, database } = await createTestApp({ gateways })
let url: string
beforeAll(async () => {
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${apiBase}/payments/razorpay/webhook`
})
beforeEach(async () => {
  await control('reset', {})
  await control('endpoints', { url, secret })
})

const checkout = () => startCheckout({ request, database, provider })
const work = () => runPaymentMaintenance({ database, gateways })

interface Delivery {
  event: string
  status: string
  attempts: { result: unknown }[]
}
const deliveries = async () => (await control<{ items: Delivery[] }>('deliveries')).items

test('events in reverse order, with that of a refund first, make one order', async () => {
  const { pay, orders, stock } = await checkout()
  await control('webhooks/hold', {})
  const { payment } = await pay()
  await gateway.refund({ paymentId: payment.id, amount: 100 as never, key: 'a-key-of-this-test' })
  await control('webhooks/release', { order: 'reverse' })
  const names = (await deliveries()).map(({ event }) => event)
  expect(names).toEqual(['payment.authorized', 'payment.captured', 'order.paid', 'refund.created', 'refund.processed'])
  await work()
  expect(await orders()).toMatchObject([{ paymentStatus: 'Paid', orderStatus: 'Placed' }])
  expect(await stock()).toBe(8)
})

test('events that are delivered several times make one order', async () => {
  const { pay, orders, stock, orderId } = await checkout()
  await control('webhooks/faults', { kind: 'duplicate', copies: 3, times: 3 })
  await pay()
  await control('clock', {})
  await work()
  expect(await orders()).toHaveLength(1)
  expect(await stock()).toBe(8)
  const stored = await database.selectFrom('payment_events').select('id').where('provider_order_id', '=', orderId).execute()
  expect(stored).toHaveLength(3)
})

test('an event that cannot be stored is answered with 500 and stored at its next delivery', async () => {
  const { pay, orders } = await checkout()
  await sql`alter table payment_events rename to payment_events_away`.execute(database)
  await pay()
  await control('clock', {})
  await sql`alter table payment_events_away rename to payment_events`.execute(database)
  expect((await deliveries()).map(({ attempts }) => attempts.map(({ result }) => result))).toEqual([[500], [500], [500]])
  expect(await orders()).toEqual([])
  await control('clock', { advance_seconds: 120 })
  expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  await work()
  expect(await orders()).toHaveLength(1)
})

test('the signature of one payment is rejected for another order', async () => {
  const mine = await checkout()
  const { browser } = await mine.pay()
  const { orderId, verify, cookies, orders } = await checkout()
  const stolen = { ...browser.response, razorpay_order_id: orderId } as Parameters<typeof verify>[0]
  expect((await verify(stolen, cookies)).statusCode).toBe(400)
  expect(await orders()).toEqual([])
})
