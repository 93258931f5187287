import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeEventsDue, sendWebhook, startCheckout } from '#testing/card-checkout.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateway, gateways, request, database, admin } = await startPayingShop()
const listDiscrepancies = async () => (await request('GET', '/payments/mismatches', { cookies: admin.cookies })).json().mismatches

async function receiveWebhook(event: string, orderId: string): Promise<void> {
  expect((await sendWebhook({ request, orderId, event })).statusCode).toBe(200)
  await runPaymentMaintenance({ database, gateways })
}

/** A checkout that the database does not know, as after the restore of an older backup. */
async function startUnknownCheckout() {
  const checkout = await startCheckout({ request, database, provider })
  await database.deleteFrom('payments').where('provider_order_id', '=', checkout.orderId).execute()
  return checkout
}

test('a payment for an unknown checkout is listed once, until it is refunded', async () => {
  const { pay, orderId, amount } = await startUnknownCheckout()
  const { payment } = await pay()
  await receiveWebhook('payment.captured', orderId)
  await receiveWebhook('order.paid', orderId)
  expect(await listDiscrepancies()).toMatchObject([
    {
      kind: 'paid, checkout unknown',
      message: expect.stringContaining("a checkout that is not in the shop's database"),
      providerOrderId: orderId,
      paymentId: payment.id,
      amount: amount / 100,
      shopper: { name: 'Unknown shopper', phone: '+919876543210' },
      orderId: null,
    },
  ])
  await gateway.refund({ paymentId: payment.id, amount: amount as never, key: randomUUID() })
  await receiveWebhook('refund.processed', orderId)
  expect(await listDiscrepancies()).toEqual([])
})

test('an unpaid unknown checkout is not listed', async () => {
  const { pay, orderId } = await startUnknownCheckout()
  await pay({ decision: 'failure' })
  await receiveWebhook('payment.failed', orderId)
  expect(await listDiscrepancies()).toEqual([])
})

test('an event is processed again when the provider did not answer', async () => {
  const { pay, orderId } = await startUnknownCheckout()
  await pay()
  await provider.control('faults', { kind: 'drop', path: '/payments', method: 'GET', times: 1 })
  await receiveWebhook('payment.captured', orderId)
  expect(await listDiscrepancies()).toEqual([])
  await makeEventsDue({ database })
  await runPaymentMaintenance({ database, gateways })
  expect(await listDiscrepancies()).toMatchObject([{ providerOrderId: orderId }])
})
