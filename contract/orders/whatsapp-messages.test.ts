import { expect, test } from 'vitest'
import { describeOrderMessage, describeParcelMessage, describeRefundMessage, describeReturnMessage } from './whatsapp-messages.ts'

const message = { storeName: 'Asha', name: 'Ravi', number: '7K3M-9QXT', amount: 1_598, url: 'https://asha.example/page' }

test.each([
  [
    'that waits for its payment',
    { status: 'Placed', flags: ['payment link'] as const },
    'Hello Ravi, please pay for your order 7K3M-9QXT at Asha (₹1,598) here: https://asha.example/page',
  ],
  [
    'that is to be confirmed',
    { status: 'Placed', flags: ['value'] as const },
    'Hello Ravi, please confirm your order 7K3M-9QXT at Asha (₹1,598) here: https://asha.example/page',
  ],
  [
    'whose parcel could not be delivered',
    { status: 'Undelivered', flags: ['value'] as const },
    'Hello Ravi, the courier could not deliver your order 7K3M-9QXT at Asha (₹1,598). Please tell us how we can help. You can see it here: https://asha.example/page',
  ],
  [
    'of any other status',
    { status: 'Shipped', flags: [] },
    'Hello Ravi, you can follow your order 7K3M-9QXT at Asha (₹1,598) here: https://asha.example/page',
  ],
])('the message about an order %s', (_, { status, flags }, text) => expect(describeOrderMessage({ ...message, status, flags })).toBe(text))

test('an amount of 0 and a missing name are left out', () =>
  expect(describeOrderMessage({ ...message, name: '', amount: 0, status: 'Packed', flags: [] })).toBe(
    'Hello, you can follow your order 7K3M-9QXT at Asha here: https://asha.example/page',
  ))

test.each([
  ['details needed', 'please tell us where to transfer the refund of ₹1,598 for your return R1 at Asha: https://asha.example/page'],
  ['to be paid', 'we will transfer the refund of ₹1,598 for your return R1 at Asha soon.'],
  ['paid', 'we have transferred the refund of ₹1,598 for your return R1 at Asha, reference UTR 1.'],
] as const)('the message about a refund with the state %s', (state, text) =>
  expect(describeRefundMessage({ ...message, number: 'R1', state, reference: 'UTR 1' })).toBe(`Hello Ravi, ${text}`),
)

test('the message about a return has its page', () =>
  expect(describeReturnMessage({ ...message, number: 'R1', orderNumber: '7K3M-9QXT' })).toBe(
    'Hello Ravi, this is about your return R1 of order 7K3M-9QXT at Asha. You can see it here: https://asha.example/page',
  ))

test('the message about a parcel that came back names what was paid', () =>
  expect(describeParcelMessage({ ...message, url: undefined })).toBe(
    'Hello Ravi, your order 7K3M-9QXT at Asha came back to us undelivered. You have paid ₹1,598. Please tell us how we can help.',
  ))
