/** Order statuses and their transitions. The database checks the same transitions: the server fills its table from here. */

export const orderStatuses = ['Placed', 'Confirmed', 'Packed', 'Shipped', 'Delivered', 'Cancelled', 'Refused', 'Undelivered'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Actors that change the status of an order. `linkHolder` has the link of a mail that asks for a confirmation; `system` is the shop, also when a courier has told it. */
export type Actor = 'shopper' | 'linkHolder' | 'admin' | 'system'

interface Transition {
  readonly to: OrderStatus
  readonly by: readonly Actor[]
  /** only orders that are paid on delivery can be refused */
  readonly codOnly?: boolean
}

const byAdmin = ['admin'] as const
const byCourier = ['admin', 'system'] as const
const byBoth = ['shopper', 'admin'] as const

export const transitions: { readonly [From in OrderStatus]: readonly Transition[] } = {
  Placed: [
    { to: 'Confirmed', by: ['linkHolder', 'admin'] },
    { to: 'Cancelled', by: ['shopper', 'linkHolder', 'admin', 'system'] },
  ],
  Confirmed: [
    { to: 'Packed', by: byAdmin },
    { to: 'Cancelled', by: byBoth },
  ],
  Packed: [
    { to: 'Shipped', by: byCourier },
    { to: 'Cancelled', by: byAdmin },
  ],
  Shipped: [
    { to: 'Delivered', by: byCourier },
    { to: 'Refused', by: byCourier, codOnly: true },
    { to: 'Undelivered', by: byCourier },
  ],
  Delivered: [],
  Cancelled: [],
  Refused: [],
  Undelivered: [],
}

/** Statuses that bring a parcel closer to its shopper. */
const advances: readonly OrderStatus[] = ['Confirmed', 'Packed', 'Shipped']

interface OrderState {
  readonly status: OrderStatus
  /** the order is paid on delivery */
  readonly collects: boolean
  /** the whole payment has been or will be refunded */
  readonly isRefunded: boolean
}

/** The statuses that this actor can give an order. */
export function listTransitions({ status, actor, collects, isRefunded }: OrderState & { actor: Actor }): OrderStatus[] {
  const possible = transitions[status].filter(({ by, codOnly }) => by.includes(actor) && (collects || !codOnly)).map(({ to }) => to)
  return possible.filter((to) => !(isRefunded && isAdvance(to)))
}

/** Whether this status is refused for an order that is refunded in full. */
export const isAdvance = (to: OrderStatus): boolean => advances.includes(to)

/** Whether the parcel of an order is still in the shop. */
export const isBeforeShipping = (status: OrderStatus): boolean => orderStatuses.indexOf(status) < orderStatuses.indexOf('Shipped')

/** Whether the items of an order can still be changed. */
export const isBeforePacking = (status: OrderStatus): boolean => status === 'Placed' || status === 'Confirmed'

/** Whether an order is placed and not delivered yet. */
export const isOpen = (status: OrderStatus): boolean => status === 'Shipped' || isBeforeShipping(status)

/** Statuses whose parcel returns to the shop. Its stock returns when the parcel is received. */
const returningStatuses: readonly OrderStatus[] = ['Refused', 'Undelivered']

/** Whether the parcel of an order with this status returns to the shop. */
export const returnsParcel = (status: OrderStatus): boolean => returningStatuses.includes(status)

/** In which condition a returned parcel is received: `sellable` returns the stock. */
export const parcelConditions = ['sellable', 'damaged'] as const
export type ParcelCondition = (typeof parcelConditions)[number]

const earlyEnds: readonly string[] = ['Cancelled', ...returningStatuses]

/** Whether an order with this status has ended without a delivery. */
export const endsEarly = (status: string): boolean => earlyEnds.includes(status)

const endTexts: Readonly<Record<string, string>> = {
  Delivered: 'Delivered',
  Cancelled: 'Cancelled',
  Refused: 'Refused on delivery',
  Undelivered: 'Could not be delivered',
}

/** The status in the shopper's list (spec §2): one sentence for every live order, the status itself for all others. */
export const shopperStatusText = (status: string): string => endTexts[status] ?? 'Your order is on the way'
