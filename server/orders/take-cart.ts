import type { Transaction } from 'kysely'
import { calculateTotal } from '#contract/pricing.ts'
import { emptyCart, lockCart } from '../cart/repository.ts'
import type { Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import type { PaymentsPort } from './payments-port.ts'
import type { OrderRequest } from './place-order.ts'

/**
 * Empties the shopper's cart into an order, in the order's transaction. The expected total is the one that the cart displayed.
 * The shopper's unpaid card checkouts of these products end first, so that their holds are free for this order.
 * Throws `AppError` (409) for an empty cart.
 */
export async function takeCart({
  trx,
  userId,
  payments,
}: {
  trx: Transaction<Tables>
  userId: string
  payments: PaymentsPort
}): Promise<OrderRequest> {
  await lockCart({ trx, userId })
  const lines = await emptyCart({ trx, userId })
  if (lines.length === 0) throw new AppError('cart_empty')
  await payments.cancelCompetingCheckouts({ trx, userId, productIds: lines.map((line) => line.productId) })
  return { items: lines, expectedTotal: calculateTotal(lines.map(({ displayedPrice: price, quantity }) => ({ price, quantity }))) }
}
