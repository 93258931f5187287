import { get } from 'node:http'
import { expect, test } from 'vitest'
import { advance, buildBasicAuth, DEMO_KEY, payOrder, startSimulator } from './testing/start-simulator.ts'

const ID = {
  order: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
  pay: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
  card: expect.stringMatching(/^card_[A-Za-z0-9]{14}$/),
}
const SECONDS = expect.toSatisfy((value: unknown) => Number.isInteger(value) && Number(value) < 1e11)

const json = { 'content-type': 'application/json', authorization: buildBasicAuth(DEMO_KEY) }

test('an order is created and fetched as documented', async () => {
  const { client } = await startSimulator()
  const order = await client.orders.create({ amount: 5000, currency: 'INR', receipt: 'receipt#1' })
  expect(order).toEqual({
    id: ID.order,
    entity: 'order',
    amount: 5000,
    amount_paid: 0,
    amount_due: 5000,
    currency: 'INR',
    receipt: 'receipt#1',
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: [],
    created_at: SECONDS,
  })
  expect(await client.orders.fetch(order.id)).toEqual(order)
})

test.each([
  [{ amount: 99, currency: 'INR' }, 'Order amount less than minimum amount allowed', 'amount_less_than_minimum_amount'],
  [{ amount: 100.5, currency: 'INR' }, 'The amount must be an integer.', 'input_validation_failed'],
  [{ currency: 'INR' }, 'amount: is required.', 'input_validation_failed'],
  [{ amount: 100, currency: 5 }, 'expected string but provided 5', 'input_validation_failed'],
  [{ amount: 100, currency: 'INR', colour: 'red' }, 'colour is/are not required and should not be sent', 'extra_field_sent'],
  [
    { amount: 100, currency: 'INR', receipt: 'r'.repeat(41) },
    'The receipt may not be greater than 40 characters.',
    'input_validation_failed',
  ],
  [
    { amount: 100, currency: 'INR', notes: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [at, 'x'])) },
    'The notes may not have more than 15 items.',
    'input_validation_failed',
  ],
  [
    { amount: 100, currency: 'INR', notes: { long: 'x'.repeat(257) } },
    'The notes.long may not be greater than 256 characters.',
    'input_validation_failed',
  ],
])('the order %j gets a 400', async (body, description, reason) => {
  const simulator = await startSimulator()
  const reply = await simulator.send({ path: '/v1/orders', method: 'POST', headers: json, body: JSON.stringify(body) })
  expect(reply).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST_ERROR', description, reason, metadata: {} } } })
})

test('a repeated receipt gets a 400, or the first order with unique_receipt', async () => {
  const simulator = await startSimulator()
  const fields = { amount: 100, currency: 'INR', receipt: 'r1' }
  const first = await simulator.client.orders.create(fields)
  await expect(simulator.client.orders.create(fields)).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'Order receipt should be unique.' },
  })
  const again = { ...fields, unique_receipt: true }
  expect((await simulator.client.orders.create(again)).id).toBe(first.id)
})

test('unknown ids and paths get a 400', async () => {
  const simulator = await startSimulator()
  const { client } = simulator
  await expect(client.orders.fetch('order_AAAAAAAAAAAAAA')).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'The id provided does not exist' },
  })
  await expect(client.orders.fetch('order_1')).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'order_1 is not a valid id' },
  })
  await expect(client.payments.fetch('pay_AAAAAAAAAAAAAA')).rejects.toMatchObject({ statusCode: 400 })
  await expect(client.refunds.fetch('rfnd_AAAAAAAAAAAAAA')).rejects.toMatchObject({ statusCode: 400 })
  const wrongMethod = await simulator.send({ path: '/v1/orders', method: 'PATCH', headers: json, body: '{}' })
  expect(wrongMethod).toMatchObject({ status: 400, body: { error: { description: 'The requested URL was not found on the server.' } } })
})

test('calls need the key id, the secret and the scheme Basic', async () => {
  const simulator = await startSimulator()
  const order = await simulator.client.orders.create({ amount: 100, currency: 'INR' })
  const call = (authorization: string) => simulator.send({ path: `/v1/orders/${order.id}`, headers: { authorization } })
  expect(await call(buildBasicAuth(DEMO_KEY).replace('Basic', 'basic'))).toMatchObject({
    status: 401,
    body: { error: { description: 'Authentication failed' } },
  })
  expect(await call(buildBasicAuth({ ...DEMO_KEY, keyId: 'rzp_test_other' }))).toMatchObject({
    status: 401,
    body: { error: { description: 'The api key provided is invalid' } },
  })
  expect(await call(buildBasicAuth({ ...DEMO_KEY, keySecret: 'wrong' }))).toMatchObject({
    status: 401,
    body: { error: { description: 'The api secret provided is invalid', source: 'NA' } },
  })
})

test('lists are paged, newest first', async () => {
  const { client } = await startSimulator()
  for (let at = 1; at <= 12; at += 1) await client.orders.create({ amount: 100 * at, currency: 'INR', receipt: `r${at}` })
  const page = await client.orders.all({ count: 5, skip: 2 })
  expect(page).toMatchObject({ entity: 'collection', count: 5 })
  expect(page.items.map(({ receipt }) => receipt)).toEqual(['r10', 'r9', 'r8', 'r7', 'r6'])
  expect((await client.orders.all()).count).toBe(10)
  expect((await client.orders.all({ receipt: 'r3' })).items).toHaveLength(1)
  await expect(client.orders.all({ count: 101 })).rejects.toMatchObject({ statusCode: 400 })
})

test('payments are listed by the time of their creation, newest first, in pages', async () => {
  const simulator = await startSimulator()
  const { client } = simulator
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) {
    ids.push((await payOrder({ simulator, amount: 100 })).paymentId)
    await advance({ simulator, seconds: 3600 })
  }
  const [first, second, third, fourth] = ids
  const list = async (query: object) => (await client.payments.all(query)).items.map(({ id }) => id)
  expect(await list({})).toEqual([fourth, third, second, first])
  const { created_at: from } = await client.payments.fetch(second as string)
  expect(await list({ from, to: from + 3600 })).toEqual([third, second])
  expect(await list({ from, count: 1, skip: 1 })).toEqual([third])
  await expect(list({ from: 1 })).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'from must be between 946684800 and 4765046400' },
  })
})

test('a paid order and its payment look as documented, with a 2 % fee and 18 % tax on the fee', async () => {
  const simulator = await startSimulator()
  const { orderId, paymentId } = await payOrder({ simulator, amount: 500_000 })
  expect(await simulator.client.orders.fetch(orderId)).toMatchObject({ status: 'paid', amount_paid: 500_000, amount_due: 0, attempts: 1 })
  const payments = await simulator.client.orders.fetchPayments(orderId)
  expect(payments).toMatchObject({ entity: 'collection', count: 1 })
  expect(payments.items[0]).toEqual({
    id: paymentId,
    entity: 'payment',
    amount: 500_000,
    currency: 'INR',
    status: 'captured',
    order_id: orderId,
    invoice_id: null,
    international: false,
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    captured: true,
    description: null,
    card_id: ID.card,
    bank: null,
    wallet: null,
    vpa: null,
    email: 'asha@example.com',
    contact: '+919876543210',
    notes: [],
    fee: 11_800,
    tax: 1800,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { auth_code: expect.stringMatching(/^\d{6}$/) },
    created_at: SECONDS,
    authorized_at: SECONDS,
    captured_at: SECONDS,
    auto_captured: true,
    late_authorized: false,
  })
  const small = await payOrder({ simulator, amount: 100 })
  expect(await simulator.client.payments.fetch(small.paymentId)).toMatchObject({ fee: 2, tax: 0 })
})

test('an order with manual capture is captured once, with the whole amount', async () => {
  const simulator = await startSimulator()
  const { client } = simulator
  const order = await client.orders.create({
    amount: 30_000,
    currency: 'INR',
    payment: { capture: 'manual', capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' } },
  })
  await simulator.control({ path: 'payments', body: { order_id: order.id } })
  const payment = (await client.orders.fetchPayments(order.id)).items[0]
  expect(payment).toMatchObject({ status: 'authorized', captured: false, fee: null, tax: null })
  const id = payment?.id ?? ''
  await expect(client.payments.capture(id, 29_900, 'INR')).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'Capture amount must be equal to the amount authorized' },
  })
  await expect(simulator.control({ path: 'payments', body: { order_id: order.id } })).rejects.toThrow('already has an authorized payment')
  expect(await client.payments.capture(id, 30_000, 'INR')).toMatchObject({ status: 'captured', captured: true, auto_captured: false })
  await expect(client.payments.capture(id, 30_000, 'INR')).rejects.toMatchObject({ statusCode: 400 })
  await expect(simulator.control({ path: 'payments', body: { order_id: order.id } })).rejects.toThrow('already paid')
})

test('the older payment_capture works, and an uncaptured payment is refunded', async () => {
  const simulator = await startSimulator()
  const legacy = { amount: 30_000, currency: 'INR', payment_capture: false }
  const order = await simulator.client.orders.create(legacy)
  await simulator.control({ path: 'payments', body: { order_id: order.id } })
  await advance({ simulator, seconds: 3 * 24 * 3600 + 60 })
  const payment = (await simulator.client.orders.fetchPayments(order.id)).items[0]
  expect(payment).toMatchObject({ status: 'refunded', captured: false, refund_status: 'full', amount_refunded: 30_000 })
})

test('foreign host names and plain text bodies get a 400', async () => {
  const simulator = await startSimulator()
  const status = await new Promise((resolve) =>
    get(`${simulator.url}/_simulator/state`, { headers: { host: 'evil.example' } }, (response) => resolve(response.resume().statusCode)),
  )
  expect(status).toBe(400)
  const posted = await simulator.send({ path: '/_simulator/reset', method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
  expect(posted.status).toBe(400)
})
