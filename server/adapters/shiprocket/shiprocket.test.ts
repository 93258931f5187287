import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSimulator } from '@loom-and-lane/shiprocket-simulator'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { PickupRequest } from '#server/returns/pickup-service.ts'
import { createShiprocket } from './shiprocket.ts'

const account = { email: 'api@shop.example', password: 'a password of the tests' }
const simulator = createSimulator(account)
const apiUrl = await simulator.listen()
afterAll(() => simulator.close())
const shiprocket = createShiprocket({ ...account, apiUrl })

const shopper = {
  ...{ name: 'Asha', lastName: 'Rao', address: '12 Lake Road', landmark: 'Opposite the lake', city: 'Bengaluru', state: 'Karnataka' },
  ...{ pinCode: '560001', phone: '9876543210', email: 'asha@example.com' },
}
const shop = {
  ...shopper,
  name: 'Loom & Lane',
  lastName: '',
  landmark: '',
  address: '4 Mill Road, Mumbai 400013',
  city: 'Mumbai',
  pinCode: '400013',
}

let count = 0
const buildPickup = (change: Partial<PickupRequest> = {}): PickupRequest => ({
  reference: `7K3M-9QXT-R${++count}-P1`,
  ...{ createdAt: new Date(), isRepeated: false, from: shopper, to: shop, weightGrams: 640 },
  items: [{ name: 'Tee, M', sku: 'TEE-M', quantity: 2, price: toPaise(649.5) }],
  ...change,
})
const ordersOf = ({ reference }: PickupRequest) => simulator.orders.filter(({ body }) => body.order_id === reference)
let calls = 0
beforeEach(() => {
  calls = simulator.calls.length
})

test('a pick-up is a return order, its AWB and its pick-up', async () => {
  const pickup = buildPickup()
  const booked = await shiprocket.book(pickup)
  const [order] = ordersOf(pickup)
  expect(booked).toEqual({ courier: 'delhivery', reference: order?.awb })
  expect(order).toMatchObject({
    pickups: 1,
    body: {
      order_date: new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(pickup.createdAt),
      ...{ pickup_customer_name: 'Asha', pickup_last_name: 'Rao', pickup_address: '12 Lake Road', pickup_address_2: 'Opposite the lake' },
      ...{ pickup_city: 'Bengaluru', pickup_state: 'Karnataka', pickup_pincode: '560001', pickup_phone: '9876543210' },
      ...{ shipping_customer_name: 'Loom & Lane', shipping_address: '4 Mill Road, Mumbai 400013', shipping_pincode: '400013' },
      order_items: [{ name: 'Tee, M', sku: 'TEE-M', units: 2, selling_price: 649.5 }],
      ...{ payment_method: 'Prepaid', sub_total: 1_299, weight: 0.64, length: 30, breadth: 25, height: 4 },
    },
  })
  expect(simulator.calls.slice(calls)).toEqual([
    ...['/auth/login', '/orders/create/return', '/courier/assign/awb', '/courier/generate/pickup'],
  ])
})

test('a token is used until it is not accepted any more', async () => {
  await shiprocket.book(buildPickup())
  expect(simulator.calls.slice(calls)).not.toContain('/auth/login')
  simulator.expireTokens()
  await shiprocket.book(buildPickup())
  expect(simulator.calls.slice(calls).filter((path) => path === '/auth/login')).toHaveLength(1)
})

test.each(['/orders/create/return', '/courier/assign/awb', '/courier/generate/pickup'])(
  'a booking whose answer of %s was lost is found and not made twice',
  async (path) => {
    const pickup = buildPickup()
    simulator.addFault({ path, status: 0, when: 'after' })
    await expect(shiprocket.book(pickup)).rejects.toMatchObject({ endsReference: false })
    const booked = await shiprocket.book({ ...pickup, isRepeated: true })
    expect(booked).toEqual({ courier: 'delhivery', reference: ordersOf(pickup)[0]?.awb })
    expect(ordersOf(pickup).map(({ pickups }) => pickups)).toEqual([1])
    expect(simulator.calls.slice(calls).filter((each) => each === '/orders/create/return')).toHaveLength(1)
  },
)

test('an earlier booking is found behind many others', async () => {
  const pickup = buildPickup()
  await shiprocket.book(pickup)
  for (let more = 0; more < 60; more += 1) await shiprocket.book(buildPickup())
  await shiprocket.book({ ...pickup, isRepeated: true })
  expect(ordersOf(pickup)).toHaveLength(1)
})

test('a booking that was cancelled at Shiprocket ends its reference', async () => {
  const pickup = buildPickup()
  await shiprocket.book(pickup)
  simulator.cancel(pickup.reference)
  await expect(shiprocket.book({ ...pickup, isRepeated: true })).rejects.toMatchObject({
    message: 'The earlier booking was cancelled at Shiprocket.',
    endsReference: true,
  })
})

const long = 'x'.repeat(900)
const unserved = { awb_assign_status: 0, response: { data: { awb_assign_error: 'No courier\n serves this PIN code.' } } }

test.each([
  ['/orders/create/return', { status: 0 }, 'Shiprocket does not answer.', false],
  ['/orders/create/return', { status: 429 }, 'Shiprocket takes no more requests at the moment.', false],
  ['/orders/create/return', { status: 500 }, 'Shiprocket does not answer.', false],
  ['/orders/create/return', { status: 200, body: {} }, 'Shiprocket does not answer.', false],
  [
    '/orders/create/return',
    { status: 422, body: { message: 'Invalid', errors: { pickup_phone: ['The phone is invalid.'] } } },
    'Shiprocket does not book this pick-up: The phone is invalid.',
    true,
  ],
  [
    '/courier/assign/awb',
    { status: 200, body: unserved },
    'Shiprocket does not book this pick-up: No courier serves this PIN code.',
    false,
  ],
  ['/courier/assign/awb', { status: 400, body: { message: long } }, `Shiprocket does not book this pick-up: ${long.slice(0, 200)}.`, false],
])('a failure %# of %s is a sentence', async (path, fault, message, endsReference) => {
  simulator.addFault({ path, ...fault })
  await expect(shiprocket.book(buildPickup())).rejects.toMatchObject({ message, endsReference })
})

test('a parcel that has a number but no pick-up is named', async () => {
  const pickup = buildPickup()
  simulator.addFault({ path: '/courier/generate/pickup', status: 503 })
  const failed = shiprocket.book(pickup)
  await expect(failed).rejects.toThrow('Shiprocket does not answer. The parcel has the number RET')
  expect(ordersOf(pickup)[0]?.pickups).toBe(0)
})

test('a wrong password is named', async () => {
  const stranger = createShiprocket({ ...account, password: 'another', apiUrl })
  const text = 'Shiprocket does not accept the email and password of its API user.'
  await expect(stranger.book(buildPickup())).rejects.toThrow(text)
  await expect(stranger.signIn()).rejects.toThrow(text)
  await expect(shiprocket.signIn()).resolves.toBeUndefined()
})

test('a server that never answers is given up', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const waiting = createShiprocket({ ...account, apiUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, timeoutMs: 50 })
  await expect(waiting.book(buildPickup())).rejects.toThrow('Shiprocket does not answer.')
  silent.closeAllConnections()
  silent.close()
})

test('a redirect is not followed', async () => {
  const elsewhere = createServer((_, response) => response.writeHead(307, { location: `${apiUrl}/v1/external/auth/login` }).end())
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const redirected = createShiprocket({ ...account, apiUrl: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}` })
  await expect(redirected.signIn()).rejects.toThrow('Shiprocket does not answer.')
  expect(simulator.calls.length).toBe(calls)
  elsewhere.close()
})
