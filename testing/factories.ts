import type { DeliveryAddress } from '#contract/address.ts'
import { toPaise } from '#contract/money.ts'
import type { Database } from '#server/database/schema.ts'

let counter = 0

/** Inserts a product. `price` in rupees. */
export async function createTestProduct({
  database,
  price = 799,
  stock = 10,
  category = 'TEE',
  ...rest
}: {
  database: Database
  price?: number
  stock?: number
  category?: string
  name?: string
  description?: string
  createdAt?: Date
}): Promise<{ id: string; name: string; price: number }> {
  counter += 1
  const { id, name } = await database
    .insertInto('products')
    .values({
      name: rest.name ?? `Test product ${counter}`,
      description: rest.description ?? 'Made for a test.',
      category,
      price_paise: toPaise(price),
      stock,
      image_key: `test-product-${counter}`,
      ...(rest.createdAt && { created_at: rest.createdAt }),
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
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
