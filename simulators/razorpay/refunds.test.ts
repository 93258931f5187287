import { expect, test } from 'vitest'
import { advance, basic, createClient, DEMO_KEY, payOrder, startSimulator } from './testing/start-simulator.ts'

const _ID = {
  order: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
  pay: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
  card: expect.stringMatching(/^card_[A-Za-z0-9]{14}$/),
}
const SECONDS = expect.toSatisfy((value: unknown) => Number.isInteger(value) && Number(value) < 1e11)

const _json = { 'content-type': 'application/json', authorization: basic(DEMO_KEY) }

test('refunds add up to the captured amount and leave the order paid', async () => {
  const rig = await startSimulator()
  const { client } = rig
  const { orderId, paymentId } = await payOrder({ rig })
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
  expect((await client.refunds.all({})).count).toBe(2)
  expect(await client.refunds.edit(refund.id, { notes: { why: 'colour' } })).toMatchObject({ notes: { why: 'colour' } })
  expect(await client.refunds.fetch(refund.id)).toMatchObject({ notes: { why: 'colour' } })
})

test('only a captured, recent payment with enough balance is refunded', async () => {
  const rig = await startSimulator()
  const order = await rig.client.orders.create({ amount: 30_000, currency: 'INR', payment_capture: false } as Parameters<
    typeof rig.client.orders.create
  >[0])
  const { payment } = (await rig.pull({ path: 'payments', body: { order_id: order.id } })) as { payment: { id: string } }
  await expect(rig.client.payments.refund(payment.id, {})).rejects.toMatchObject({
    error: { description: 'The payment status should be captured for action to be taken' },
  })
  const { paymentId } = await payOrder({ rig })
  await rig.pull({ path: 'settings', body: { refund_balance: 100_000 } })
  await expect(rig.client.payments.refund(paymentId, {})).rejects.toMatchObject({
    error: { description: expect.stringContaining('enough balance') },
  })
  await advance({ rig, seconds: 200 * 24 * 3600 })
  await expect(rig.client.payments.refund(paymentId, {})).rejects.toMatchObject({
    error: { description: expect.stringContaining('more than 6 months old') },
  })
  await expect(rig.client.orders.fetch(order.id)).rejects.toMatchObject({
    error: { description: 'Order older than 180 days, please use reports.' },
  })
})

test('an idempotency key makes one refund of many asks and refuses another body', async () => {
  const rig = await startSimulator()
  const { paymentId } = await payOrder({ rig })
  const client = createClient({ url: rig.url, headers: { 'X-Refund-Idempotency': 'refund-order-0001' } })
  const first = await client.payments.refund(paymentId, { amount: 1000 })
  expect(await client.payments.refund(paymentId, { amount: 1000 })).toEqual(first)
  await expect(client.payments.refund(paymentId, { amount: 2000 })).rejects.toMatchObject({
    statusCode: 409,
    error: { description: 'Different request with the same idempotency key has already been processed.' },
  })
  const short = createClient({ url: rig.url, headers: { 'X-Refund-Idempotency': 'short' } })
  await expect(short.payments.refund(paymentId, { amount: 1000 })).rejects.toMatchObject({ statusCode: 400 })
  expect((await rig.client.refunds.all({})).count).toBe(1)
})
