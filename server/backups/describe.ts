import { formatRupees, paise, toRupees } from '#contract/money.ts'
import type { Totals } from './manifest.ts'

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`

/** What a shop comes to, for whoever made or restored a backup. */
export function describeTotals({ orders, ordered, products, pieces, users }: Totals): string {
  const sum = formatRupees(toRupees(paise(ordered)))
  return `${count(orders, 'order')} over ${sum}, ${count(products, 'product')} with ${count(pieces, 'piece')}, ${count(users, 'user')}`
}
