import { expect, test } from 'vitest'
import { describeShipping } from './shipping-texts.ts'

const read = (policies: Parameters<typeof describeShipping>[0]) => {
  const { isFree, ribbon, claim, short, delivery, tile, cost, cod } = describeShipping(policies)
  return [isFree, ribbon, claim, short, delivery, tile.title, tile.text, cost, cod]
}

test('a shop that has changed nothing says what the specification says', () => {
  const free = [
    ...[true, 'Free shipping on every order, anywhere in India', 'Free shipping across India', 'Free shipping', 'Free across India'],
    ...['Free shipping', 'On every order across India, with no minimum spend.', 'Shipping is free on every order across India.'],
    'There is no extra charge for cash on delivery.',
  ]
  expect(read({})).toEqual(free)
  // No amount counts without a charge.
  expect(read({ shippingChargeRupees: 0, freeShippingFromRupees: 999, codChargeRupees: 0, shippingByPin: 'off' })).toEqual(free)
})

test('a shop with a charge below an amount claims no more than that', () => {
  expect(read({ shippingChargeRupees: 79, freeShippingFromRupees: 999, codChargeRupees: 40 })).toEqual([
    ...[false, 'Free shipping on orders of ₹999 or more, anywhere in India', 'Free shipping across India from ₹999'],
    ...['Free shipping from ₹999', 'Free across India from ₹999', 'Free shipping', 'On orders of ₹999 or more. Below that it costs ₹79.'],
    'Shipping is free on orders of ₹999 or more, after discounts. Below that it costs ₹79 an order.',
    'Cash on delivery costs ₹40 an order.',
  ])
})

test.each([
  { shippingChargeRupees: 79 },
  { shippingChargeRupees: 79, shippingByPin: 'on' },
  { shippingChargeRupees: 0, shippingByPin: 'on' },
] as const)('a shop without an amount of free shipping never says free: %j', (policies) => {
  expect(JSON.stringify(describeShipping(policies))).not.toMatch(/free shipping|is free|^free/i)
})

test('where charges depend on the PIN code, no amount of them is named', () => {
  const texts = JSON.stringify(describeShipping({ shippingChargeRupees: 79, freeShippingFromRupees: 999, shippingByPin: 'on' }))
  expect([texts.includes('₹79'), texts.includes('₹999')]).toEqual([false, true])
})
