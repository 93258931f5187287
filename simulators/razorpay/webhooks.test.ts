import Razorpay from 'razorpay'
import { expect, test } from 'vitest'
import { advance, type Json, payOrder, type Received, type Rig, settle, startReceiver, startSimulator } from './testing/start-simulator.ts'

const SECRET = 'webhook-secret-1'

async function startShop({ status = 200 }: { status?: number | null } = {}) {
  const receiver = await startReceiver()
  receiver.answerWith({ status })
  const rig = await startSimulator({ endpoints: [{ url: receiver.url, secret: SECRET }] })
  return { rig, receiver }
}

const isSigned = ({ received, secret = SECRET }: { received: Received | undefined; secret?: string }) =>
  Razorpay.validateWebhookSignature(received?.raw ?? '', String(received?.headers['x-razorpay-signature']), secret)

async function listDeliveries({ rig }: { rig: Rig }): Promise<Json[]> {
  return (await rig.pull({ path: 'deliveries' })).items as Json[]
}

async function getEndpointId({ rig }: { rig: Rig }): Promise<string> {
  const { items } = (await rig.pull({ path: 'endpoints' })) as { items: { id: string }[] }
  return items[0]?.id ?? ''
}

test('a payment tells its three events in their order, signed over the raw bytes', async () => {
  const { rig, receiver } = await startShop()
  const { paymentId, orderId } = await payOrder({ rig })
  await settle({ rig })
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

test('failures and refunds tell theirs', async () => {
  const { rig, receiver } = await startShop()
  const order = await rig.client.orders.create({ amount: 30_000, currency: 'INR' })
  await rig.pull({ path: 'payments', body: { order_id: order.id, card_number: '4100 2800 0008 0001', decision: 'failure' } })
  const { paymentId } = await payOrder({ rig })
  await rig.client.payments.refund(paymentId, { amount: 1000 })
  await settle({ rig })
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

test('a pending refund is processed by time, fails or slows down by a lever', async () => {
  const { rig, receiver } = await startShop()
  await rig.pull({ path: 'settings', body: { refund_processing: 'pending' } })
  const { paymentId } = await payOrder({ rig })
  const slow = await rig.client.payments.refund(paymentId, { amount: 1000, speed: 'optimum' })
  expect(slow).toMatchObject({ status: 'pending', speed_processed: 'instant' })
  await rig.pull({ path: `refunds/${slow.id}/slow`, body: {} })
  await advance({ rig, seconds: 5 * 24 * 3600 })
  expect(await rig.client.refunds.fetch(slow.id)).toMatchObject({
    status: 'processed',
    speed_processed: 'normal',
    acquirer_data: { arn: expect.stringMatching(/^\d+$/) },
  })
  const failing = await rig.client.payments.refund(paymentId, {})
  await rig.pull({ path: `refunds/${failing.id}/fail`, body: {} })
  await settle({ rig })
  expect(receiver.names().slice(3)).toEqual([
    'refund.created',
    'refund.speed_changed',
    'refund.processed',
    'refund.created',
    'refund.failed',
  ])
  expect(await rig.client.payments.fetch(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 1000, refund_status: 'partial' })
})

test('an event that is not answered with a 2xx comes again, unchanged, with the same id', async () => {
  const { rig, receiver } = await startShop({ status: 500 })
  await payOrder({ rig })
  await settle({ rig })
  expect(receiver.received).toHaveLength(3)
  receiver.answerWith({ status: 204 })
  await advance({ rig, seconds: 3600 })
  expect(receiver.received).toHaveLength(6)
  const [first, again] = receiver.received.filter(({ event }) => event.event === 'order.paid')
  expect(again?.raw).toBe(first?.raw)
  expect(again?.headers['x-razorpay-event-id']).toBe(first?.headers['x-razorpay-event-id'])
  expect((await listDeliveries({ rig })).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  await advance({ rig, seconds: 24 * 3600 })
  expect(receiver.received).toHaveLength(6)
})

test('after 24 hours of failures the endpoint is disabled', async () => {
  const { rig, receiver } = await startShop({ status: 503 })
  await payOrder({ rig })
  await advance({ rig, seconds: 24 * 3600 })
  const tries = receiver.received.length
  expect(tries).toBeGreaterThan(9)
  expect((await listDeliveries({ rig })).every(({ status }) => status === 'given_up')).toBe(true)
  expect((await rig.pull({ path: 'endpoints' })).items).toMatchObject([
    { active: false, disabled_reason: expect.stringContaining('24 hours') },
  ])
  await payOrder({ rig })
  await settle({ rig })
  expect(receiver.received).toHaveLength(tries)
})

test('a receiver that never answers counts as too slow', async () => {
  const receiver = await startReceiver()
  receiver.answerWith({ status: null })
  const rig = await startSimulator({
    endpoints: [{ url: receiver.url, secret: SECRET, events: ['order.paid'] }],
    settings: { webhookTimeoutMs: 50 },
  })
  await payOrder({ rig })
  await settle({ rig })
  expect(await listDeliveries({ rig })).toMatchObject([{ event: 'order.paid', status: 'waiting', attempts: [{ result: 'timeout' }] }])
})

test('an answer can be lost after the receiver did its work', async () => {
  const { rig, receiver } = await startShop()
  await rig.pull({ path: 'webhooks/trouble', body: { kind: 'timeout', event: 'order.paid' } })
  await rig.pull({ path: 'webhooks/trouble', body: { kind: 'fail', event: 'payment.captured' } })
  await payOrder({ rig })
  await settle({ rig })
  expect(receiver.names()).toEqual(['payment.authorized', 'order.paid'])
  await advance({ rig, seconds: 60 })
  expect(receiver.names().toSorted()).toEqual(['order.paid', 'order.paid', 'payment.authorized', 'payment.captured'])
})

test('events can be duplicated, delayed and dropped', async () => {
  const { rig, receiver } = await startShop()
  await rig.pull({ path: 'webhooks/trouble', body: { kind: 'drop', event: 'payment.authorized' } })
  await rig.pull({ path: 'webhooks/trouble', body: { kind: 'delay', event: 'payment.captured', seconds: 120 } })
  await rig.pull({ path: 'webhooks/trouble', body: { kind: 'duplicate', event: 'order.paid', copies: 2 } })
  await payOrder({ rig })
  await settle({ rig })
  expect(receiver.names()).toEqual(['order.paid', 'order.paid', 'order.paid'])
  await advance({ rig, seconds: 120 })
  expect(receiver.names().at(-1)).toBe('payment.captured')
  await advance({ rig, seconds: 24 * 3600 })
  expect(receiver.names()).not.toContain('payment.authorized')
})

test('events can be held and arrive in any order', async () => {
  const { rig, receiver } = await startShop()
  await rig.pull({ path: 'webhooks/hold', body: {} })
  const { paymentId } = await payOrder({ rig })
  await rig.client.payments.refund(paymentId, {})
  await settle({ rig })
  expect(receiver.received).toHaveLength(0)
  await rig.pull({ path: 'webhooks/release', body: { order: ['refund.processed', 'order.paid', 'payment.captured'] } })
  expect(receiver.names()).toEqual(['refund.processed', 'order.paid', 'payment.captured', 'payment.authorized', 'refund.created'])
})

test('a signature can be wrong or missing', async () => {
  const { rig, receiver } = await startShop()
  await rig.pull({ path: 'webhooks/trouble', body: { kind: 'corrupt_signature', event: 'payment.captured' } })
  await rig.pull({ path: 'webhooks/trouble', body: { kind: 'no_signature', event: 'order.paid' } })
  await payOrder({ rig })
  await settle({ rig })
  const [good, bad, none] = receiver.received
  expect(isSigned({ received: good })).toBe(true)
  expect(bad?.headers['x-razorpay-signature']).toMatch(/^[0-9a-f]{64}$/)
  expect(isSigned({ received: bad })).toBe(false)
  expect(none?.headers).not.toHaveProperty('x-razorpay-signature')
})

test('after a rotation old events keep the old signature, new events and replays have the new one', async () => {
  const { rig, receiver } = await startShop({ status: 500 })
  await payOrder({ rig })
  await settle({ rig })
  await rig.pull({ path: `endpoints/${await getEndpointId({ rig })}`, method: 'PATCH', body: { secret: 'webhook-secret-2' } })
  await advance({ rig, seconds: 60 })
  expect(isSigned({ received: receiver.received[3] })).toBe(true)
  const { items } = (await rig.pull({ path: 'events' })) as { items: { id: string }[] }
  const eventId = items[0]?.id ?? ''
  receiver.answerWith({ status: 200 })
  await rig.pull({ path: 'webhooks/replay', body: { event_id: eventId } })
  const replayed = receiver.received.at(-1)
  expect(replayed?.headers['x-razorpay-event-id']).toBe(eventId)
  expect(isSigned({ received: replayed, secret: 'webhook-secret-2' })).toBe(true)
  await expect(rig.pull({ path: 'webhooks/replay', body: { event_id: eventId } })).rejects.toThrow('acknowledged already')
  await rig.pull({ path: 'webhooks/replay', body: { event_id: eventId, force: true } })
  await payOrder({ rig })
  await settle({ rig })
  expect(isSigned({ received: receiver.received.at(-1), secret: 'webhook-secret-2' })).toBe(true)
})

test('replays are for the last 7 days, 5 times a day', async () => {
  const { rig } = await startShop({ status: 500 })
  await payOrder({ rig })
  await settle({ rig })
  const { items } = (await rig.pull({ path: 'events' })) as { items: { id: string }[] }
  const body = { event_id: items[0]?.id ?? '' }
  for (let at = 0; at < 5; at += 1) await rig.pull({ path: 'webhooks/replay', body })
  await expect(rig.pull({ path: 'webhooks/replay', body })).rejects.toThrow('5 replays')
  await advance({ rig, seconds: 8 * 24 * 3600 })
  await expect(rig.pull({ path: 'webhooks/replay', body })).rejects.toThrow('older than 7 days')
})

test('each endpoint gets the events it asked for, and none lies beyond this machine', async () => {
  const { rig, receiver } = await startShop()
  const other = await startReceiver()
  await rig.pull({ path: 'endpoints', body: { url: other.url, secret: null, events: ['order.paid'] } })
  await payOrder({ rig })
  await settle({ rig })
  expect(receiver.received).toHaveLength(3)
  expect(other.names()).toEqual(['order.paid'])
  expect(other.received[0]?.headers).not.toHaveProperty('x-razorpay-signature')
  await expect(rig.pull({ path: 'endpoints', body: { url: 'https://shop.example/hook', secret: 'x' } })).rejects.toThrow(
    'this machine only',
  )
})
