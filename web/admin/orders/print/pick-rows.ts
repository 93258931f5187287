import type { Category } from '#contract/catalog/categories.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { isBeforeShipping } from '#contract/orders/order-status.ts'

const collator = new Intl.Collator('en-IN', { numeric: true })

/** Sorts by shelf, `A2` before `A10`; what has no shelf comes last. */
function compareShelves(a: string | undefined, b: string | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b)
  return collator.compare(a, b)
}

/** A product in one size, summed over the orders of a pick list. */
export interface PickRow {
  readonly key: string
  readonly name: string
  readonly image: string
  readonly size: string | null
  readonly sku: string | null
  readonly shelf: string | undefined
  readonly quantity: number
  /** their numbers */
  readonly orders: readonly string[]
}

/** Whether the items of an order are still to be picked. */
export const isToPick = ({ orderStatus, isToBePaid = false }: PrintedOrder): boolean =>
  orderStatus !== 'Cancelled' && isBeforeShipping(orderStatus) && !isToBePaid

/** Why an order is not to be picked. */
export const describeState = ({ orderStatus, isToBePaid = false }: PrintedOrder): string => (isToBePaid ? 'Not paid' : orderStatus)

/** The rows of a pick list: by shelf, and without shelves by category, name and size. */
export function buildPickRows({ orders, categories }: { orders: readonly PrintedOrder[]; categories: readonly Category[] }): PickRow[] {
  const lines = orders.filter(isToPick).flatMap(({ number, products }) => products.map((line) => ({ ...line, number })))
  const places = new Map(categories.map(({ key }, index) => [key, index]))
  const placeOf = (category: string | null) => places.get(category ?? '') ?? categories.length
  const sorted = lines.toSorted(
    (a, b) =>
      compareShelves(a.shelf, b.shelf) ||
      placeOf(a.category) - placeOf(b.category) ||
      a.name.localeCompare(b.name) ||
      a._id.localeCompare(b._id) ||
      a.sizePosition - b.sizePosition ||
      (a.size ?? '').localeCompare(b.size ?? ''),
  )
  const rows = new Map<string, PickRow>()
  for (const { number, _id, name, image, size, sku, shelf, quantity } of sorted) {
    const key = `${_id} ${size}`
    const row = rows.get(key) ?? { key, name, image, size, sku, shelf, quantity: 0, orders: [] }
    rows.set(key, { ...row, quantity: row.quantity + quantity, orders: [...new Set([...row.orders, number])] })
  }
  return [...rows.values()]
}
