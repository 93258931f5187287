import type { Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import type { Paise } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { findStoredAnswer, type IdempotencyKey, isKeyTaken } from '../database/idempotency.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { readProductSnapshot } from '../inventory/stock.ts'
import { presentOrder } from './present.ts'
import { type LineItem, mergeItems, type OrderItem, toLineItems, validateOrder } from './rules.ts'
import { writeOrder, writeOrderFromStock } from './write-order.ts'

/** What is ordered, and the total that the shopper saw. */
export interface OrderRequest {
  readonly lines: readonly OrderItem[]
  readonly expectedTotal: Paise
}

export interface NewOrder {
  readonly kind: 'guest' | 'cod'
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly claim: IdempotencyKey | undefined
  /** or how it is taken from where it is kept, which is undone when the order is refused */
  readonly wish: OrderRequest | ((trx: Transaction<Tables>) => Promise<OrderRequest>)
}

/** Products hardly ever change between the look at them and the order; as often as this in a row, never. */
const mostTries = 5

/** The products are not what was looked at any more. Thrown, so that a transaction leaves nothing behind. */
class ChangedMeanwhile extends Error {}

/**
 * Places an order, whoever asks: the only code that writes orders which are not paid yet. Looks at the products, and then
 * writes order and lines and takes the stock and the key in one statement, if the products are still what was looked at;
 * any refusal leaves nothing behind. Throws `AppError` (409) when something is gone, sold out, short, or costs something
 * else than the shopper saw.
 */
export async function placeOrder({ database, order }: { database: Database; order: NewOrder }): Promise<Order> {
  try {
    return await tryToPlace({ database, order, tries: mostTries })
  } catch (problem) {
    // A retry finds what its first try has left: an emptied cart, a sold piece, or the key itself.
    const retried = order.claim && (problem instanceof AppError || isKeyTaken(problem))
    const earlier = retried && (await findStoredAnswer<Order>({ database, claim: order.claim }))
    if (earlier) return earlier
    throw problem
  }
}

async function tryToPlace({ database, order, tries }: { database: Database; order: NewOrder; tries: number }): Promise<Order> {
  const { wish } = order
  try {
    if (typeof wish !== 'function') return await retryTransaction(() => placeWish({ database, order, wish }))
    return await retryTransaction(() =>
      database.transaction().execute(async (trx) => placeWish({ database: trx, order, wish: await wish(trx) })),
    )
  } catch (problem) {
    if (!(problem instanceof ChangedMeanwhile)) throw problem
    if (tries === 1) throw new AppError('prices_changed')
    return tryToPlace({ database, order, tries: tries - 1 })
  }
}

async function placeWish({ database, order, wish }: { database: Database; order: NewOrder; wish: OrderRequest }): Promise<Order> {
  const lines = mergeItems(wish.lines)
  const seen = await Promise.all(lines.map(({ productId }) => readProductSnapshot({ database, key: productId })))
  const products = new Map(seen.flatMap((product) => (product ? [[product.id, product]] : [])))
  const violation = validateOrder({ lines, products, expectedTotal: wish.expectedTotal })
  if (violation) throw violation
  const priced = toLineItems({ lines, products })
  const placing = { event: 'Placed', actor: order.userId === null ? 'guest' : 'shopper', actorId: order.userId } as const
  const row = await writeOrderFromStock({ database, order: { ...order, lines: priced, events: [placing] }, claim: order.claim })
  if (!row) throw new ChangedMeanwhile()
  return presentOrder({ row, lines: priced })
}

/** What a payment froze: lines with their prices, and stock that is already taken or never will be. */
export interface PaidOrder {
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly LineItem[]
}

/** Places an order that is paid, in the transaction that settles its payment. The stock is the payment's business. */
export async function placePaidOrder({ trx, order }: { trx: Transaction<Tables>; order: PaidOrder }): Promise<{ id: string }> {
  const events = [
    { event: 'Placed', actor: 'shopper', actorId: order.userId },
    { event: 'Paid', actor: 'system', actorId: null },
  ] as const
  const row = await writeOrder({ database: trx, order: { ...order, kind: 'card', events } })
  return { id: row.id }
}
