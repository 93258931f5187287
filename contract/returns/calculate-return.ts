import { type Paise, paise } from '../kernel/money.ts'
import { divideAmount, sumPaise } from '../kernel/pricing.ts'

/** Payment providers refund no less than a rupee. */
const minRefundPaise = 100

/** A line of the order as it was paid. */
export interface PaidLine {
  readonly line: number
  readonly quantity: number
  /** price × quantity */
  readonly subtotal: Paise
  /** its share of the order's discounts, 0 or less */
  readonly adjustment: Paise
}

export interface ReturnedPieces {
  readonly line: number
  readonly quantity: number
}

interface ReturnFigures {
  readonly lines: readonly PaidLine[]
  readonly returned: readonly ReturnedPieces[]
  /** pieces that earlier returns have paid back */
  readonly earlier: readonly ReturnedPieces[]
  /** deducted once; 0 when the shop bears the cost */
  readonly fee: Paise
  /** of the order: what was paid, less what was paid back */
  readonly left: Paise
}

export interface ReturnAmounts {
  /** what was paid for the pieces, with the share of each line in the refund */
  readonly lines: readonly { readonly line: number; readonly quantity: number; readonly goods: Paise; readonly refund: Paise }[]
  readonly goods: Paise
  /** what is deducted of it */
  readonly fee: Paise
  readonly refund: Paise
}

/**
 * What a return pays back: what was paid for its pieces after their share of the discounts, less the fee, and never more than is left of
 * the payments. Fees of the whole order, such as shipping, are not part of any line and stay with the shop. Several returns of a line
 * together pay back exactly what the line cost.
 */
export function calculateReturn({ lines, returned, earlier, fee, left }: ReturnFigures): ReturnAmounts {
  const parts = returned.map(({ line, quantity }) => {
    const paid = lines.find((each) => each.line === line)
    const before = earlier.filter((each) => each.line === line).reduce((sum, each) => sum + each.quantity, 0)
    if (!paid || before + quantity > paid.quantity) throw new RangeError(`${quantity} pieces of line ${line} cannot be returned.`)
    return { line, quantity, goods: paise(costOf(paid, before + quantity) - costOf(paid, before)) }
  })
  const goods = sumPaise(parts.map((part) => part.goods))
  const deducted = Math.min(fee, goods)
  const most = Math.max(0, Math.min(goods - deducted, left))
  const refund = paise(most < minRefundPaise ? 0 : most)
  const shares = refund === 0 ? [] : divideAmount({ amount: refund, weights: parts.map((part) => part.goods) })
  return { lines: parts.map((part, index) => ({ ...part, refund: shares[index] ?? paise(0) })), goods, fee: paise(deducted), refund }
}

/** What the first pieces of a line cost. Their share of the discount is rounded down to the paisa, as when items are removed from an order. */
function costOf({ subtotal, adjustment, quantity }: PaidLine, pieces: number): number {
  const share = (amount: number) => Number((BigInt(amount) * BigInt(pieces)) / BigInt(quantity))
  return share(subtotal) + share(adjustment)
}
