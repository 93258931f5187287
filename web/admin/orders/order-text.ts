import type { OrderStatus } from '#contract/order-status.ts'
import type { AdminOrderDetail, Order, OrderKind } from '#contract/orders.ts'

export const kindNames: Record<OrderKind, string> = { guest: 'Guest, cash', cod: 'Cash on delivery', card: 'Card' }

/** 'Paid' is green and anything else red (spec §4). */
export const paymentStatusClass = (status: Order['paymentStatus']): string => (status === 'Paid' ? 'text-good' : 'text-bad')

/** What the button that moves an order says. */
export const transitionLabels: Record<OrderStatus, string> = {
  Placed: 'Place',
  Confirmed: 'Confirm',
  Packed: 'Mark as packed',
  Shipped: 'Mark as shipped',
  Delivered: 'Mark as delivered',
  Cancelled: 'Cancel order',
  Refused: 'Refused at the door',
}

/** Moves that end an order: asked about once more. */
export const isEnding = (to: OrderStatus): boolean => to === 'Cancelled' || to === 'Refused'

export function formatActor({ actor, actorName }: AdminOrderDetail['events'][number]): string {
  const roles = { guest: 'the guest', shopper: 'the shopper', admin: 'an administrator', system: 'the shop' }
  return actorName ?? roles[actor]
}
