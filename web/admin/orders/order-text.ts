import { type OrderStatus, stockReturningStatuses } from '#contract/order-status.ts'
import type { AdminOrderDetail, OrderKind } from '#contract/orders.ts'

export const kindNames: Record<OrderKind, string> = { guest: 'Guest COD', cod: 'Cash on delivery', card: 'Card' }

/** The labels of the buttons that change an order's status. */
export const transitionLabels: Record<OrderStatus, string> = {
  Placed: 'Place',
  Confirmed: 'Confirm',
  Packed: 'Mark as packed',
  Shipped: 'Mark as shipped',
  Delivered: 'Mark as delivered',
  Cancelled: 'Cancel order',
  Refused: 'Mark as refused',
}

/** Statuses that end an order early and need a confirmation. */
export const isEarlyEnd = (to: OrderStatus): boolean => stockReturningStatuses.includes(to)

export function formatActor({ actor, actorName }: AdminOrderDetail['events'][number]): string {
  const roles = { guest: 'the guest', shopper: 'the shopper', admin: 'an administrator', system: 'the shop' }
  return actorName ?? roles[actor]
}
