import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { toPaise } from '#contract/kernel/money.ts'
import type { Database } from '#server/database/schema.ts'

let counter = 0

/** Inserts a product, with `sizes` one with stock by size. `price` in rupees. */
export async function createTestProduct({
  database,
  price = 799,
  stock = 10,
  category = 'TEE',
  sizes,
  ...rest
}: {
  database: Database
  price?: number
  stock?: number
  category?: string
  /** the stock of each size */
  sizes?: Readonly<Record<string, number>>
  name?: string
  description?: string
  createdAt?: Date
}): Promise<{ id: string; name: string; price: number }> {
  counter += 1
  const { id, name } = await database.transaction().execute(async (trx) => {
    const product = await trx
      .insertInto('products')
      .values({
        name: rest.name ?? `Test product ${counter}`,
        description: rest.description ?? 'Made for a test.',
        category,
        price_paise: toPaise(price),
        stock: sizes ? 0 : stock,
        has_sizes: sizes !== undefined,
        image_key: `test-product-${counter}`,
        ...(rest.createdAt && { created_at: rest.createdAt }),
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    const rows = Object.entries(sizes ?? {}).map(([size, stock], index) => ({ product_id: product.id, size, stock, position: index + 1 }))
    if (rows.length > 0) await trx.insertInto('product_sizes').values(rows).execute()
    return product
  })
  return { id, name, price }
}

export const address: DeliveryAddress = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '12 Lake Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '560001',
  phone: '9876543210',
  email: 'asha@example.com',
}

/** The body of a guest order with correct prices and totals. */
export function buildGuestOrder(items: readonly { id: string; name: string; price: number; quantity?: number; size?: string }[]) {
  const products = items.map(({ id, name, price, quantity = 1, size }) => ({
    product: id,
    name,
    price,
    quantity,
    size,
    image: '/images/x/800.webp',
    subtotal: price * quantity,
  }))
  return {
    products,
    totalPrice: products.reduce((sum, item) => sum + item.subtotal, 0),
    cashOndelivery: true as const,
    deliveryAddress: address,
  }
}
