import type { DeskOrder, SelectedOrder } from '#contract/orders/order-desk.ts'
import { orderFlagTexts } from '#contract/orders/order-flags.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/order-status.ts'

/** The selected orders by id, each as it was when it was selected. */
export type Selection = ReadonlyMap<string, SelectedOrder>

export const emptySelection: Selection = new Map()

/** An order of the list, or of the whole view. */
type AnsweredOrder = Pick<SelectedOrder, '_id' | 'number' | 'version' | 'transitions'> &
  Partial<Pick<DeskOrder, 'flags' | 'isLikelyDuplicate' | 'userDetails' | 'totalPrice' | 'toPay' | 'amountPaid' | 'amountRefunded'>> &
  Partial<Pick<SelectedOrder, 'name' | 'amount' | 'isPaid'>>

/** The selection with or without these orders. An order that is selected stays as it was seen first. */
export function selectOrders({
  selection,
  orders,
  isSelected,
}: {
  selection: Selection
  orders: readonly AnsweredOrder[]
  isSelected: boolean
}): Selection {
  const next = new Map(selection)
  for (const order of orders) {
    const { _id, number, version, transitions, flags = [], isLikelyDuplicate = false } = order
    const { userDetails, name = userDetails?.name, totalPrice, amount = order.toPay ?? totalPrice } = order
    const { amountPaid = 0, amountRefunded = 0, isPaid = amountPaid > amountRefunded } = order
    const shown = { ...(name !== undefined && { name }), ...(amount !== undefined && { amount }) }
    if (!isSelected) next.delete(_id)
    else if (!next.has(_id)) next.set(_id, { _id, number, version, transitions, flags, isLikelyDuplicate, isPaid, ...shown })
  }
  return next
}

/** The orders from one to another, in the order of the list. */
export function listRange({
  orders,
  from,
  to,
}: {
  orders: readonly SelectedOrder[]
  from: string | undefined
  to: string
}): SelectedOrder[] {
  const [start, end] = [from, to].map((id) => orders.findIndex(({ _id }) => _id === id)) as [number, number]
  return orders.slice(start < 0 ? end : Math.min(start, end), Math.max(start, end) + 1)
}

/** The statuses to which at least one selected order can change, with these orders. Cancelling a paid order refunds it. */
export function listTargets({
  selection,
  mayRefund,
}: {
  selection: Selection
  mayRefund: boolean
}): { to: OrderStatus; orders: SelectedOrder[] }[] {
  const orders = [...selection.values()]
  return orderStatuses
    .map((to) => ({
      to,
      orders: orders.filter((order) => order.transitions.includes(to) && (mayRefund || to !== 'Cancelled' || !order.isPaid)),
    }))
    .filter((target) => target.orders.length > 0)
}

/** Why an order is not confirmed together with others unless it is chosen; undefined for an order that has no such reason. */
export function findReviewReason({ flags, isLikelyDuplicate }: SelectedOrder): string | undefined {
  const reasons = [...flags.map((flag) => orderFlagTexts[flag]), ...(isLikelyDuplicate ? ['Likely duplicate'] : [])]
  return reasons.length === 0 ? undefined : reasons.join(', ')
}
