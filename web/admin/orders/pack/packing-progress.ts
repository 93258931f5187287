import { cleanTyped } from '#contract/kernel/typed-numbers.ts'
import type { ItemToPack, OrderToPack } from '#contract/orders/packing.ts'

/** What was ticked of an order, and what is missing, by item. */
export interface Progress {
  readonly ticked: Readonly<Record<string, number>>
  readonly missing: Readonly<Record<string, number>>
}

export const noProgress: Progress = { ticked: {}, missing: {} }

/** Another size or product on the same line is another item. */
export const getItemKey = ({ line, _id, size }: Pick<ItemToPack, 'line' | '_id' | 'size'>): string => `${line} ${_id} ${size}`

export const countTicked = (progress: Progress, item: ItemToPack): number => Math.min(progress.ticked[getItemKey(item)] ?? 0, item.quantity)

export const countMissing = (progress: Progress, item: ItemToPack): number =>
  Math.min(progress.missing[getItemKey(item)] ?? 0, item.quantity - countTicked(progress, item))

export const isComplete = ({ items }: Pick<OrderToPack, 'items'>, progress: Progress): boolean =>
  items.length > 0 && items.every((item) => countTicked(progress, item) === item.quantity)

/** The progress with one more or one less of an item. Undefined when all of it, or nothing, is ticked already. */
export function tickItem({ progress, item, change = 1 }: { progress: Progress; item: ItemToPack; change?: 1 | -1 }): Progress | undefined {
  const ticked = countTicked(progress, item) + change
  if (ticked < 0 || ticked > item.quantity) return undefined
  return { ...progress, ticked: { ...progress.ticked, [getItemKey(item)]: ticked } }
}

/** The progress after all that is not ticked was not found. */
export const markMissing = ({ items }: OrderToPack, progress: Progress): Progress => {
  const missing = items.map((item) => [getItemKey(item), item.quantity - countTicked(progress, item)] as const)
  return { ...progress, missing: Object.fromEntries(missing.filter(([, count]) => count > 0)) }
}

/** As codes are compared: without regard to case and Unicode form; a UPC is an EAN without its zeros. */
const cleanCode = (code: string): string =>
  cleanTyped(code)
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d+$)/, '')

export type ScanResult =
  | { readonly kind: 'ticked'; readonly item: ItemToPack; readonly progress: Progress }
  | { readonly kind: 'too many'; readonly item: ItemToPack }
  | { readonly kind: 'order' }
  | { readonly kind: 'wrong' }

interface Scan {
  readonly order: OrderToPack
  readonly progress: Progress
  readonly code: string
}

/** What a scanned barcode, SKU or number of the order means at this order. */
export function scanCode({ order, progress, code }: Scan): ScanResult {
  const scanned = cleanCode(code)
  const isScanned = (text: string | null) => text !== null && text !== '' && cleanCode(text) === scanned
  const items = order.items.filter(({ sku, barcode }) => isScanned(sku) || isScanned(barcode))
  for (const item of items) {
    const next = tickItem({ progress, item })
    if (next) return { kind: 'ticked', item, progress: next }
  }
  if (items[0]) return { kind: 'too many', item: items[0] }
  return isScanned(order.number) ? { kind: 'order' } : { kind: 'wrong' }
}

/** The name of an item with its size. */
export const nameItem = ({ name, size }: Pick<ItemToPack, 'name' | 'size'>): string => (size === null ? name : `${name}, ${size}`)

/** What is missing in all orders together, a line for each product and size. Empty when nothing is. */
export function listMissing(orders: readonly (OrderToPack & { progress: Progress })[]): string {
  const rows = new Map<string, { item: ItemToPack; count: number; numbers: Set<string> }>()
  for (const { items, number, progress } of orders) {
    for (const item of items) {
      const count = countMissing(progress, item)
      if (count === 0) continue
      const key = `${item._id} ${item.size}`
      const row = rows.get(key) ?? { item, count: 0, numbers: new Set() }
      rows.set(key, { ...row, count: row.count + count, numbers: row.numbers.add(number) })
    }
  }
  return [...rows.values()]
    .map(({ item, count, numbers }) => {
      const facts = [nameItem(item), item.sku && `SKU ${item.sku}`, item.shelf && `shelf ${item.shelf}`].filter(Boolean)
      return `${count} × ${facts.join(', ')}: ${[...numbers].join(', ')}`
    })
    .join('\n')
}
