import { endsEarly } from '#contract/orders/order-status.ts'
import type { ReturnState } from '#contract/orders/return-states.ts'
import type { AgentOrder } from './read-order.ts'

/** A line of an order with the numbers of its items. A line that was removed from the order is one of them. */
export interface CountedLine {
  readonly line: number
  readonly productId: string
  readonly name: string
  readonly size: string | null
  readonly price: number
  /** not known of a removed line */
  readonly imageKey?: string
  readonly subtotal: number
  readonly adjustment: number
  readonly quantity: { readonly original: number; readonly total: number; readonly fulfilled: number }
}

const isBack = (state: ReturnState): boolean => state === 'received' || state === 'settled'

/** The items of a line that have come back. */
const countReturned = ({ order, line }: { order: AgentOrder; line: number }): number =>
  order.returns
    .filter(({ state }) => isBack(state))
    .flatMap(({ lines }) => lines)
    .filter((each) => each.line === line)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** All lines that the order has ever had, in their order: how many items were ordered, are still part of it, and have left the shop. */
export function countItems(order: AgentOrder): CountedLine[] {
  const { status } = order.row
  const hasLeft = status === 'Shipped' || status === 'Delivered'
  const removals = order.history.flatMap(({ change }) => (change?.kind === 'items' ? [change] : []))
  const findOriginal = (line: number) => removals.find(({ item }) => item.line === line)?.quantity.before
  const current = order.lines.map(({ line, productId, name, size, price, imageKey, quantity, subtotal, adjustment }) => {
    const total = endsEarly(status) ? 0 : Math.max(0, quantity - countReturned({ order, line }))
    const counted = { original: findOriginal(line) ?? quantity, total, fulfilled: hasLeft ? total : 0 }
    return { line, productId, name, size, price, imageKey, subtotal, adjustment, quantity: counted }
  })
  const removed = removals
    .filter(({ quantity }) => quantity.after === 0)
    .map(({ item }) => {
      const counted = { original: findOriginal(item.line) ?? 0, total: 0, fulfilled: 0 }
      return { ...item, subtotal: 0, adjustment: 0, quantity: counted }
    })
  return [...current, ...removed].toSorted((a, b) => a.line - b.line)
}
