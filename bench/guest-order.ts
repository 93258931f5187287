import { paise, toRupees } from '#contract/money.ts'
import { address } from '#testing/factories.ts'
import { withClient } from './seed.ts'

export interface OrderedProduct {
  readonly id: string
  readonly name: string
  readonly price_paise: number
  readonly sizes: readonly string[]
}

/** Products with one stock are ordered in M. */
const productColumns = `id, name, price_paise::int,
  case when has_sizes then array(select size from product_sizes where product_id = products.id) else '{M}' end as sizes`

/** Products with much stock: with one stock, or with a stock for each size. */
export async function listProducts({ connection, bySize }: { connection: object; bySize: boolean }): Promise<OrderedProduct[]> {
  const statement = `select ${productColumns} from products where stock > 1000 and has_sizes = $1`
  return (await withClient({ connection, work: (client) => client.query<OrderedProduct>(statement, [bySize]) })).rows
}

interface Order {
  readonly product: OrderedProduct
  readonly phone: string
  readonly offerCode?: string | undefined
}

/** The body of a guest's order of one item. */
export function buildOrder({ product: { id, name, price_paise, sizes }, phone, offerCode }: Order): string {
  const price = toRupees(paise(price_paise))
  const size = sizes[Math.floor(Math.random() * sizes.length)]
  const line = { product: id, name, price, quantity: 1, size, image: '/images/x/800.webp', subtotal: price }
  const deliveryAddress = { ...address, phone, email: `asha${phone}@example.com` }
  return JSON.stringify({
    products: [line],
    totalPrice: price,
    cashOndelivery: true,
    deliveryAddress,
    offerCode,
  })
}
