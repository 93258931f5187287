import { expect, test } from 'vitest'
import { makeRefundsDue, startCheckout } from '#testing/card-checkout.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const { provider, gateways, request, database, admin } = await startPayingShop()

async function publishSpeed(refundSpeed: string) {
  const { cookies } = admin
  const { orders } = (await request('GET', '/settings', { cookies })).json().groups
  const saved = await request('PATCH', '/settings/orders', {
    cookies,
    body: { version: orders.version, value: { ...orders.value, refundSpeed } },
  })
  if (saved.statusCode !== 200) return saved.statusCode
  const { version } = saved.json().state
  return (await request('POST', '/settings/orders/publish', { cookies, body: { version } })).statusCode
}

/** A paid order that is cancelled, whose refund is not sent yet. */
async function cancelPaid() {
  const { pay, verify, cookies } = await startCheckout({ request, database, provider })
  const { browser, payment } = await pay()
  const { _id } = (await verify(browser.response)).json().order
  await request('POST', `/order/${_id}/cancel`, { cookies })
  return payment.id
}

/** What the provider was asked for. */
async function readSpeed(paymentId: string): Promise<string | undefined> {
  const authorization = `Basic ${Buffer.from(`${provider.gateway.keyId}:${provider.keySecret}`).toString('base64')}`
  const reply = await fetch(`${provider.url}/v1/payments/${paymentId}/refunds`, { headers: { authorization } })
  const { items } = (await reply.json()) as { items: { speed_requested: string }[] }
  return items[0]?.speed_requested
}

test('a refund is requested at the speed that the settings had when the order was cancelled', async () => {
  const before = await cancelPaid()
  expect([await publishSpeed('at once'), await publishSpeed('optimum')]).toEqual([400, 200])
  const after = await cancelPaid()
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
  expect([await readSpeed(before), await readSpeed(after)]).toEqual(['normal', 'optimum'])
})
