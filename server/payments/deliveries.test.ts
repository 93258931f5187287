import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiBase } from '#contract/calls.ts'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { createTestApp } from '#testing/test-app.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway, control, webhookSecret: secret } = provider
const { app, request, database } = await createTestApp({ gateway })
let url: string
beforeAll(async () => {
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${apiBase}/payments/razorpay/webhook`
})
beforeEach(async () => {
  await control('reset', {})
  await control('endpoints', { url, secret })
})

const checkout = () => startCheckout({ request, database, provider })

interface Delivery {
  event: string
  status: string
  attempts: { result: unknown }[]
}
const deliveries = async () => (await control<{ items: Delivery[] }>('deliveries')).items

test('the last message first, even that of a refund, makes one order', async () => {
  const { pay, orders, stock } = await checkout()
  await control('webhooks/hold', {})
  const { payment } = await pay()
  await gateway.refund({ paymentId: payment.id, amount: 100 as never, key: 'a-key-of-this-test' })
  await control('webhooks/release', { order: 'reverse' })
  const names = (await deliveries()).map(({ event }) => event)
  expect(names).toEqual(['payment.authorized', 'payment.captured', 'order.paid', 'refund.created', 'refund.processed'])
  await expect.poll(orders).toMatchObject([{ paymentStatus: 'Paid', orderStatus: 'Placed' }])
  expect(await stock()).toBe(8)
})

test('messages that come several times make one order', async () => {
  const { pay, orders, stock, orderId } = await checkout()
  await control('webhooks/trouble', { kind: 'duplicate', copies: 3, times: 3 })
  await pay()
  await control('clock', {})
  await expect.poll(orders).toHaveLength(1)
  expect(await stock()).toBe(8)
  const kept = await database.selectFrom('payment_events').select('id').where('provider_order_id', '=', orderId).execute()
  expect(kept).toHaveLength(3)
})

test('a message that could not be kept is answered with a fault, and taken when it comes again', async () => {
  const { pay, orders } = await checkout()
  await sql`alter table payment_events rename to payment_events_away`.execute(database)
  await pay()
  await control('clock', {})
  await sql`alter table payment_events_away rename to payment_events`.execute(database)
  expect((await deliveries()).map(({ attempts }) => attempts.map(({ result }) => result))).toEqual([[500], [500], [500]])
  expect(await orders()).toEqual([])
  await control('clock', { advance_seconds: 120 })
  expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  await expect.poll(orders).toHaveLength(1)
})

test('the signature of one payment opens no other order', async () => {
  const mine = await checkout()
  const { browser } = await mine.pay()
  const { orderId, verify, cookies, orders } = await checkout()
  const stolen = { ...browser.response, razorpay_order_id: orderId } as Parameters<typeof verify>[0]
  expect((await verify(stolen, cookies)).statusCode).toBe(400)
  expect(await orders()).toEqual([])
})
