import { describe, expect, test } from 'vitest'
import { paise } from '../kernel/money.ts'
import { type ChargePolicies, calculateCharges, findMissingForFreeShipping } from './charges.ts'

const below999: ChargePolicies = { shippingChargeRupees: 79, freeShippingFromRupees: 999, codChargeRupees: 40, shippingByPin: 'on' }

interface Case {
  readonly goods: number
  readonly policies?: ChargePolicies
  readonly payment?: 'delivery' | 'online'
  readonly pinCharge?: number | null
}

const list = ({ goods, policies = below999, payment = 'online', pinCharge }: Case) =>
  calculateCharges({ policies, goods: paise(goods), payment, pinCharge: pinCharge == null ? pinCharge : paise(pinCharge) }).map(
    ({ source, amount }) => [source, amount],
  )
const shipping = (amount: number) => ['shipping', amount]
const cod = ['cash_on_delivery', 4_000]

describe('the charges of an order', () => {
  test.each([
    { of: 'one paisa below the amount of free shipping', given: { goods: 99_899 }, expected: [shipping(7_900)] },
    { of: 'the amount of free shipping', given: { goods: 99_900 }, expected: [] },
    { of: 'one paisa above it', given: { goods: 99_901 }, expected: [] },
    { of: 'an order on delivery below it', given: { goods: 99_899, payment: 'delivery' }, expected: [shipping(7_900), cod] },
    { of: 'an order on delivery of this amount', given: { goods: 99_900, payment: 'delivery' }, expected: [cod] },
    { of: 'items that cost nothing after their discounts', given: { goods: 0 }, expected: [shipping(7_900)] },
    { of: 'a PIN code with a charge of its own', given: { goods: 99_899, pinCharge: 15_000 }, expected: [shipping(15_000)] },
    { of: 'such a PIN code from the amount of free shipping on', given: { goods: 99_900, pinCharge: 15_000 }, expected: [] },
    { of: 'a PIN code with free shipping', given: { goods: 100, pinCharge: 0 }, expected: [] },
    { of: 'a rule without a charge', given: { goods: 100, pinCharge: null }, expected: [shipping(7_900)] },
    {
      of: 'a rule with a charge while charges by PIN code are off',
      given: { goods: 100, pinCharge: 15_000, policies: { ...below999, shippingByPin: 'off' } },
      expected: [shipping(7_900)],
    },
    {
      of: 'a shop without an amount of free shipping',
      given: { goods: 1_000_000, policies: { shippingChargeRupees: 2_000, freeShippingFromRupees: 0 } },
      expected: [shipping(200_000)],
    },
    { of: 'a shop that has changed nothing', given: { goods: 100, payment: 'delivery', policies: {}, pinCharge: 15_000 }, expected: [] },
  ] satisfies readonly { of: string; given: Case; expected: unknown }[])('of $of', ({ given, expected }) => {
    expect(list(given)).toEqual(expected)
  })

  test.each([
    { totalPrice: 998.99, missing: 0.01 },
    { totalPrice: 999, missing: undefined },
    { totalPrice: 1_200, toPay: 950.5, missing: 48.5 },
    { totalPrice: 0, missing: undefined },
  ])('an order of $totalPrice misses $missing for free shipping', ({ missing, ...totals }) => {
    expect(findMissingForFreeShipping({ totals, policies: below999 })).toBe(missing)
  })
})
