import type pg from 'pg'
import { paise, toRupees } from '#contract/kernel/money.ts'
import { address } from '#testing/factories.ts'

export interface OrderedProduct {
  readonly id: string
  readonly name: string
  readonly price_paise: number
}

/** Products with much of their one stock. */
export async function listOrdered({ client }: { client: pg.Client }): Promise<OrderedProduct[]> {
  const statement = `select id, name, price_paise::int from products where not has_sizes and stock > 100 limit 100`
  return (await client.query<OrderedProduct>(statement)).rows
}

/** The body of a guest's order of one item. */
export function buildGuestOrder({ product: { id, name, price_paise }, phone }: { product: OrderedProduct; phone: string }): string {
  const price = toRupees(paise(price_paise))
  const line = { product: id, name, price, quantity: 1, size: 'M', image: '/images/x/800.webp', subtotal: price }
  const deliveryAddress = { ...address, phone, email: `asha${phone}@example.com` }
  return JSON.stringify({ products: [line], totalPrice: price, cashOndelivery: true, deliveryAddress })
}
