import type { ShownAdjustment } from '../kernel/adjusted-totals.ts'
import { formatRupees, type Paise, toPaise, toRupees } from '../kernel/money.ts'
import { type Adjustment, calculateOrder, sumAdjustments } from '../kernel/pricing.ts'

/** What an order costs, in rupees. */
export interface ShownTotals {
  readonly totalPrice: number
  readonly adjustments?: readonly ShownAdjustment[] | undefined
  readonly toPay?: number | undefined
}

/** The amounts of an order as replies and mails state them: its total and, when it has any, its adjustments. */
export function presentTotals(order: { total: Paise; toPay: Paise; adjustments: readonly Adjustment[] }) {
  const totalPrice = toRupees(order.total)
  if (order.adjustments.length === 0) return { totalPrice }
  const adjustments = sumAdjustments(order.adjustments).map((each) => ({ ...each, amount: toRupees(each.amount) }))
  return { totalPrice, adjustments, toPay: toRupees(order.toPay) }
}

/** What a cart costs; prices are in rupees. */
export function calculateTotals({
  lines,
  adjustments,
}: {
  lines: readonly { readonly price: number; readonly quantity: number }[]
  adjustments?: readonly Adjustment[]
}): ShownTotals {
  return presentTotals(calculateOrder({ lines: lines.map(({ price, quantity }) => ({ price: toPaise(price), quantity })), adjustments }))
}

/** What is to be paid for an order, in rupees. */
export const getToPay = ({ totalPrice, toPay = totalPrice }: Pick<ShownTotals, 'totalPrice' | 'toPay'>): number => toPay

/** An adjustment as shoppers and administrators read it. */
export function describeAdjustment({ kind, source, labelCode }: Pick<ShownAdjustment, 'kind' | 'source' | 'labelCode'>): string {
  if (source === 'exchange') return 'Exchanged'
  if (source === 'exchange_fee') return 'Way back of the exchange'
  if (source === 'cash_on_delivery') return 'Charge for cash on delivery'
  return kind === 'discount' ? `Discount (${labelCode})` : labelCode
}

/** The rows of an order's sum: its total and, when it has any, its adjustments and what is to be paid. */
export function listTotalRows({ totalPrice, adjustments = [], toPay }: ShownTotals): { label: string; amount: string }[] {
  const total = { label: 'Total', amount: formatRupees(totalPrice) }
  if (adjustments.length === 0) return [total]
  const shown = adjustments.map((each) => ({ label: describeAdjustment(each), amount: formatRupees(each.amount) }))
  return [total, ...shown, { label: 'To pay', amount: formatRupees(getToPay({ totalPrice, toPay })) }]
}
