import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway } = provider
const { request, database } = await createTestApp({ gateway })
const admin = await signInAdministrator({ request, database })
const mismatches = async () => (await request('GET', '/payments/mismatches', { cookies: admin.cookies })).json().mismatches

async function tell(event: string, orderId: string): Promise<void> {
  const body = JSON.stringify({ event, payload: { payment: { entity: { order_id: orderId, contact: '+919876543210' } } } })
  const signature = createHmac('sha256', provider.webhookSecret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': randomUUID() }
  expect((await request('POST', '/payments/razorpay/webhook', { body, headers })).statusCode).toBe(200)
  await runPaymentMaintenance({ database, gateway })
}

/** A checkout that was opened after the backup was written from which this database comes. */
async function forgetCheckout() {
  const checkout = await startCheckout({ request, database, provider })
  await database.deleteFrom('payments').where('provider_order_id', '=', checkout.orderId).execute()
  return checkout
}

test('money for a checkout that the shop does not know is shown once, until it has gone back', async () => {
  const { pay, orderId, amount } = await forgetCheckout()
  const { payment } = await pay()
  await tell('payment.captured', orderId)
  await tell('order.paid', orderId)
  expect(await mismatches()).toMatchObject([
    {
      kind: 'paid, checkout unknown',
      words: expect.stringContaining('a checkout that the shop does not know'),
      providerOrderId: orderId,
      paymentId: payment.id,
      amount: amount / 100,
      shopper: { name: 'Unknown shopper', phone: '+919876543210' },
      orderId: null,
    },
  ])
  await gateway.refund({ paymentId: payment.id, amount: amount as never, key: randomUUID() })
  await tell('refund.processed', orderId)
  expect(await mismatches()).toEqual([])
})

test('an unknown checkout that was not paid concerns nobody', async () => {
  const { pay, orderId } = await forgetCheckout()
  await pay({ decision: 'failure' })
  await tell('payment.failed', orderId)
  expect(await mismatches()).toEqual([])
})

test('a message that finds the provider silent is asked again, and the money is shown then', async () => {
  const { pay, orderId } = await forgetCheckout()
  await pay()
  await provider.control('faults', { kind: 'drop', path: '/payments', method: 'GET', times: 1 })
  await tell('payment.captured', orderId)
  await expect
    .poll(async () => {
      await database
        .updateTable('payment_events')
        .set({ next_attempt_at: new Date(0) })
        .execute()
      await runPaymentMaintenance({ database, gateway })
      return mismatches()
    })
    .toMatchObject([{ providerOrderId: orderId }])
})
