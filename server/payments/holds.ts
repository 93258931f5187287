import { sql, type Transaction } from 'kysely'
import { retryDeadlock } from '../database/retry-deadlock.ts'
import type { Database, FrozenLine, Tables } from '../database/tables.ts'
import { sumPieces } from '../orders/rules.ts'
import { lockProducts, returnStock } from '../products/stock.ts'

/** The payment's row, locked until the transaction ends: whoever settles it first, settles it. */
export async function lockPayment({ trx, id }: { trx: Transaction<Tables>; id: string }) {
  return trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export type PaymentRow = Awaited<ReturnType<typeof lockPayment>>

/** Gives the stock of an ended hold back to the shop; a payment that is settled keeps what it took. */
export async function releaseHold({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<void> {
  const payment = await lockPayment({ trx, id })
  if (payment.hold_released_at !== null || payment.order_id !== null) return
  await returnStock({ trx, pieces: sumPieces(payment.lines), reason: { cause: 'release', actorId: null, reference: payment.id } })
  await trx.updateTable('payments').set({ hold_released_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute()
}

/**
 * The shopper's checkouts that are not paid and hold pieces, locked. All that takes stock locks in one order: the shopper,
 * then payments, then every product that it holds or wants in one go (`lockProducts`), then it writes orders. Whoever takes
 * another order waits in a circle with the rest.
 */
export async function lockHolding({ trx, userId }: { trx: Transaction<Tables>; userId: string }) {
  return trx
    .selectFrom('payments')
    .select(['id', 'lines'])
    .where('user_id', '=', userId)
    .where('hold_released_at', 'is', null)
    .where('order_id', 'is', null)
    .where('status', 'in', ['created', 'failed'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export const listProducts = (payments: readonly { lines: readonly FrozenLine[] }[]): string[] =>
  payments.flatMap(({ lines }) => lines.map((line) => line.productId))

/** Ends every hold of the shopper's checkouts that are not paid; they stay payable. `productIds` are wanted next. */
export async function releaseHolds({
  trx,
  userId,
  productIds,
}: {
  trx: Transaction<Tables>
  userId: string
  productIds: readonly string[]
}): Promise<void> {
  const holding = await lockHolding({ trx, userId })
  if (holding.length === 0) return
  await lockProducts({ trx, ids: [...listProducts(holding), ...productIds] })
  for (const { id } of holding) await releaseHold({ trx, id })
}

/** Ends holds whose time is over. */
export async function workHolds({ database }: { database: Database }): Promise<void> {
  const ended = await database
    .selectFrom('payments')
    .select('id')
    .where('hold_released_at', 'is', null)
    .where('order_id', 'is', null)
    .where('hold_ends_at', '<=', sql<Date>`clock_timestamp()`)
    .limit(200)
    .execute()
  for (const { id } of ended) await retryDeadlock(() => database.transaction().execute((trx) => releaseHold({ trx, id })))
}
