import type { Policies } from '../kernel/limits/policy-numbers.ts'
import { type Paise, paise, toPaise, toRupees } from '../kernel/money.ts'
import { type Adjustment, sumAdjustments, sumPaise } from '../kernel/pricing.ts'
import { getToPay, type ShownTotals } from './adjustments.ts'

/** The figures of the policies that charges depend on. A server of an older version does not have them. */
export type ChargePolicies = Pick<Policies, 'shippingChargeRupees' | 'freeShippingFromRupees' | 'codChargeRupees' | 'shippingByPin'>

interface ChargedOrder {
  readonly policies: ChargePolicies
  /** the items after their discounts */
  readonly goods: Paise
  readonly payment: 'delivery' | 'online'
  /** what the rule of the PIN code says; undefined or null: as the policies say */
  readonly pinCharge?: Paise | null | undefined
}

/** Whether any order of the shop can have a charge. */
export const hasCharges = ({ shippingChargeRupees = 0, codChargeRupees = 0, shippingByPin = 'off' }: ChargePolicies): boolean =>
  shippingChargeRupees > 0 || codChargeRupees > 0 || shippingByPin === 'on'

/** Whether an adjustment is a charge for shipping or for cash on delivery. */
export const isCharge = ({ source }: Pick<Adjustment, 'source'>): boolean => source === 'shipping' || source === 'cash_on_delivery'

/** What an order that is sent costs for shipping: 0 from the amount of the policies on. */
export function calculateShipping({ policies, goods, pinCharge }: Omit<ChargedOrder, 'payment'>): Paise {
  const { shippingChargeRupees = 0, freeShippingFromRupees = 0, shippingByPin = 'off' } = policies
  const charge = (shippingByPin === 'on' ? pinCharge : undefined) ?? toPaise(shippingChargeRupees)
  const isFree = freeShippingFromRupees > 0 && goods >= toPaise(freeShippingFromRupees)
  return isFree ? paise(0) : charge
}

/** The charges of an order as its fees. All doors that make an order, and all screens before it, calculate them here. */
export function calculateCharges({ payment, ...order }: ChargedOrder): Adjustment[] {
  const cod = payment === 'delivery' ? toPaise(order.policies.codChargeRupees ?? 0) : paise(0)
  const charges = [
    { line: null, kind: 'fee', source: 'shipping', labelCode: 'Shipping', amount: calculateShipping(order) },
    { line: null, kind: 'fee', source: 'cash_on_delivery', labelCode: 'Cash on delivery', amount: cod },
  ] as const
  return charges.filter(({ amount }) => amount > 0)
}

interface ShownOrder extends Omit<ChargedOrder, 'goods' | 'pinCharge'> {
  /** after the discounts */
  readonly totals: ShownTotals
  /** rupees; undefined: as the policies say */
  readonly pinCharge?: number | undefined
}

/** The totals of a cart, in rupees, with the charges of an order of it. */
export function addCharges({ totals, policies, payment, pinCharge }: ShownOrder): ShownTotals {
  const goods = toPaise(getToPay(totals))
  const charges = calculateCharges({ policies, goods, payment, pinCharge: pinCharge === undefined ? undefined : toPaise(pinCharge) })
  if (charges.length === 0) return totals
  const shown = sumAdjustments(charges).map((charge) => ({ ...charge, amount: toRupees(charge.amount) }))
  const toPay = toRupees(sumPaise([goods, ...charges.map(({ amount }) => amount)]))
  return { totalPrice: totals.totalPrice, adjustments: [...(totals.adjustments ?? []), ...shown], toPay }
}

/** Rupees that are missing for an order without a shipping charge; undefined when it has none, or no amount makes shipping free. */
export function findMissingForFreeShipping({ totals, policies, pinCharge }: Omit<ShownOrder, 'payment'>): number | undefined {
  const goods = toPaise(getToPay(totals))
  const shipping = calculateShipping({ policies, goods, pinCharge: pinCharge === undefined ? undefined : toPaise(pinCharge) })
  const missing = toPaise(policies.freeShippingFromRupees ?? 0) - goods
  return shipping > 0 && goods > 0 && missing > 0 ? toRupees(paise(missing)) : undefined
}

/** Whether the totals of an order have no charge for shipping. */
export const isShippingFree = ({ adjustments = [] }: ShownTotals): boolean => adjustments.every(({ source }) => source !== 'shipping')
