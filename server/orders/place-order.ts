import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import type { Paise } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Database, Tables } from '../database/tables.ts'
import { Refused } from '../http/refusals.ts'
import { claimKey, type IdempotencyKey, keepAnswer } from '../idempotency.ts'
import { isId } from '../products/store.ts'
import { noteEvent } from './events.ts'
import { makeOrderNumber } from './number.ts'
import { type OrderRow, presentOrder } from './present.ts'
import { findObstacle, mergeLines, type PricedLine, type ProductNow, priceLines, sumPieces, sumTotal, type WantedLine } from './rules.ts'

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
    await takeStock({ trx, pieces: sumPieces(lines) })
    const priced = priceLines({ lines, products })
    const row = await writeOrder({ trx, order, lines: priced })
    const actor = order.userId === null ? 'guest' : 'shopper'
    await noteEvent({ trx, orderId: row.id, event: 'Placed', actor, actorId: order.userId })
    const placed = presentOrder({ row, lines: priced })
    if (order.claim) await keepAnswer({ trx, claim: order.claim, answer: placed })
    return placed
  })
}

/** Locks rows in the order of their ids, so that two carts with the same products cannot wait for each other. */
async function lockProducts({ trx, ids }: { trx: Transaction<Tables>; ids: readonly string[] }): Promise<Map<string, ProductNow>> {
  const known = [...new Set(ids.filter(isId))]
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'name', 'image_key', 'price_paise', 'stock', 'deleted_at'])
    .where('id', '=', sql<string>`any(${known}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function takeStock({ trx, pieces }: { trx: Transaction<Tables>; pieces: ReadonlyMap<string, number> }): Promise<void> {
  await sql`
    update products set stock = stock - taken.pieces
    from unnest(${[...pieces.keys()]}::uuid[], ${[...pieces.values()]}::int[]) as taken (id, pieces)
    where products.id = taken.id
  `.execute(trx)
}

async function writeOrder({
  trx,
  order,
  lines,
}: {
  trx: Transaction<Tables>
  order: NewOrder
  lines: readonly PricedLine[]
}): Promise<OrderRow> {
  const total = sumTotal(lines)
  const row = await trx
    .insertInto('orders')
    .values({
      number: makeOrderNumber(),
      kind: order.kind,
      user_id: order.userId,
      total_paise: total,
      paid_paise: 0 as Paise,
      collect_paise: total,
      delivery_address: JSON.stringify(order.deliveryAddress),
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returningAll()
    .executeTakeFirst()
  // The number was taken, once in a billion: draw again.
  if (!row) return writeOrder({ trx, order, lines })
  await trx
    .insertInto('order_lines')
    .values(
      lines.map((line, index) => ({
        order_id: row.id,
        line: index + 1,
        product_id: line.productId,
        name: line.name,
        image_key: line.imageKey,
        price_paise: line.price,
        quantity: line.quantity,
        size: line.size,
      })),
    )
    .execute()
  return row
}
