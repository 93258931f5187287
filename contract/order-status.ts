/** The life of an order: every state, who may move it on, and to where. The database holds the same moves. */

export const orderStatuses = ['Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered', 'Cancelled', 'Refused'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Who can act on an order. */
export type Actor = 'shopper' | 'admin'

interface Transition {
  readonly to: OrderStatus
  readonly by: readonly Actor[]
  /** refused on delivery: only what was to be paid at the door */
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

/** Where this actor may move the order now. */
export function listTransitions({ status, actor, collects }: { status: OrderStatus; actor: Actor; collects: boolean }): OrderStatus[] {
  return transitions[status].filter((move) => move.by.includes(actor) && (collects || !move.codOnly)).map((move) => move.to)
}

/** States that give the stock back. */
export const stockReturningStatuses: readonly OrderStatus[] = ['Cancelled', 'Refused']

/** What the shopper's list says (spec §2): one sentence for every live order, its own name for what ended otherwise. */
export function shopperStatusText(status: string): string {
  const ended: readonly string[] = ['Delivered', 'Cancelled', 'Refused']
  if (status === 'Refused') return 'Refused on delivery'
  return ended.includes(status) ? status : 'Your order is on the way'
}
