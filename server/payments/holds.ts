import { sql, type Transaction } from 'kysely'
import { retryTransaction } from '../database/retry.ts'
import type { CartSnapshotLine, Database, Tables } from '../database/schema.ts'
import { lockProducts, returnStock } from '../inventory/stock.ts'
import { sumQuantities } from '../orders/rules.ts'
import { forEachSettled } from './for-each-settled.ts'

/** The payment's row, locked until the transaction ends: whoever settles it first, settles it. */
export async function lockPayment({ trx, id }: { trx: Transaction<Tables>; id: string }) {
  return trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export type PaymentRow = Awaited<ReturnType<typeof lockPayment>>

/** Gives the stock of an ended hold back to the shop; a payment that is settled keeps what it took. */
export async function releaseHold({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<void> {
  const payment = await lockPayment({ trx, id })
  if (payment.hold_released_at !== null || payment.order_id !== null) return
  await returnStock({
    trx,
    quantities: sumQuantities(payment.cart_snapshot),
    context: { cause: 'release', actorId: null, reference: payment.id },
  })
  await trx.updateTable('payments').set({ hold_released_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute()
}

/**
 * The shopper's checkouts that are not paid and hold pieces, locked. All that takes stock locks in one order: the shopper,
 * then payments, then every product that it holds or wants in one go (`lockProducts`), then it writes orders. Whoever takes
 * another order waits in a circle with the rest.
 */
export async function lockOpenCheckouts({ trx, userId }: { trx: Transaction<Tables>; userId: string }) {
  return trx
    .selectFrom('payments')
    .select(['id', 'cart_snapshot'])
    .where('user_id', '=', userId)
    .where('hold_released_at', 'is', null)
    .where('order_id', 'is', null)
    .where('status', 'in', ['created', 'failed'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export const listProductIds = (payments: readonly { cart_snapshot: readonly CartSnapshotLine[] }[]): string[] =>
  payments.flatMap(({ cart_snapshot }) => cart_snapshot.map((line) => line.productId))

/**
 * These products are ordered now, so the shopper's other checkouts of any of them make no second order: their holds end,
 * and money that still comes for them is not taken or goes back. `except` is the payment of the order itself.
 */
export async function cancelCompetingCheckouts({
  trx,
  userId,
  productIds,
  except = null,
}: {
  trx: Transaction<Tables>
  userId: string
  productIds: readonly string[]
  except?: string | null
}): Promise<void> {
  const others = await trx
    .selectFrom('payments')
    .select(['id', 'cart_snapshot', 'hold_released_at'])
    .where('user_id', '=', userId)
    .where('order_id', 'is', null)
    .where('void_reason', 'is', null)
    .where('id', 'is distinct from', except)
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(cart_snapshot) as line where line ->> 'productId' = any(${[...productIds]}::text[]))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  if (others.length === 0) return
  const holding = others.filter((other) => other.hold_released_at === null)
  if (holding.length > 0) await lockProducts({ trx, ids: [...productIds, ...listProductIds(holding)] })
  for (const { id } of holding) await releaseHold({ trx, id })
  const ids = others.map(({ id }) => id)
  await trx.updateTable('payments').set({ void_reason: 'superseded' }).where('id', 'in', ids).execute()
}

/** Ends holds whose time is over. */
export async function releaseExpiredHolds({ database }: { database: Database }): Promise<void> {
  const ended = await database
    .selectFrom('payments')
    .select('id')
    .where('hold_released_at', 'is', null)
    .where('order_id', 'is', null)
    .where('hold_ends_at', '<=', sql<Date>`clock_timestamp()`)
    .limit(200)
    .execute()
  await forEachSettled(ended, ({ id }) => retryTransaction(() => database.transaction().execute((trx) => releaseHold({ trx, id }))))
}
