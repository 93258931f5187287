import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'

/** Whether an order was paid online after it was packed: its label and packing slip still ask the courier to collect cash. */
export function isPaidAfterPacking({ events, orderStatus }: Pick<AdminOrderDetail, 'events' | 'orderStatus'>): boolean {
  const names = events.map(({ event }) => event)
  return (orderStatus === 'Packed' || orderStatus === 'Shipped') && names.lastIndexOf('Paid') > names.lastIndexOf('Packed')
}
