import { expect, test } from 'vitest'
import { advance, createClient, payOrder, startSimulator } from './testing/start-simulator.ts'

const SECONDS = expect.toSatisfy((value: unknown) => Number.isInteger(value) && Number(value) < 1e11)

test('refunds up to the captured amount leave the order paid', async () => {
  const simulator = await startSimulator({ settings: { refundProcessing: 'processed' } })
  const { client } = simulator
  const { orderId, paymentId } = await payOrder({ simulator })
  const refund = await client.payments.refund(paymentId, { amount: 200_000, speed: 'normal', notes: { why: 'size' }, receipt: 'R-1' })
  expect(refund).toEqual({
    id: expect.stringMatching(/^rfnd_/),
    entity: 'refund',
    amount: 200_000,
    currency: 'INR',
    payment_id: paymentId,
    notes: { why: 'size' },
    receipt: 'R-1',
    acquirer_data: { arn: null },
    created_at: SECONDS,
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  })
  expect(await client.payments.fetch(paymentId)).toMatchObject({ status: 'captured', refund_status: 'partial', amount_refunded: 200_000 })
  await expect(client.payments.refund(paymentId, { amount: 300_001 })).rejects.toMatchObject({
    error: { description: 'The refund amount provided is greater than amount captured' },
  })
  const rest = await client.payments.refund(paymentId, {})
  expect(rest.amount).toBe(300_000)
  expect(await client.payments.fetch(paymentId)).toMatchObject({ status: 'refunded', refund_status: 'full' })
  await expect(client.payments.refund(paymentId, {})).rejects.toMatchObject({
    error: { description: 'The payment has been fully refunded already' },
  })
  expect(await client.orders.fetch(orderId)).toMatchObject({ status: 'paid' })
  expect((await client.payments.fetchMultipleRefund(paymentId, {})).items.map(({ id }) => id)).toEqual([rest.id, refund.id])
  expect(await client.payments.fetchRefund(paymentId, refund.id)).toEqual(refund)
  expect(await client.refunds.fetch(refund.id)).toEqual(refund)
  expect((await client.refunds.all({ from: Number(refund.created_at) })).items.map(({ id }) => id)).toEqual([rest.id, refund.id])
  expect((await client.refunds.all({ from: Number(rest.created_at) + 1 })).items).toEqual([])
})

test('a refund needs a captured, recent payment and enough balance', async () => {
  const simulator = await startSimulator()
  const order = await simulator.client.orders.create({ amount: 30_000, currency: 'INR', payment_capture: false } as Parameters<
    typeof simulator.client.orders.create
  >[0])
  const { payment } = (await simulator.control({ path: 'payments', body: { order_id: order.id } })) as { payment: { id: string } }
  await expect(simulator.client.payments.refund(payment.id, {})).rejects.toMatchObject({
    error: { description: 'The payment status should be captured for action to be taken' },
  })
  const { paymentId } = await payOrder({ simulator })
  await simulator.control({ path: 'settings', body: { refund_balance: 100_000 } })
  await expect(simulator.client.payments.refund(paymentId, {})).rejects.toMatchObject({
    error: { description: expect.stringContaining('enough balance') },
  })
  await advance({ simulator, seconds: 200 * 24 * 3600 })
  await expect(simulator.client.payments.refund(paymentId, {})).rejects.toMatchObject({
    error: { description: expect.stringContaining('more than 6 months old') },
  })
  await expect(simulator.client.orders.fetch(order.id)).rejects.toMatchObject({
    error: { description: 'Order older than 180 days, please use reports.' },
  })
})

test('a refund is pending first and processed later', async () => {
  const simulator = await startSimulator()
  const { paymentId } = await payOrder({ simulator })
  const refund = await simulator.client.payments.refund(paymentId, {})
  expect(refund.status).toBe('pending')
  await advance({ simulator, seconds: 3600 })
  expect(await simulator.client.refunds.fetch(refund.id)).toMatchObject({
    status: 'processed',
    acquirer_data: { arn: expect.stringMatching(/^\d{14}$/) },
  })
})

test('a second request with the key of one that is not answered yet is a 409', async () => {
  const simulator = await startSimulator()
  const { paymentId } = await payOrder({ simulator })
  const client = createClient({ url: simulator.url, headers: { 'X-Refund-Idempotency': 'refund-order-0002' } })
  await simulator.control({ path: 'faults', body: { kind: 'delay', when: 'after', path: '/refund', method: 'POST', seconds: 60 } })
  const first = client.payments.refund(paymentId, { amount: 1000 })
  // The first one has been made, and its reply is delayed.
  await expect.poll(async () => (await simulator.client.payments.fetch(paymentId)).amount_refunded).toBe(1000)
  await expect(client.payments.refund(paymentId, { amount: 1000 })).rejects.toMatchObject({
    statusCode: 409,
    error: { description: 'Request with the same idempotency key is already in progress.' },
  })
  await advance({ simulator, seconds: 60 })
  expect(await client.payments.refund(paymentId, { amount: 1000 })).toEqual(await first)
})

test('an idempotency key makes one refund and rejects another body', async () => {
  const simulator = await startSimulator()
  const { paymentId } = await payOrder({ simulator })
  const client = createClient({ url: simulator.url, headers: { 'X-Refund-Idempotency': 'refund-order-0001' } })
  const first = await client.payments.refund(paymentId, { amount: 1000 })
  expect(await client.payments.refund(paymentId, { amount: 1000 })).toEqual(first)
  await expect(client.payments.refund(paymentId, { amount: 2000 })).rejects.toMatchObject({
    statusCode: 409,
    error: { description: 'Different request with the same idempotency key has already been processed.' },
  })
  const short = createClient({ url: simulator.url, headers: { 'X-Refund-Idempotency': 'short' } })
  await expect(short.payments.refund(paymentId, { amount: 1000 })).rejects.toMatchObject({ statusCode: 400 })
  expect((await simulator.client.payments.fetchMultipleRefund(paymentId, {})).items).toHaveLength(1)
})
