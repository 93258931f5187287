import { type Paise, paise } from '#contract/kernel/money.ts'

/** The smallest amount that the provider refunds; a smaller remainder is not refunded. */
export const minRefund = paise(100)

/**
 * Divides a refund among the payments of an order, of which each has `remaining` paise: of the first one as much as it has, the rest of the
 * next. No part is smaller than `minRefund`; when that cannot be, less is refunded. The parts have the order of the payments.
 */
export function divideRefund({ amount, remaining }: { amount: Paise; remaining: readonly Paise[] }): Paise[] {
  const parts = remaining.map(() => 0)
  let left: number = amount
  for (const [index, most] of remaining.entries()) {
    const part = Math.min(left, most)
    if (part <= 0) continue
    parts[index] = part
    left -= part
    const before = parts[index - 1] ?? 0
    // A part that is too small is completed by the part before it.
    const missing = minRefund - part
    if (missing > 0 && most >= minRefund && before - missing >= minRefund) {
      parts[index] = minRefund
      parts[index - 1] = before - missing
    }
  }
  return parts.map((part) => paise(part < minRefund ? 0 : part))
}
