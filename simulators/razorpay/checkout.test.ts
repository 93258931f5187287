import { createHmac } from 'node:crypto'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { expect, test } from 'vitest'
import {
  advance,
  createClient,
  DEMO_KEY,
  payOrder,
  startReceiver,
  startSimulator,
  type TestSimulator,
  waitForWork,
} from './testing/start-simulator.ts'

const CALLS = '/v1/standard_checkout'

/** The calls that the checkout frame makes. */
function openForm({
  simulator,
  orderId,
  amount = null,
  key = DEMO_KEY.keyId,
}: {
  simulator: TestSimulator
  orderId: string
  amount?: number | null
  key?: string
}) {
  const post = async ({ path, body }: { path: string; body: object }) =>
    simulator.send({
      path: `${CALLS}${path}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }) as Promise<{ status: number; body: Readonly<Record<string, never>> }>
  const session = { key, order_id: orderId, amount }
  return {
    check: () => post({ path: '/session', body: session }),
    pay: (instrument: object) =>
      post({ path: '/payments', body: { ...session, instrument, email: null, contact: '+919876543210', description: null } }),
    answer: ({ id, ...body }: { id: string; otp?: string; decision?: string }) => post({ path: `/payments/${id}/answer`, body }),
    dismiss: (id: string) => post({ path: `/payments/${id}/dismiss`, body: {} }),
  }
}

const CARD = { method: 'card', number: '4100280000001007' }

async function createOrder({ simulator, amount = 129_900 }: { simulator: TestSimulator; amount?: number }) {
  return simulator.client.orders.create({ amount, currency: 'INR' })
}

test('a card pays after an OTP, and the official validator accepts the signature', async () => {
  const simulator = await startSimulator()
  const order = await createOrder({ simulator })
  const form = openForm({ simulator, orderId: order.id, amount: order.amount as number })
  expect((await form.check()).body).toMatchObject({ order: { id: order.id, amount: 129_900 } })
  const started = await form.pay(CARD)
  expect(started.body).toMatchObject({ status: 'waiting' })
  expect(await simulator.client.orders.fetch(order.id)).toMatchObject({ status: 'created', attempts: 0 })
  const { body } = (await form.answer({ id: started.body.payment_id ?? '', otp: '1234' })) as unknown as {
    body: { status: string; response: Record<string, string> }
  }
  expect(body.status).toBe('paid')
  const { razorpay_payment_id: paymentId = '', razorpay_order_id, razorpay_signature: signature = '' } = body.response
  expect(razorpay_order_id).toBe(order.id)
  expect(validatePaymentVerification({ order_id: order.id, payment_id: paymentId }, signature, DEMO_KEY.keySecret)).toBe(true)
  const reversed = createHmac('sha256', DEMO_KEY.keySecret).update(`${paymentId}|${order.id}`).digest('hex')
  expect(signature).not.toBe(reversed)
  const other = await createOrder({ simulator })
  expect(validatePaymentVerification({ order_id: other.id, payment_id: paymentId }, signature, DEMO_KEY.keySecret)).toBe(false)
})

test.each([
  [{ method: 'card', number: '4100 2800 0009 0000' }, 'payment_timed_out', 'BAD_REQUEST_ERROR'],
  [{ method: 'card', number: '5305 6200 0001 0005' }, 'card_declined', 'BAD_REQUEST_ERROR'],
  [{ method: 'card', number: '5305 6200 0009 0007' }, 'gateway_technical_error', 'GATEWAY_ERROR'],
  [{ method: 'netbanking', bank: 'HDFC' }, 'payment_failed', 'BAD_REQUEST_ERROR'],
  [{ method: 'upi' }, 'payment_failed', 'BAD_REQUEST_ERROR'],
])('a failure of %j gives %s, and the order can be paid again', async (instrument, reason, code) => {
  const simulator = await startSimulator()
  const order = await createOrder({ simulator })
  const form = openForm({ simulator, orderId: order.id })
  const id = (await form.pay(instrument)).body.payment_id ?? ''
  const failed = await form.answer({ id, decision: 'failure' })
  expect(failed.body).toMatchObject({ status: 'failed', error: { code, reason, metadata: { order_id: order.id, payment_id: id } } })
  expect(await simulator.client.orders.fetch(order.id)).toMatchObject({ status: 'attempted', attempts: 1 })
  expect(await simulator.client.payments.fetch(id)).toMatchObject({ status: 'failed', error_code: code, error_reason: reason })
  const again = (await form.pay(CARD)).body.payment_id ?? ''
  await form.answer({ id: again, decision: 'success' })
  expect(await simulator.client.orders.fetch(order.id)).toMatchObject({ status: 'paid', attempts: 2 })
})

test('a short OTP fails the card', async () => {
  const simulator = await startSimulator()
  const form = openForm({ simulator, orderId: (await createOrder({ simulator })).id })
  const id = (await form.pay(CARD)).body.payment_id ?? ''
  expect((await form.answer({ id, otp: '123' })).body).toMatchObject({
    status: 'failed',
    error: { reason: 'invalid_otp', source: 'customer', step: 'payment_authentication' },
  })
})

test('UPI is paid by a QR code; UPI Collect is refused', async () => {
  const simulator = await startSimulator()
  const form = openForm({ simulator, orderId: (await createOrder({ simulator })).id })
  expect(await form.pay({ method: 'upi', vpa: 'success@razorpay' })).toMatchObject({
    status: 400,
    body: { error: { description: expect.stringContaining('Payments by UPI ID have ended.') } },
  })
  const id = (await form.pay({ method: 'upi' })).body.payment_id ?? ''
  expect((await form.answer({ id, decision: 'success' })).body).toMatchObject({ status: 'paid' })
  expect(await simulator.client.payments.fetch(id)).toMatchObject({ method: 'upi', upi: { flow: 'qr' } })
})

test('only published test cards are accepted, and only their last digits are stored', async () => {
  const simulator = await startSimulator()
  const order = await createOrder({ simulator })
  const form = openForm({ simulator, orderId: order.id })
  expect(await form.pay({ method: 'card', number: '4111 1111 1111 1111' })).toMatchObject({ status: 400 })
  await form.pay(CARD)
  const everything = JSON.stringify([
    await simulator.control({ path: 'state' }),
    await simulator.control({ path: 'events' }),
    await simulator.client.orders.fetchPayments(order.id),
  ])
  expect(everything).not.toContain('41002800')
})

test('the form rejects an unknown key, an unknown order, another amount and a paid order', async () => {
  const simulator = await startSimulator()
  const order = await createOrder({ simulator })
  expect((await openForm({ simulator, orderId: order.id, key: 'rzp_test_unknown' }).check()).status).toBe(401)
  expect((await openForm({ simulator, orderId: 'order_AAAAAAAAAAAAAA' }).check()).body).toMatchObject({
    error: { description: 'The id provided does not exist' },
  })
  expect((await openForm({ simulator, orderId: order.id, amount: 100 }).check()).body).toMatchObject({ error: { field: 'amount' } })
  const paid = await payOrder({ simulator })
  expect((await openForm({ simulator, orderId: paid.orderId }).check()).status).toBe(400)
})

test('a payment stays open when the form is closed and then fails as cancelled', async () => {
  const receiver = await startReceiver()
  const simulator = await startSimulator({ endpoints: [{ url: receiver.url, secret: 'secret' }] })
  const order = await createOrder({ simulator })
  const form = openForm({ simulator, orderId: order.id })
  const id = (await form.pay({ method: 'netbanking', bank: 'SBIN' })).body.payment_id ?? ''
  await form.dismiss(id)
  expect(await simulator.client.payments.fetch(id)).toMatchObject({ status: 'created' })
  await advance({ simulator, seconds: 600 })
  expect(await simulator.client.payments.fetch(id)).toMatchObject({
    status: 'failed',
    error_reason: 'payment_cancelled',
    error_source: 'customer',
    error_step: 'payment_authentication',
  })
  await simulator.control({ path: `payments/${id}/late-authorize`, body: {} })
  await waitForWork({ simulator })
  expect(receiver.names()).toEqual(['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid'])
  expect(await simulator.client.payments.fetch(id)).toMatchObject({ status: 'captured', late_authorized: true, error_code: null })
})

test('a planned outcome overrides the choice in the form', async () => {
  const simulator = await startSimulator()
  await simulator.control({ path: 'next-outcome', body: { outcome: 'failure', reason: 'insufficient_fund' } })
  const order = await createOrder({ simulator })
  const form = openForm({ simulator, orderId: order.id })
  const id = (await form.pay(CARD)).body.payment_id ?? ''
  expect((await form.answer({ id, decision: 'success' })).body).toMatchObject({ status: 'failed', error: { reason: 'insufficient_fund' } })
})

test('a payment can succeed without a result in the browser', async () => {
  const simulator = await startSimulator()
  await simulator.control({ path: 'next-outcome', body: { outcome: 'success', notify_browser: false } })
  const order = await createOrder({ simulator })
  const form = openForm({ simulator, orderId: order.id })
  const id = (await form.pay(CARD)).body.payment_id ?? ''
  expect((await form.answer({ id, decision: 'success' })).body).toEqual({ status: 'waiting' })
  expect(await simulator.client.orders.fetch(order.id)).toMatchObject({ status: 'paid' })
})

test('a late success on a paid order is refunded, with captured false', async () => {
  const receiver = await startReceiver()
  const simulator = await startSimulator({ endpoints: [{ url: receiver.url, secret: 'secret' }] })
  await simulator.control({ path: 'next-outcome', body: { outcome: 'late_success', late_by_seconds: 3600 } })
  const order = await createOrder({ simulator })
  const form = openForm({ simulator, orderId: order.id })
  const late = (await form.pay({ method: 'upi' })).body.payment_id ?? ''
  const second = (await form.pay(CARD)).body.payment_id ?? ''
  await form.answer({ id: second, decision: 'success' })
  await advance({ simulator, seconds: 2 * 3600 })
  expect(await simulator.client.payments.fetch(late)).toMatchObject({ status: 'refunded', captured: false, late_authorized: true })
  const refund = receiver.received.find(({ event }) => event.event === 'refund.created')
  expect(refund?.event.payload).toMatchObject({ payment: { entity: { id: late, captured: false } } })
  expect(await simulator.client.orders.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 129_900 })
})

test('a call can fail, return HTML, or lose its reply after it took effect', async () => {
  const simulator = await startSimulator()
  await simulator.control({ path: 'faults', body: { kind: 'status', status: 429, path: '/orders' } })
  await expect(createOrder({ simulator })).rejects.toMatchObject({ statusCode: 429 })
  await simulator.control({ path: 'faults', body: { kind: 'html', method: 'POST' } })
  await expect(createOrder({ simulator })).rejects.toMatchObject({ statusCode: 502 })
  const { paymentId } = await payOrder({ simulator })
  const client = createClient({ url: simulator.url, headers: { 'X-Refund-Idempotency': 'refund-order-0001' } })
  await simulator.control({ path: 'faults', body: { kind: 'drop', when: 'after', path: '/refund' } })
  await expect(client.payments.refund(paymentId, { amount: 1000 })).rejects.toThrow(TypeError)
  await client.payments.refund(paymentId, { amount: 1000 })
  expect((await simulator.client.payments.fetchMultipleRefund(paymentId, {})).items).toHaveLength(1)
  await simulator.control({ path: 'faults', body: { kind: 'status', status: 503, when: 'after', method: 'POST' } })
  await expect(simulator.client.orders.create({ amount: 100, currency: 'INR', receipt: 'lost' })).rejects.toMatchObject({ statusCode: 503 })
  expect((await simulator.client.orders.all({ receipt: 'lost' })).count).toBe(1)
})

test('a reply can be delayed on the clock', async () => {
  const simulator = await startSimulator()
  await simulator.control({ path: 'faults', body: { kind: 'delay', seconds: 30, when: 'after' } })
  const slow = createOrder({ simulator })
  await expect.poll(async () => (await simulator.control({ path: 'state' })).orders).toHaveLength(1)
  await advance({ simulator, seconds: 30 })
  expect((await slow).amount).toBe(129_900)
})

test('checkout.js and the frame are served', async () => {
  const simulator = await startSimulator()
  const script = await simulator.send({ path: '/v1/checkout.js' })
  expect(script.status).toBe(200)
  expect(() => new Function(String(script.body))).not.toThrow()
  expect(String(script.body)).toContain('Razorpay')
  const frame = await simulator.send({ path: '/v1/checkout/public' })
  expect(frame.body).toContain('/v1/checkout/public/assets/frame.ts')
  expect((await simulator.send({ path: '/v1/checkout/public/assets/frame.ts' })).status).toBe(200)
})

test('a reset restores the state of the start', async () => {
  const simulator = await startSimulator()
  await payOrder({ simulator })
  await simulator.control({ path: 'reset', body: {} })
  expect(await simulator.control({ path: 'state' })).toMatchObject({ orders: [], payments: [], key_id: DEMO_KEY.keyId })
})
