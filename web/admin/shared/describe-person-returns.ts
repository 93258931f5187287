import type { PersonReturns } from '#contract/orders/customers.ts'
import { formatCountOf } from '../kit/format-count-of.ts'

/** `2 returns received, 1 of 3 pieces worn` */
export function describePersonReturns({ returns, pieces, worn }: PersonReturns): string {
  const received = `${formatCountOf(returns, 'return')} received`
  return pieces > 0 ? `${received}, ${worn} of ${formatCountOf(pieces, 'piece')} worn` : received
}
