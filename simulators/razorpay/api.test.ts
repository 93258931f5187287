import { get } from 'node:http'
import { expect, test } from 'vitest'
import { advance, basic, createClient, DEMO_KEY, payOrder, startSimulator } from './testing/start-simulator.ts'

const ID = {
  order: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
  pay: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
  card: expect.stringMatching(/^card_[A-Za-z0-9]{14}$/),
}
const SECONDS = expect.toSatisfy((value: unknown) => Number.isInteger(value) && Number(value) < 1e11)

const json = { 'content-type': 'application/json', authorization: basic(DEMO_KEY) }

test('an order is created, fetched and edited as documented', async () => {
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
  const edited = await client.orders.edit(order.id, { notes: { city: 'Pune' } })
  expect(edited).toEqual({ ...order, notes: { city: 'Pune' } })
})

test('a form post and an order without a currency from the client work too', async () => {
  const rig = await startSimulator()
  const headers = { authorization: basic(DEMO_KEY), 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await rig.send({
    path: '/v1/orders',
    method: 'POST',
    headers,
    body: 'amount=100&currency=INR&notes[city]=Pune&payment[capture]=manual',
  })
  expect(answer).toMatchObject({ status: 200, body: { amount: 100, notes: { city: 'Pune' } } })
  expect((await rig.client.orders.create({ amount: 100 } as Parameters<typeof rig.client.orders.create>[0])).currency).toBe('INR')
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
])('the order %j is refused with a 400', async (body, description, reason) => {
  const rig = await startSimulator()
  const answer = await rig.send({ path: '/v1/orders', method: 'POST', headers: json, body: JSON.stringify(body) })
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST_ERROR', description, reason, metadata: {} } } })
})

test('a receipt is unique, unless the account says otherwise or the retry asks for the first order', async () => {
  const rig = await startSimulator()
  const asked = { amount: 100, currency: 'INR', receipt: 'r1' }
  const first = await rig.client.orders.create(asked)
  await expect(rig.client.orders.create(asked)).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'Order receipt should be unique.' },
  })
  const again = { ...asked, unique_receipt: true }
  expect((await rig.client.orders.create(again)).id).toBe(first.id)
  await rig.pull({ path: 'settings', body: { unique_receipts: false } })
  expect((await rig.client.orders.create(asked)).id).not.toBe(first.id)
})

test('ids and addresses that lead nowhere are 400, never 404', async () => {
  const rig = await startSimulator()
  const { client } = rig
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
  const wrongMethod = await rig.send({ path: '/v1/orders', method: 'PATCH', headers: json, body: '{}' })
  expect(wrongMethod).toMatchObject({ status: 400, body: { error: { description: 'The requested URL was not found on the server.' } } })
})

test('keys are checked: scheme, id, secret, account', async () => {
  const rig = await startSimulator()
  const order = await rig.client.orders.create({ amount: 100, currency: 'INR' })
  const call = (authorization: string) => rig.send({ path: `/v1/orders/${order.id}`, headers: { authorization } })
  expect(await call(basic(DEMO_KEY).replace('Basic', 'basic'))).toMatchObject({
    status: 401,
    body: { error: { description: 'Authentication failed' } },
  })
  expect(await call(basic({ ...DEMO_KEY, keyId: 'rzp_test_other' }))).toMatchObject({
    status: 401,
    body: { error: { description: 'The api key provided is invalid' } },
  })
  expect(await call(basic({ ...DEMO_KEY, keySecret: 'wrong' }))).toMatchObject({
    status: 401,
    body: { error: { description: 'The api secret provided is invalid', source: 'NA' } },
  })
  const stranger = { keyId: 'rzp_test_stranger', keySecret: 'strangersecret' }
  await rig.pull({ path: 'keys', body: { key_id: stranger.keyId, key_secret: stranger.keySecret, account_id: 'acc_other' } })
  await expect(createClient({ url: rig.url, key: stranger }).orders.fetch(order.id)).rejects.toMatchObject({
    error: { description: 'The id provided does not exist' },
  })
  await expect(rig.pull({ path: 'keys', body: { key_id: 'rzp_live_x', key_secret: 'strangersecret' } })).rejects.toThrow('rzp_test_')
})

test('lists are pages, newest first, and expand in both spellings', async () => {
  const rig = await startSimulator()
  const { client } = rig
  for (let at = 1; at <= 12; at += 1) await client.orders.create({ amount: 100 * at, currency: 'INR', receipt: `r${at}` })
  const page = await client.orders.all({ count: 5, skip: 2 })
  expect(page).toMatchObject({ entity: 'collection', count: 5 })
  expect(page.items.map(({ receipt }) => receipt)).toEqual(['r10', 'r9', 'r8', 'r7', 'r6'])
  expect((await client.orders.all()).count).toBe(10)
  expect((await client.orders.all({ receipt: 'r3' })).items).toHaveLength(1)
  await expect(client.orders.all({ count: 101 })).rejects.toMatchObject({ statusCode: 400 })

  const { paymentId, orderId } = await payOrder({ rig })
  expect((await client.orders.all({ authorized: 1 })).items.map(({ id }) => id)).toEqual([orderId])
  expect((await client.payments.fetch(paymentId)) as object).not.toHaveProperty('card')
  expect(await client.payments.fetch(paymentId, { 'expand[]': 'card' })).toMatchObject({ card: { last4: '1007', network: 'Visa' } })
  const documented = await rig.send({ path: `/v1/payments/${paymentId}/?expand[]=card`, headers: json })
  expect(documented.body).toMatchObject({ card: { last4: '1007' } })
  const orders = await rig.send({ path: '/v1/orders?expand[]=payments.card&count=1', headers: json })
  expect(orders.body).toMatchObject({ items: [{ payments: { entity: 'collection', count: 1, items: [{ card: { last4: '1007' } }] } }] })
})

test('a paid order and its payment look as documented, with 2 % fee and 18 % tax on it', async () => {
  const rig = await startSimulator()
  const { orderId, paymentId } = await payOrder({ rig, amount: 500_000 })
  expect(await rig.client.orders.fetch(orderId)).toMatchObject({ status: 'paid', amount_paid: 500_000, amount_due: 0, attempts: 1 })
  const payments = await rig.client.orders.fetchPayments(orderId)
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
  const small = await payOrder({ rig, amount: 100 })
  expect(await rig.client.payments.fetch(small.paymentId)).toMatchObject({ fee: 2, tax: 0 })
  expect(await rig.client.payments.edit(paymentId, { notes: { parcel: '7' } })).toMatchObject({ notes: { parcel: '7' } })
})

test('a manual order waits for its capture, which takes the whole amount once', async () => {
  const rig = await startSimulator()
  const { client } = rig
  const order = await client.orders.create({
    amount: 30_000,
    currency: 'INR',
    payment: { capture: 'manual', capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' } },
  })
  await rig.pull({ path: 'payments', body: { order_id: order.id } })
  const payment = (await client.orders.fetchPayments(order.id)).items[0]
  expect(payment).toMatchObject({ status: 'authorized', captured: false, fee: null, tax: null })
  const id = payment?.id ?? ''
  await expect(client.payments.capture(id, 29_900, 'INR')).rejects.toMatchObject({
    statusCode: 400,
    error: { description: 'Capture amount must be equal to the amount authorized' },
  })
  await expect(rig.pull({ path: 'payments', body: { order_id: order.id } })).rejects.toThrow('already has an authorized payment')
  expect(await client.payments.capture(id, 30_000, 'INR')).toMatchObject({ status: 'captured', captured: true, auto_captured: false })
  await expect(client.payments.capture(id, 30_000, 'INR')).rejects.toMatchObject({ statusCode: 400 })
  await expect(rig.pull({ path: 'payments', body: { order_id: order.id } })).rejects.toThrow('already paid')
})

test('the legacy payment_capture still decides, and money nobody captures goes back', async () => {
  const rig = await startSimulator()
  const legacy = { amount: 30_000, currency: 'INR', payment_capture: false }
  const order = await rig.client.orders.create(legacy)
  await rig.pull({ path: 'payments', body: { order_id: order.id } })
  await advance({ rig, seconds: 3 * 24 * 3600 + 60 })
  const payment = (await rig.client.orders.fetchPayments(order.id)).items[0]
  expect(payment).toMatchObject({ status: 'refunded', captured: false, refund_status: 'full', amount_refunded: 30_000 })
})

test('a web page with its own host name or a plain form gets nowhere', async () => {
  const rig = await startSimulator()
  const status = await new Promise((resolve) =>
    get(`${rig.url}/_simulator/state`, { headers: { host: 'evil.example' } }, (answer) => resolve(answer.resume().statusCode)),
  )
  expect(status).toBe(400)
  const posted = await rig.send({ path: '/_simulator/reset', method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
  expect(posted.status).toBe(400)
})
