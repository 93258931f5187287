import { type Adjustment, type OrderTotals, sumAdjustments } from '#contract/kernel/pricing.ts'
import { describeAdjustment } from '#contract/orders/adjustments.ts'

export interface Total {
  readonly type: 'subtotal' | 'items_discount' | 'fulfillment' | 'fee' | 'total'
  readonly display_text: string
  /** paise */
  readonly amount: number
}

/** Each discount is divided among the lines, so it is one of the items, as the protocol calls it. */
const toType = ({ kind, source }: Pick<Adjustment, 'kind' | 'source'>): Total['type'] =>
  kind === 'discount' ? 'items_discount' : source === 'shipping' ? 'fulfillment' : 'fee'

/** What shipping costs, in paise. */
export const getShipping = ({ adjustments }: Pick<OrderTotals, 'adjustments'>): number =>
  sumAdjustments(adjustments).find(({ source }) => source === 'shipping')?.amount ?? 0

/** The sum of a session or an order as it is shown to a shopper, in this order. Prices contain GST, which is not a row of its own. */
export function presentTotals({ total, toPay, adjustments }: Pick<OrderTotals, 'total' | 'toPay' | 'adjustments'>): Total[] {
  const shown = sumAdjustments(adjustments).map((each) => ({
    type: toType(each),
    display_text: describeAdjustment(each),
    amount: each.amount,
  }))
  const rows: Total[] = [
    { type: 'subtotal', display_text: 'Subtotal', amount: total },
    ...shown,
    ...(getShipping({ adjustments }) === 0 ? [{ type: 'fulfillment', display_text: 'Shipping', amount: 0 } as const] : []),
    { type: 'total', display_text: 'Total, including GST', amount: toPay },
  ]
  return rows
}

/** The sum of one line with its share of the discounts. */
export function presentLineTotals({ subtotal, adjustment, toPay }: { subtotal: number; adjustment: number; toPay: number }): Total[] {
  return [
    { type: 'subtotal', display_text: 'Subtotal', amount: subtotal },
    ...(adjustment < 0 ? [{ type: 'items_discount', display_text: 'Discount', amount: adjustment } as const] : []),
    { type: 'total', display_text: 'Total', amount: toPay },
  ]
}
