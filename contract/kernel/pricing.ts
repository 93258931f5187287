import { groupBy } from './group-by.ts'
import { type Paise, paise, toPaise, toRupees } from './money.ts'

// The only place that adds up money. All amounts are whole paise, so no sum is off by a fraction of a rupee.

/** A discount reduces what is to be paid, a fee adds to it. */
export const adjustmentKinds = ['discount', 'fee'] as const
export const adjustmentSources = ['offer', 'exchange', 'exchange_fee', 'shipping', 'cash_on_delivery', 'agreed'] as const
export type AdjustmentSource = (typeof adjustmentSources)[number]
export type AdjustmentKind = (typeof adjustmentKinds)[number]

export interface PricedLine {
  /** its number in the order; the position from 1 by default */
  readonly line?: number
  /** the price of one unit */
  readonly price: Paise
  readonly quantity: number
}

/** What changes the amount of an order beside its lines. */
export interface Adjustment {
  /** the number of the line that it belongs to; null for the whole order */
  readonly line: number | null
  readonly kind: AdjustmentKind
  /** what it was made from; undefined: an offer */
  readonly source?: AdjustmentSource
  /** which discount or fee it is, such as the code of an offer */
  readonly labelCode: string
  /** below 0 for a discount */
  readonly amount: Paise
  /** what it was made from */
  readonly data?: Readonly<Record<string, unknown>>
}

interface LineTotals {
  readonly line: number
  /** price × quantity */
  readonly subtotal: Paise
  /** its share of all discounts, 0 or less */
  readonly adjustment: Paise
  readonly toPay: Paise
}

export interface OrderTotals<Line = PricedLine> {
  readonly lines: readonly (Line & LineTotals)[]
  /** each discount of the order divided into the shares of its lines */
  readonly adjustments: readonly Adjustment[]
  /** Σ price × quantity: the total of the specification */
  readonly total: Paise
  /** Σ adjustments */
  readonly adjustment: Paise
  readonly toPay: Paise
}

/** The sum of amounts; 0 for none. */
export const sumPaise = (amounts: readonly Paise[]): Paise => paise(amounts.reduce<number>((sum, amount) => sum + amount, 0))

/** What one line of a cart or an order costs before discounts. */
const calculateSubtotal = ({ price, quantity }: PricedLine): Paise => paise(price * quantity)

/**
 * The amounts of a cart or an order. A discount of the whole order is divided among its lines in proportion to what is left of them, by
 * largest remainder; a fee of the whole order stays apart from the lines.
 *
 * @throws RangeError for a discount that is larger than what it reduces, for an adjustment of an unknown line, and for amounts that are
 * not whole paise.
 */
export function calculateOrder<Line extends PricedLine>({
  lines,
  adjustments = [],
}: {
  lines: readonly Line[]
  adjustments?: readonly Adjustment[]
}): OrderTotals<Line> {
  const priced = lines.map((each, index) => ({ ...each, line: each.line ?? index + 1, subtotal: calculateSubtotal(each) }))
  const left = new Map<number, number>(priced.map(({ line, subtotal }) => [line, subtotal]))
  const reduce = (adjustment: Adjustment & { line: number }) => {
    const rest = left.get(adjustment.line)
    if (rest === undefined || rest + adjustment.amount < 0) throw new RangeError(`Line ${adjustment.line} cannot have this adjustment.`)
    left.set(adjustment.line, rest + adjustment.amount)
    return adjustment
  }
  const isOfLine = (adjustment: Adjustment): adjustment is Adjustment & { line: number } => adjustment.line !== null
  const ofLines = adjustments.filter(isOfLine).map(reduce)
  const ofOrder = adjustments.filter(({ line }) => line === null)
  const shares = ofOrder.flatMap((adjustment) => {
    if (adjustment.amount >= 0) return [adjustment]
    const numbers = [...left.keys()]
    const parts = divideAmount({ amount: adjustment.amount, weights: [...left.values()] })
    return numbers.flatMap((line, index) => (parts[index] ? [reduce({ ...adjustment, line, amount: parts[index] })] : []))
  })
  const resolved = [...ofLines, ...shares]
  const total = sumPaise(priced.map(({ subtotal }) => subtotal))
  const adjustment = sumPaise(resolved.map(({ amount }) => amount))
  return {
    lines: priced.map((each) => {
      const toPay = paise(left.get(each.line) ?? 0)
      return { ...each, toPay, adjustment: paise(toPay - each.subtotal) }
    }),
    adjustments: resolved,
    total,
    adjustment,
    toPay: paise(total + adjustment),
  }
}

/**
 * Divides an amount into whole paise in proportion to weights, by largest remainder; of equal remainders the first counts.
 *
 * @throws RangeError without weights, and for a discount that is larger than what it reduces.
 */
export function divideAmount({ amount, weights }: { amount: Paise; weights: readonly number[] }): Paise[] {
  const size = BigInt(Math.abs(amount))
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n || (amount < 0 && size > sum)) throw new RangeError('A discount is larger than the lines that it reduces.')
  const products = weights.map((weight) => size * BigInt(weight))
  const parts = products.map((product) => Number(product / sum))
  const missing = Number(size) - parts.reduce((total, part) => total + part, 0)
  const remainders = products.map((product, index) => ({ index, remainder: product % sum }))
  remainders.sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  for (const { index } of remainders.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1
  return parts.map((part) => paise(part === 0 ? 0 : Math.sign(amount) * part))
}

/**
 * An order without some items of a line. The other lines keep their shares of the discounts, and what stays of the line keeps its part,
 * rounded up to the paisa. `adjustments` are those of `calculateOrder`, with a share for each line.
 */
export function removeItems<Line extends PricedLine & { readonly line: number }>({
  lines,
  adjustments,
  removed,
}: {
  lines: readonly Line[]
  adjustments: readonly Adjustment[]
  removed: { readonly line: number; readonly quantity: number }
}): { lines: Line[]; adjustments: Adjustment[] } {
  const before = lines.find(({ line }) => line === removed.line)?.quantity ?? 0
  const remaining = before - removed.quantity
  const ofLine = adjustments.filter(({ line }) => line === removed.line)
  const fees = ofLine.filter(({ amount }) => amount > 0)
  const discounts = ofLine.filter(({ amount }) => amount < 0)
  const share = (amount: number) => Number((BigInt(amount) * BigInt(remaining)) / BigInt(before || 1))
  const discount = discounts.reduce((sum, { amount }) => sum - amount, 0)
  // Rounded up together, because several discounts that are rounded up each could be more than the line.
  const remainingDiscount = discount - Number((BigInt(discount) * BigInt(removed.quantity)) / BigInt(before || 1))
  const parts = discount === 0 ? [] : divideAmount({ amount: paise(-remainingDiscount), weights: discounts.map(({ amount }) => -amount) })
  const remainingAdjustments = [
    ...fees.map((fee) => ({ ...fee, amount: paise(share(fee.amount)) })),
    ...discounts.map((each, index) => ({ ...each, amount: parts[index] ?? paise(0) })),
  ]
  return {
    lines: lines.flatMap((line) => {
      if (line.line !== removed.line) return [line]
      return remaining > 0 ? [{ ...line, quantity: remaining }] : []
    }),
    adjustments: [
      ...adjustments.filter(({ line }) => line !== removed.line),
      ...(remaining > 0 ? remainingAdjustments.filter(({ amount }) => amount !== 0) : []),
    ],
  }
}

interface RemovalRefund {
  readonly paid: Paise
  readonly refunded: Paise
  /** what was to be paid with the removed items */
  readonly before: Paise
  /** what is to be paid without them */
  readonly after: Paise
  /** what the courier collects with them; 0 for a prepaid order */
  readonly collect?: Paise
}

/**
 * What the courier collects when items are removed, and what can be refunded. Their price less their share of the discounts is collected
 * less, and refunded when that is not enough: at most the rest of it, so that an earlier refund for another reason stays, and at least what
 * is paid above the new sum.
 */
export function calculateRemovalRefund({ paid, refunded, before, after, collect = paise(0) }: RemovalRefund) {
  const reduction = before - after
  const remaining = Math.max(0, paid - refunded)
  const collected = Math.max(0, collect - reduction)
  const least = Math.max(0, remaining + collected - after)
  const most = Math.max(least, Math.min(reduction - (collect - collected), remaining))
  return { collect: paise(collected), least: paise(least), most: paise(most) }
}

/** Adjustments of the same kind and code as one, as people read them; those that cancel each other out are left out. */
export function sumAdjustments(adjustments: readonly Adjustment[]): Pick<Adjustment, 'kind' | 'source' | 'labelCode' | 'amount'>[] {
  const groups = groupBy(adjustments, ({ kind, source = 'offer', labelCode }) => `${kind} ${source} ${labelCode}`)
  return [...groups.values()].flatMap((group) => {
    const amount = sumPaise(group.map((adjustment) => adjustment.amount))
    const [first] = group
    if (!first || amount === 0) return []
    const { kind, source = 'offer', labelCode } = first
    return [{ kind, labelCode, amount, ...(source !== 'offer' && { source }) }]
  })
}

/** The total in rupees of prices in rupees, the unit of the API. */
export const calculateTotalRupees = (lines: readonly { readonly price: number; readonly quantity: number }[]): number =>
  toRupees(calculateOrder({ lines: lines.map(({ price, quantity }) => ({ price: toPaise(price), quantity })) }).total)
