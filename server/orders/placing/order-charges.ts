import type { Paise } from '#contract/kernel/money.ts'
import { type Adjustment, calculateOrder } from '#contract/kernel/pricing.ts'
import { type ChargePolicies, calculateCharges, hasCharges } from '#contract/orders/charges.ts'
import type { Transaction } from '../../database/schema.ts'
import { findRule } from '../../delivery-rules/find-rule.ts'

interface OrderToCharge {
  readonly trx: Transaction
  readonly policies: ChargePolicies
  /** the PIN code of the address, which may be empty */
  readonly pin: string
  readonly lines: readonly { readonly price: Paise; readonly quantity: number }[]
  /** the discounts */
  readonly adjustments: readonly Adjustment[]
  readonly payment: 'delivery' | 'online'
}

/** The discounts of an order together with its charges, as the policies and the rule of the PIN code say now. */
export async function addOrderCharges({ trx, policies, pin, lines, adjustments, payment }: OrderToCharge): Promise<Adjustment[]> {
  if (!hasCharges(policies)) return [...adjustments]
  const rule = policies.shippingByPin === 'on' ? await findRule({ database: trx, pin }) : undefined
  const { toPay: goods } = calculateOrder({ lines, adjustments })
  return [...adjustments, ...calculateCharges({ policies, goods, payment, pinCharge: rule?.charge })]
}
