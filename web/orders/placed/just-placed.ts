import type { PlacedOrder } from './placed-orders.ts'

const minutes = 60

/** The route state of the page that follows a guest's order. The panel takes the focus, not the heading of the page. */
export const describeJustPlaced = (number: string) => ({ preserveFocus: true, placedOrder: number })

/** Whether this page, by its route state, follows the order. A page that stays open is not right after it for ever. */
export function isJustPlaced({ order: { number, createdAt }, state }: { order: PlacedOrder; state: unknown }): boolean {
  const isOfThisPage = (state as { placedOrder?: unknown } | null)?.placedOrder === number
  return isOfThisPage && Date.now() - Date.parse(createdAt) < minutes * 60_000
}
