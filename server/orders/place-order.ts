import type { Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import type { Paise } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Database, Tables } from '../database/tables.ts'
import { Refused } from '../http/refusals.ts'
import { claimKey, type IdempotencyKey, keepAnswer } from '../idempotency.ts'
import { lockProducts, takeStock } from '../products/stock.ts'
import { presentOrder } from './present.ts'
import { findObstacle, mergeLines, type PricedLine, priceLines, sumPieces, type WantedLine } from './rules.ts'
import { writeOrder } from './write-order.ts'

export interface NewOrder {
  readonly kind: 'guest' | 'cod'
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly claim: IdempotencyKey | undefined
  /** What is ordered, and the total that the shopper saw. Read after the key was claimed, so that a retry finds its order and not an emptied cart. */
  readonly readWish: (trx: Transaction<Tables>) => Promise<{ lines: readonly WantedLine[]; expectedTotal: Paise }>
}

/**
 * Places an order, whoever asks: the only code that writes orders. One transaction locks the products, reads their
 * prices again, takes the stock and writes order and lines; any refusal leaves nothing behind. Throws `Refused` (409)
 * when something is gone, sold out, short, or costs something else than the shopper saw.
 */
export async function placeOrder({ database, order }: { database: Database; order: NewOrder }): Promise<Order> {
  return database.transaction().execute(async (trx) => {
    const earlier = order.claim && (await claimKey<Order>({ trx, claim: order.claim }))
    if (earlier) return earlier
    const { lines: wanted, expectedTotal } = await order.readWish(trx)
    const lines = mergeLines(wanted)
    const products = await lockProducts({ trx, ids: lines.map((line) => line.productId) })
    const obstacle = findObstacle({ lines, products, expectedTotal })
    if (obstacle) throw new Refused({ status: 409, ...obstacle })
    const priced = priceLines({ lines, products })
    const placing = { event: 'Placed', actor: order.userId === null ? 'guest' : 'shopper', actorId: order.userId } as const
    const row = await writeOrder({ trx, order: { ...order, lines: priced, events: [placing] } })
    await takeStock({ trx, pieces: sumPieces(lines), reason: { cause: 'sale', actorId: order.userId, reference: row.id } })
    const placed = presentOrder({ row, lines: priced })
    if (order.claim) await keepAnswer({ trx, claim: order.claim, answer: placed })
    return placed
  })
}

/** What a payment froze: lines with their prices, and stock that is already taken or never will be. */
export interface PaidOrder {
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly PricedLine[]
}

/** Places an order that is paid, in the transaction that settles its payment. The stock is the payment's business. */
export async function placePaidOrder({ trx, order }: { trx: Transaction<Tables>; order: PaidOrder }): Promise<{ id: string }> {
  const events = [
    { event: 'Placed', actor: 'shopper', actorId: order.userId },
    { event: 'Paid', actor: 'system', actorId: null },
  ] as const
  const row = await writeOrder({ trx, order: { ...order, kind: 'card', events } })
  return { id: row.id }
}
