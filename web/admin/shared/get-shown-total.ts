import type { AdminOrder } from '#contract/orders/admin-orders.ts'

/** What an order costs; of an exchange only its fee, because its items are paid for with those that came back. */
export const getShownTotal = ({ kind, totalPrice, toPay = 0 }: Pick<AdminOrder, 'kind' | 'totalPrice' | 'toPay'>): number =>
  kind === 'exchange' ? toPay : totalPrice
