import type { Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import type { Paise } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Tables } from '../database/schema.ts'
import { lockProducts, takeStock } from '../inventory/stock.ts'
import { insertOrder } from './insert-order.ts'
import { presentOrder } from './present.ts'
import { type LineItem, mergeItems, type OrderItem, sumQuantities, toLineItems, validateOrder } from './rules.ts'

/** What is ordered, and the total that the shopper saw. */
export interface OrderRequest {
  readonly items: readonly OrderItem[]
  readonly expectedTotal: Paise
}

export interface UnpaidOrder {
  readonly kind: 'guest' | 'cod'
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly claim: IdempotencyKey | undefined
  /** runs in the order's transaction, so that an emptied cart is restored when the order is rejected */
  readonly takeItems: (trx: Transaction<Tables>) => Promise<OrderRequest>
}

/**
 * Places an order that is paid on delivery, in one transaction. The same idempotency key gives the same answer.
 * Throws `AppError` (409) when a product is gone, sold out or short, when the total is not what the shopper saw, or when the
 * key came with another body. A rejected order changes nothing.
 */
export async function placeOrder({ database, order }: { database: Database; order: UnpaidOrder }): Promise<Order> {
  return retryTransaction(() => database.transaction().execute((trx) => writeOrder({ trx, order })))
}

/** Locks, in this order: idempotency key, shopper and payments (`takeItems`), products by id. */
async function writeOrder({ trx, order }: { trx: Transaction<Tables>; order: UnpaidOrder }): Promise<Order> {
  const { claim, kind, userId, deliveryAddress } = order
  const storedAnswer = claim && (await claimKey<Order>({ trx, claim }))
  if (storedAnswer) return storedAnswer

  const { items: requested, expectedTotal } = await order.takeItems(trx)
  const items = mergeItems(requested)
  const quantities = sumQuantities(items)
  const products = await lockProducts({ trx, ids: quantities.keys() })
  const violation = validateOrder({ items, products, expectedTotal })
  if (violation) throw violation

  const lines = toLineItems({ items, products })
  const events = [{ event: 'Placed', actor: userId === null ? 'guest' : 'shopper', actorId: userId }] as const
  const row = await insertOrder({ trx, order: { kind, userId, deliveryAddress, lines, events } })
  await takeStock({ trx, quantities, context: { cause: 'sale', actorId: userId, reference: row.id } })

  const answer = presentOrder({ row, lines })
  if (claim) await storeAnswer({ trx, claim, answer })
  return answer
}

export interface PaidOrder {
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  /** as they were when the payment was opened */
  readonly lines: readonly LineItem[]
}

/** Places an order that is paid by card, in the transaction that settles its payment. The payment has taken the stock. */
export async function placePaidOrder({ trx, order }: { trx: Transaction<Tables>; order: PaidOrder }): Promise<{ id: string }> {
  const events = [
    { event: 'Placed', actor: 'shopper', actorId: order.userId },
    { event: 'Paid', actor: 'system', actorId: null },
  ] as const
  return insertOrder({ trx, order: { ...order, kind: 'card', events } })
}
