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

/** Pieces that an earlier return has paid back. */
export interface PaidBackPieces extends ReturnedPieces {
  /** the shop bore the costs of that return, and paid money for them */
  readonly isFault?: boolean
}

interface ReturnFigures {
  readonly lines: readonly PaidLine[]
  readonly returned: readonly ReturnedPieces[]
  /** pieces that earlier returns have paid back */
  readonly earlier: readonly PaidBackPieces[]
  /** deducted once; 0 when the shop bears the cost */
  readonly fee: Paise
  /** of the order: what was paid, less what was paid back */
  readonly left: Paise
  /** of the order, for shipping and cash on delivery, when the shop bears the costs; they stay with the shop without it */
  readonly charges?: Paise
}

export interface ReturnAmounts {
  /** what was paid for the pieces, with the share of each line in the charges and in the refund */
  readonly lines: readonly { readonly line: number; readonly quantity: number; readonly goods: Paise; readonly refund: Paise }[]
  readonly goods: Paise
  /** the part of it that is charges */
  readonly charges: Paise
  /** what is deducted of it */
  readonly fee: Paise
  readonly refund: Paise
}

/**
 * What a return pays back: what was paid for its pieces after their share of the discounts, less the fee, and never more than is left of
 * the payments. Charges of the order, such as shipping, are paid back with the last of its pieces when the shop
 * bears the costs of all of them, in one return or several. Several returns of a line
 * together pay back exactly what the line cost.
 */
export function calculateReturn({ lines, returned, earlier, fee, left, charges = paise(0) }: ReturnFigures): ReturnAmounts {
  const items = returned.map(({ line, quantity }) => {
    const paid = lines.find((each) => each.line === line)
    const before = earlier.filter((each) => each.line === line).reduce((sum, each) => sum + each.quantity, 0)
    if (!paid || before + quantity > paid.quantity) throw new RangeError(`${quantity} pieces of line ${line} cannot be returned.`)
    return { line, quantity, goods: paise(costOf(paid, before + quantity) - costOf(paid, before)) }
  })
  const borne = [...returned, ...earlier.filter(({ isFault }) => isFault)]
  const isWhole = lines.every(({ line, quantity }) => {
    return borne.filter((each) => each.line === line).reduce((sum, each) => sum + each.quantity, 0) === quantity
  })
  const charged = isWhole ? charges : paise(0)
  const parts = addShares({ items, charges: charged })
  const goods = sumPaise(parts.map((part) => part.goods))
  const deducted = Math.min(fee, goods)
  const most = Math.max(0, Math.min(goods - deducted, left))
  const refund = paise(most < minRefundPaise ? 0 : most)
  const shares = refund === 0 ? [] : divideAmount({ amount: refund, weights: parts.map((part) => part.goods) })
  return {
    lines: parts.map((part, index) => ({ ...part, refund: shares[index] ?? paise(0) })),
    goods,
    charges: charged,
    fee: paise(deducted),
    refund,
  }
}

/** The pieces with their shares of the charges, which are those of the invoice. */
function addShares<Item extends { readonly goods: Paise }>({ items, charges }: { items: readonly Item[]; charges: Paise }): Item[] {
  if (charges === 0) return [...items]
  const weights = items.some(({ goods }) => goods > 0) ? items.map(({ goods }) => goods) : items.map(() => 1)
  const shares = divideAmount({ amount: charges, weights })
  return items.map((item, index) => ({ ...item, goods: sumPaise([item.goods, shares[index] ?? paise(0)]) }))
}

/** What the first pieces of a line cost. Their share of the discount is rounded down to the paisa, as when items are removed from an order. */
function costOf({ subtotal, adjustment, quantity }: PaidLine, pieces: number): number {
  const share = (amount: number) => Number((BigInt(amount) * BigInt(pieces)) / BigInt(quantity))
  return share(subtotal) + share(adjustment)
}
