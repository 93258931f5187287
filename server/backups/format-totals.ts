import { formatRupees, paise, toRupees } from '#contract/money.ts'
import type { Totals } from './manifest.ts'

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A summary for the owner, such as "1 order over ₹499, 40 products with 1200 items, 2 users". */
export function formatTotals({ orders, ordered, products, pieces, users }: Totals): string {
  const revenue = formatRupees(toRupees(paise(ordered)))
  const stock = `${formatCount(products, 'product')} with ${formatCount(pieces, 'item')}`
  return `${formatCount(orders, 'order')} over ${revenue}, ${stock}, ${formatCount(users, 'user')}`
}
