/** Order statuses and their transitions. The database checks the same transitions: the server fills its table from here. */

export const orderStatuses = ['Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered', 'Cancelled', 'Refused'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Who can change the status of an order. */
export type Actor = 'shopper' | 'admin'

interface Transition {
  readonly to: OrderStatus
  readonly by: readonly Actor[]
  /** only orders that are paid on delivery can be refused */
  readonly codOnly?: boolean
}

const byAdmin = ['admin'] as const
const byBoth = ['shopper', 'admin'] as const

export const transitions: { readonly [From in OrderStatus]: readonly Transition[] } = {
  Placed: [
    { to: 'Confirmed', by: byAdmin },
    { to: 'Cancelled', by: byBoth },
  ],
  Confirmed: [
    { to: 'Packed', by: byAdmin },
    { to: 'Cancelled', by: byBoth },
  ],
  Packed: [
    { to: 'Shipped', by: byAdmin },
    { to: 'Cancelled', by: byAdmin },
  ],
  Shipped: [
    { to: 'Delivered', by: byAdmin },
    { to: 'Refused', by: byAdmin, codOnly: true },
  ],
  Delivered: [],
  Cancelled: [],
  Refused: [],
}

/** The statuses to which this actor can move an order. `collects`: the order is paid on delivery. */
export function listTransitions({ status, actor, collects }: { status: OrderStatus; actor: Actor; collects: boolean }): OrderStatus[] {
  return transitions[status].filter(({ by, codOnly }) => by.includes(actor) && (collects || !codOnly)).map(({ to }) => to)
}

/** Statuses that return the stock. */
export const stockReturningStatuses: readonly OrderStatus[] = ['Cancelled', 'Refused']

/** The status in the shopper's list (spec §2): one sentence for every live order, the status itself for all others. */
export function shopperStatusText(status: string): string {
  const ended: readonly string[] = ['Delivered', 'Cancelled', 'Refused']
  if (status === 'Refused') return 'Refused on delivery'
  return ended.includes(status) ? status : 'Your order is on the way'
}
