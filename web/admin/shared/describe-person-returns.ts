import type { PersonReturns } from '#contract/orders/customers.ts'

/** `2 returns received, 1 of 3 pieces worn` */
export function describePersonReturns({ returns, pieces, worn }: PersonReturns): string {
  const received = `${returns} ${returns === 1 ? 'return' : 'returns'} received`
  return pieces > 0 ? `${received}, ${worn} of ${pieces} ${pieces === 1 ? 'piece' : 'pieces'} worn` : received
}
