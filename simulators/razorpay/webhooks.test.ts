import Razorpay from 'razorpay'
import { expect, test } from 'vitest'
import {
  advance,
  type Json,
  payOrder,
  type ReceivedWebhook,
  startReceiver,
  startSimulator,
  type TestSimulator,
  waitForWork,
} from './testing/start-simulator.ts'

const SECRET = 'webhook-secret-1'

async function startShop({ status = 200 }: { status?: number | null } = {}) {
  const receiver = await startReceiver()
  receiver.replyWith({ status })
  const simulator = await startSimulator({ endpoints: [{ url: receiver.url, secret: SECRET }] })
  return { simulator, receiver }
}

const isSigned = ({ received, secret = SECRET }: { received: ReceivedWebhook | undefined; secret?: string }) =>
  Razorpay.validateWebhookSignature(received?.raw ?? '', String(received?.headers['x-razorpay-signature']), secret)

async function listDeliveries({ simulator }: { simulator: TestSimulator }): Promise<Json[]> {
  return (await simulator.control({ path: 'deliveries' })).items as Json[]
}

async function getEndpointId({ simulator }: { simulator: TestSimulator }): Promise<string> {
  const { items } = (await simulator.control({ path: 'endpoints' })) as { items: { id: string }[] }
  return items[0]?.id ?? ''
}

test('a payment sends three signed events in order', async () => {
  const { simulator, receiver } = await startShop()
  const { paymentId, orderId } = await payOrder({ simulator })
  await waitForWork({ simulator })
  expect(receiver.names()).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  for (const received of receiver.received) expect(isSigned({ received })).toBe(true)
  const ids = receiver.received.map(({ headers }) => headers['x-razorpay-event-id'])
  expect(new Set(ids).size).toBe(3)
  const [authorized, , paid] = receiver.received
  expect(authorized?.event).toEqual({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_/),
    event: 'payment.authorized',
    contains: ['payment'],
    payload: { payment: { entity: expect.objectContaining({ id: paymentId, status: 'authorized', captured: false, fee: null }) } },
    created_at: expect.any(Number),
  })
  expect(paid?.event.contains).toEqual(['payment', 'order'])
  expect(paid?.event.payload).toMatchObject({
    payment: { entity: { id: paymentId, status: 'captured', fee: 11_800 } },
    order: { entity: { id: orderId, status: 'paid' } },
  })
})

test('failures and refunds send events', async () => {
  const { simulator, receiver } = await startShop()
  const order = await simulator.client.orders.create({ amount: 30_000, currency: 'INR' })
  await simulator.control({ path: 'payments', body: { order_id: order.id, card_number: '4100 2800 0008 0001', decision: 'failure' } })
  const { paymentId } = await payOrder({ simulator })
  await simulator.client.payments.refund(paymentId, { amount: 1000 })
  await advance({ simulator, seconds: 3600 })
  expect(receiver.names()).toEqual([
    'payment.failed',
    'payment.authorized',
    'payment.captured',
    'order.paid',
    'refund.created',
    'refund.processed',
  ])
  expect(receiver.received[0]?.event.payload.payment?.entity).toMatchObject({
    status: 'failed',
    error_code: 'BAD_REQUEST_ERROR',
    error_reason: 'insufficient_fund',
  })
  expect(receiver.received[4]?.event.contains).toEqual(['refund', 'payment'])
})

test('a pending refund is processed later or fails on request', async () => {
  const { simulator, receiver } = await startShop()
  await simulator.control({ path: 'settings', body: { refund_processing: 'pending' } })
  const { paymentId } = await payOrder({ simulator })
  const pending = await simulator.client.payments.refund(paymentId, { amount: 1000, speed: 'optimum' })
  expect(pending).toMatchObject({ status: 'pending', speed_processed: 'instant' })
  await advance({ simulator, seconds: 5 * 24 * 3600 })
  expect(await simulator.client.refunds.fetch(pending.id)).toMatchObject({
    status: 'processed',
    acquirer_data: { arn: expect.stringMatching(/^\d+$/) },
  })
  const failing = await simulator.client.payments.refund(paymentId, {})
  await simulator.control({ path: `refunds/${failing.id}/fail`, body: {} })
  await waitForWork({ simulator })
  expect(receiver.names().slice(3)).toEqual(['refund.created', 'refund.processed', 'refund.created', 'refund.failed'])
  expect(await simulator.client.payments.fetch(paymentId)).toMatchObject({
    status: 'captured',
    amount_refunded: 1000,
    refund_status: 'partial',
  })
})

test('an event without a 2xx reply is sent again, unchanged, with the same id', async () => {
  const { simulator, receiver } = await startShop({ status: 500 })
  await payOrder({ simulator })
  await waitForWork({ simulator })
  expect(receiver.received).toHaveLength(3)
  receiver.replyWith({ status: 204 })
  await advance({ simulator, seconds: 3600 })
  expect(receiver.received).toHaveLength(6)
  const [first, again] = receiver.received.filter(({ event }) => event.event === 'order.paid')
  expect(again?.raw).toBe(first?.raw)
  expect(again?.headers['x-razorpay-event-id']).toBe(first?.headers['x-razorpay-event-id'])
  expect((await listDeliveries({ simulator })).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  await advance({ simulator, seconds: 24 * 3600 })
  expect(receiver.received).toHaveLength(6)
})

test('after 24 hours of failures the endpoint is disabled', async () => {
  const { simulator, receiver } = await startShop({ status: 503 })
  await payOrder({ simulator })
  await advance({ simulator, seconds: 24 * 3600 })
  const attempts = receiver.received.length
  expect(attempts).toBeGreaterThan(9)
  expect((await listDeliveries({ simulator })).every(({ status }) => status === 'given_up')).toBe(true)
  expect((await simulator.control({ path: 'endpoints' })).items).toMatchObject([
    { active: false, disabled_reason: expect.stringContaining('24 hours') },
  ])
  await payOrder({ simulator })
  await waitForWork({ simulator })
  expect(receiver.received).toHaveLength(attempts)
})

test('a receiver that does not reply times out', async () => {
  const receiver = await startReceiver()
  receiver.replyWith({ status: null })
  const simulator = await startSimulator({
    endpoints: [{ url: receiver.url, secret: SECRET, events: ['order.paid'] }],
    settings: { webhookTimeoutMs: 50 },
  })
  await payOrder({ simulator })
  await waitForWork({ simulator })
  expect(await listDeliveries({ simulator })).toMatchObject([{ event: 'order.paid', status: 'waiting', attempts: [{ result: 'timeout' }] }])
})

test('a delivery can fail and its reply can get lost', async () => {
  const { simulator, receiver } = await startShop()
  await simulator.control({ path: 'webhooks/faults', body: { kind: 'timeout', event: 'order.paid' } })
  await simulator.control({ path: 'webhooks/faults', body: { kind: 'fail', event: 'payment.captured' } })
  await payOrder({ simulator })
  await waitForWork({ simulator })
  expect(receiver.names()).toEqual(['payment.authorized', 'order.paid'])
  await advance({ simulator, seconds: 60 })
  expect(receiver.names().toSorted()).toEqual(['order.paid', 'order.paid', 'payment.authorized', 'payment.captured'])
})

test('events can be duplicated, delayed and dropped', async () => {
  const { simulator, receiver } = await startShop()
  await simulator.control({ path: 'webhooks/faults', body: { kind: 'drop', event: 'payment.authorized' } })
  await simulator.control({ path: 'webhooks/faults', body: { kind: 'delay', event: 'payment.captured', seconds: 120 } })
  await simulator.control({ path: 'webhooks/faults', body: { kind: 'duplicate', event: 'order.paid', copies: 2 } })
  await payOrder({ simulator })
  await waitForWork({ simulator })
  expect(receiver.names()).toEqual(['order.paid', 'order.paid', 'order.paid'])
  await advance({ simulator, seconds: 120 })
  expect(receiver.names().at(-1)).toBe('payment.captured')
  await advance({ simulator, seconds: 24 * 3600 })
  expect(receiver.names()).not.toContain('payment.authorized')
})

test('held events arrive in reverse order', async () => {
  const { simulator, receiver } = await startShop()
  await simulator.control({ path: 'settings', body: { refund_processing: 'processed' } })
  await simulator.control({ path: 'webhooks/hold', body: {} })
  const { paymentId } = await payOrder({ simulator })
  await simulator.client.payments.refund(paymentId, {})
  await waitForWork({ simulator })
  expect(receiver.received).toHaveLength(0)
  await simulator.control({ path: 'webhooks/release', body: { order: 'reverse' } })
  expect(receiver.names()).toEqual(['refund.processed', 'refund.created', 'order.paid', 'payment.captured', 'payment.authorized'])
})

test('a retry after a change of the secret has the old signature, a new event the new one', async () => {
  const { simulator, receiver } = await startShop({ status: 500 })
  await payOrder({ simulator })
  await waitForWork({ simulator })
  await simulator.control({
    path: `endpoints/${await getEndpointId({ simulator })}`,
    method: 'PATCH',
    body: { secret: 'webhook-secret-2' },
  })
  await advance({ simulator, seconds: 60 })
  expect(isSigned({ received: receiver.received[3] })).toBe(true)
  receiver.replyWith({ status: 200 })
  await payOrder({ simulator })
  await waitForWork({ simulator })
  expect(isSigned({ received: receiver.received.at(-1), secret: 'webhook-secret-2' })).toBe(true)
})

test('each endpoint gets its subscribed events, and must be on this machine', async () => {
  const { simulator, receiver } = await startShop()
  const other = await startReceiver()
  await simulator.control({ path: 'endpoints', body: { url: other.url, secret: null, events: ['order.paid'] } })
  await payOrder({ simulator })
  await waitForWork({ simulator })
  expect(receiver.received).toHaveLength(3)
  expect(other.names()).toEqual(['order.paid'])
  expect(other.received[0]?.headers).not.toHaveProperty('x-razorpay-signature')
  await expect(simulator.control({ path: 'endpoints', body: { url: 'https://shop.example/hook', secret: 'x' } })).rejects.toThrow(
    'this machine only',
  )
})
