import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { createRazorpay } from '#server/adapters/razorpay/razorpay.ts'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { createTestApp } from '#testing/test-app.ts'
import { toGateways } from '../provider/gateways.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const newSecret = 'the new webhook secret'
const day = 24 * 3600

const sign = ({ body, secret }: { body: string | Buffer; secret: string }) => createHmac('sha256', secret).update(body).digest('hex')

const provider = await startProvider()
const { control, url: apiUrl, gateway, gateways, keySecret, webhookSecret: oldSecret } = provider
const {
  keyId,
  checkoutScript: { url: scriptUrl },
} = gateway

/** The shop after its webhook secret was changed. */
const { app, request, database } = await createTestApp({
  gateways: toGateways([
    createRazorpay({ keyId, keySecret, apiUrl, scriptUrl, webhookSecret: newSecret, previousWebhookSecret: oldSecret }),
  ]),
})
let webhook: string
beforeAll(async () => {
  webhook = `${await app.listen({ port: 0, host: '127.0.0.1' })}${apiBase}/payments/razorpay/webhook`
})
beforeEach(async () => {
  await control('reset', {})
})

const statuses = async () => {
  const { items } = await control<{ items: { event: string; attempts: { result: unknown }[] }[] }>('deliveries')
  return items.map(({ event, attempts }) => [event, ...attempts.map(({ result }) => result)])
}

/** A payment whose three events are signed with the old secret and delivered after the change. */
async function payBeforeChange() {
  const { id } = await control<{ id: string }>('endpoints', { url: webhook, secret: oldSecret })
  const checkout = await startCheckout({ request, database, provider })
  await control('webhooks/hold', {})
  await checkout.pay()
  const changed = await fetch(`${apiUrl}/_simulator/endpoints/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: newSecret }),
  })
  expect(changed.status).toBe(200)
  return checkout
}

test('events from before and after the change are accepted', async () => {
  const { orders } = await payBeforeChange()
  await control('webhooks/release', {})
  expect(await statuses()).toEqual([
    ['payment.authorized', 200],
    ['payment.captured', 200],
    ['order.paid', 200],
  ])
  await runPaymentMaintenance({ database, gateways })
  expect(await orders()).toHaveLength(1)
  const second = await startCheckout({ request, database, provider })
  await second.pay()
  await control('clock', {})
  expect((await statuses()).slice(3)).toEqual([
    ['payment.authorized', 200],
    ['payment.captured', 200],
    ['order.paid', 200],
  ])
  await runPaymentMaintenance({ database, gateways })
  expect(await second.orders()).toHaveLength(1)
})

test('the old secret is rejected for events older than a day', async () => {
  const { orders } = await payBeforeChange()
  const { items } = await control<{ items: { id: string; created_at: number; body: object }[] }>('events')
  const [event] = items
  if (!event) throw new Error('The payment has no event.')
  const send = (createdAt: number | undefined, secret: string) => {
    const body = JSON.stringify({ ...event.body, created_at: createdAt })
    const signature = sign({ body, secret })
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': `${event.id}${createdAt}`,
    }
    return request('POST', '/payments/razorpay/webhook', { body, headers })
  }
  const now = Math.floor(Date.now() / 1000)
  expect((await send(now - day - 60, oldSecret)).statusCode).toBe(400)
  expect((await send(undefined, oldSecret)).statusCode).toBe(400)
  expect(await orders()).toEqual([])
  expect((await send(now - day - 60, newSecret)).statusCode).toBe(200)
  expect((await send(now - day + 60, oldSecret)).statusCode).toBe(200)
})

test('without a previous secret only the current one is accepted', () => {
  const body = Buffer.from(JSON.stringify({ event: 'payment.captured', payload: {}, created_at: Math.floor(Date.now() / 1000) }))
  const shop = createRazorpay({ keyId, keySecret, apiUrl, scriptUrl, webhookSecret: newSecret })
  const parse = (secret: string) =>
    shop.parseWebhook({ body, headers: { 'x-razorpay-signature': sign({ body, secret }), 'x-razorpay-event-id': 'event_1' } })
  expect(parse(newSecret)).toMatchObject({ id: 'event_1', name: 'payment.captured', providerOrderId: null })
  expect(parse(oldSecret)).toBeUndefined()
})

test('webhooks from one IP are not rate limited', async () => {
  const { request } = await createTestApp({ gateways, environment: { LIMITS_FACTOR: '0.001' } })
  const send = (path: string) => Promise.all(Array.from({ length: 5 }, () => request('POST', path, { body: {} })))
  const statuses = async (path: string) => new Set((await send(path)).map((reply) => reply.statusCode))
  expect(await statuses('/payments/razorpay/webhook')).toEqual(new Set([400]))
  expect(await statuses('/track/log-visit')).toContain(429)
})
