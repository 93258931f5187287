import type { Transaction } from 'kysely'
import { calculateTotal } from '#contract/pricing.ts'
import type { Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import type { OrderRequest } from './place-order.ts'

/**
 * Takes what is in the shopper's cart for an order and empties it, in the order's own transaction: when the order is
 * refused the cart is as it was. The total is the one that the shopper has seen, line by line.
 */
export async function readCartWish({ trx, userId }: { trx: Transaction<Tables>; userId: string }): Promise<OrderRequest> {
  const taken = await trx
    // The shopper first, like everything that changes a cart.
    .with('shopper', (db) => db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate())
    .deleteFrom('cart_lines')
    .using('shopper')
    .whereRef('user_id', '=', 'shopper.id')
    .returningAll('cart_lines')
    .execute()
  if (taken.length === 0) throw new AppError('cart_empty')
  const lines = taken
    .toSorted((one, other) => one.added_at.getTime() - other.added_at.getTime())
    .map((line) => ({ productId: line.product_id, quantity: line.quantity, size: line.size === '' ? null : line.size }))
  return { lines, expectedTotal: calculateTotal(taken.map(({ seen_paise: price, quantity }) => ({ price, quantity }))) }
}
