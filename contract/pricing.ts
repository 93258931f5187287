import { type Paise, paise, toPaise, toRupees } from './money.ts'

// The only place that adds up money. All amounts are whole paise, so no sum is off by a fraction of a rupee.

export interface PricedItem {
  /** of one unit */
  readonly price: Paise
  readonly quantity: number
}

/** The sum of amounts; 0 for none. */
export const sumPaise = (amounts: readonly Paise[]): Paise => paise(amounts.reduce<number>((sum, amount) => sum + amount, 0))

/** What one line of a cart or an order costs. */
export const calculateSubtotal = ({ price, quantity }: PricedItem): Paise => paise(price * quantity)

/** What all lines of a cart or an order cost together. */
export const calculateTotal = (items: readonly PricedItem[]): Paise => sumPaise(items.map(calculateSubtotal))

/** The total in rupees of prices in rupees, the unit of the API. */
export const calculateTotalRupees = (items: readonly { readonly price: number; readonly quantity: number }[]): number =>
  toRupees(calculateTotal(items.map(({ price, quantity }) => ({ price: toPaise(price), quantity }))))
