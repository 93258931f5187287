import { beforeEach, expect, test } from 'vitest'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { errorAnswer, type FakeAnswer, fakeApi, type ReceivedCall, sampleProduct } from '../api/fake-api.ts'
import { clearIdempotencyKey } from '../api/idempotency-key.ts'
import type { GuestCartLine } from '../cart/state/guest-cart-line.ts'
import { placeCodOrder, placeGuestOrder } from './place-order.ts'

const line: GuestCartLine = { ...sampleProduct, qty: 2, size: 'M' }
const address: DeliveryAddress = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '12 Lake Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '560001',
  phone: '9876543210',
  email: 'asha@example.com',
}
const placed = { message: 'Placed.', order: { number: '7K3M-9QXT' } }

const getKeys = (calls: readonly ReceivedCall[]) => calls.map(({ headers }) => headers['idempotency-key'])
const fakeOrders = (...answers: FakeAnswer[]) => fakeApi({ 'POST /guest/cashondelivery': () => answers.shift() ?? placed })

beforeEach(() => clearIdempotencyKey('guestOrderKey'))

test('sends the lines with their subtotals and the total', async () => {
  const calls = fakeOrders()
  await placeGuestOrder({ lines: [line, { ...line, size: 'L', qty: 1 }], address })
  expect(calls[0]?.body).toMatchObject({
    products: [
      { product: 'tee', size: 'M', quantity: 2, price: 799, subtotal: 1598 },
      { product: 'tee', size: 'L', quantity: 1, price: 799, subtotal: 799 },
    ],
    totalPrice: 2397,
    cashOndelivery: true,
    deliveryAddress: address,
  })
})

test('an order without an answer is repeated with the same key', async () => {
  const calls = fakeOrders('offline')
  expect(await placeGuestOrder({ lines: [line], address })).toEqual({
    error: {
      text: 'Order failed. Try again. If your order did reach us, trying again will not place it twice.',
      isCartOutdated: false,
      fields: {},
    },
  })
  expect(await placeGuestOrder({ lines: [line], address })).toEqual({ order: placed.order })
  const [first, second] = getKeys(calls)
  expect(second).toBe(first)
})

test.each<[string, Parameters<typeof placeGuestOrder>[0]]>([
  ['quantity', { lines: [{ ...line, qty: 3 }], address }],
  ['size', { lines: [{ ...line, size: 'L' }], address }],
  ['price', { lines: [{ ...line, price: 899 }], address }],
  ['address', { lines: [line], address: { ...address, city: 'Mysuru' } }],
])('an order with another %s has a new key', async (_, changed) => {
  const calls = fakeOrders('offline')
  await placeGuestOrder({ lines: [line], address })
  await placeGuestOrder(changed)
  const [first, second] = getKeys(calls)
  expect(second).not.toBe(first)
})

test('the same order after a placed one has a new key', async () => {
  const calls = fakeOrders()
  await placeGuestOrder({ lines: [line], address })
  await placeGuestOrder({ lines: [line], address })
  const [first, second] = getKeys(calls)
  expect(second).not.toBe(first)
})

test('a conflict leads back to the cart', async () => {
  fakeOrders(errorAnswer({ status: 409, code: 'prices_changed', message: 'Prices have changed. Please review your cart.' }))
  expect(await placeGuestOrder({ lines: [line], address })).toEqual({
    error: { text: 'Prices have changed. Please review your cart.', isCartOutdated: true, fields: {} },
  })
})

test('invalid fields are named without their path', async () => {
  const body = { code: 'invalid_request', message: 'Please check the marked fields.', fields: { 'deliveryAddress.phone': 'Too short.' } }
  fakeOrders(Response.json(body, { status: 400 }))
  expect(await placeGuestOrder({ lines: [line], address })).toEqual({
    error: {
      text: 'Please enter valid email, phone and 6-digit PIN code.',
      isCartOutdated: false,
      fields: { phone: 'Too short.' },
    },
  })
})

test('an answer that is not the API’s is a failed order', async () => {
  fakeOrders(new Response('Bad Gateway', { status: 502 }))
  expect(await placeGuestOrder({ lines: [line], address })).toMatchObject({ error: { text: 'Order failed. Try again.' } })
})

test('a shopper’s order without a session throws', async () => {
  fakeApi({ 'POST /cod/cashondelivery': () => errorAnswer({ status: 401, code: 'not_signed_in' }) })
  await expect(placeCodOrder({ lines: [], address })).rejects.toMatchObject({ status: 401 })
})

test('a failed cash-on-delivery order of a shopper says so beside the text of the specification', async () => {
  fakeApi({ 'POST /cod/cashondelivery': () => new Response('Bad Gateway', { status: 502 }) })
  expect(await placeCodOrder({ lines: [], address })).toMatchObject({
    error: { text: 'An error occurred while verifying payment. We could not confirm your cash on delivery order.' },
  })
})
