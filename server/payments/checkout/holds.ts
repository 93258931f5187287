import { type Selectable, sql, type Transaction } from 'kysely'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Tables } from '../../database/schema.ts'
import type { CartSnapshotLine } from '../../database/tables/payment-tables.ts'
import { lockProducts, returnStock } from '../../inventory/stock.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { giveBackExpiredUses, giveBackUses } from '../../offers/use-offers.ts'
import { now } from '../provider/process-batches.ts'

// Every transaction that takes or returns stock locks rows in this order: shopper, payments by id, products by id, offers, orders.

export type PaymentRow = Selectable<Tables['payments']>

/** Locks the payment until the transaction ends. */
export async function lockPayment({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<PaymentRow> {
  return trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Returns the stock that an unpaid payment holds, and gives back the uses of its offers. Does nothing when the hold is released or the payment has an order. */
export async function releaseHold({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<void> {
  const payment = await lockPayment({ trx, id })
  if (payment.hold_released_at !== null || payment.order_id !== null) return
  await returnStock({ trx, items: payment.cart_snapshot, context: { cause: 'release', actorId: null, reference: payment.id } })
  await giveBackUses({ trx, paymentId: payment.id })
  await trx.updateTable('payments').set({ hold_released_at: now }).where('id', '=', id).execute()
}

/** Locks the shopper's unpaid checkouts that hold stock. */
export async function lockOpenCheckouts({ trx, userId }: { trx: Transaction<Tables>; userId: string }) {
  return trx
    .selectFrom('payments')
    .select(['id', 'cart_snapshot', 'provider', 'provider_order_id', 'amount_paise'])
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

interface NewOrder {
  readonly trx: Transaction<Tables>
  readonly userId: string
  readonly productIds: readonly string[]
  /** the payment of the order */
  readonly except?: string | null
}

type CompetingPayment = Pick<PaymentRow, 'id' | 'cart_snapshot' | 'hold_released_at'>

interface Competition {
  readonly trx: Transaction<Tables>
  /** locked */
  readonly competing: readonly CompetingPayment[]
  /** of the new order */
  readonly productIds: readonly string[]
}

/** Releases the holds of these unpaid payments and marks them as superseded, so that a late payment for them is refunded. */
async function supersede({ trx, competing, productIds }: Competition): Promise<void> {
  if (competing.length === 0) return
  const holding = competing.filter((payment) => payment.hold_released_at === null)
  // All products in one statement, because each release locks only its own.
  if (holding.length > 0) await lockProducts({ trx, ids: [...productIds, ...listProductIds(holding)] })
  for (const { id } of holding) await releaseHold({ trx, id })
  const ids = competing.map(({ id }) => id)
  await trx.updateTable('payments').set({ void_reason: 'superseded' }).where('id', 'in', ids).execute()
}

/** Unpaid payments in the order in which they are locked. */
const selectUnpaid = (trx: Transaction<Tables>) =>
  trx
    .selectFrom('payments')
    .select(['payments.id', 'cart_snapshot', 'hold_released_at'])
    .where('order_id', 'is', null)
    .where('void_reason', 'is', null)
    .orderBy('payments.id')
    .forUpdate('payments')

const hasAnyOf = (productIds: readonly string[]) =>
  sql<boolean>`exists (select from jsonb_array_elements(cart_snapshot) as line where line ->> 'productId' = any(${[...productIds]}::text[]))`

/** Ends the shopper's other unpaid checkouts that contain any of these products. */
export async function cancelCompetingCheckouts({ trx, userId, productIds, except = null }: NewOrder): Promise<void> {
  const competing = await selectUnpaid(trx)
    .where('user_id', '=', userId)
    .where('id', 'is distinct from', except)
    .where(hasAnyOf(productIds))
    .execute()
  await supersede({ trx, competing, productIds })
}

/** Ends other unpaid payments of guests for the same items and address. With the fingerprint locked. */
export async function cancelSameCheckouts({ trx, payment }: { trx: Transaction<Tables>; payment: PaymentRow }): Promise<void> {
  const competing = await selectUnpaid(trx)
    .where('guest_token_hash', 'is not', null)
    .where('fingerprint', '=', payment.fingerprint)
    .where('id', '<>', payment.id)
    .execute()
  await supersede({ trx, competing, productIds: listProductIds([payment]) })
}

interface GuestOrder {
  readonly trx: Transaction<Tables>
  /** of the browser, as `createSourceHash` makes it */
  readonly deviceHash: Buffer
  readonly productIds: readonly string[]
}

/** Ends the unpaid payments of guests that this browser has opened for any of these products, which it orders in another way. */
export async function cancelGuestCheckouts({ trx, deviceHash, productIds }: GuestOrder): Promise<void> {
  const competing = await selectUnpaid(trx)
    .innerJoin('hold_sources', 'payment_id', 'payments.id')
    .where('guest_token_hash', 'is not', null)
    .where('device_hash', '=', deviceHash)
    .where(hasAnyOf(productIds))
    .execute()
  await supersede({ trx, competing, productIds })
}

/** Ends the unpaid payments of guests that this browser has opened with this code. Returns whether there were any. */
export async function cancelGuestCheckoutsWithCode({ trx, deviceHash, code }: Omit<GuestOrder, 'productIds'> & { code: string }) {
  const usesCode = sql<boolean>`exists (
    select from offer_uses join offers on offers.id = offer_id
    where offer_uses.payment_id = payments.id and is_counted and offers.code = ${code}
  )`
  const competing = await selectUnpaid(trx)
    .innerJoin('hold_sources', 'payment_id', 'payments.id')
    .where('guest_token_hash', 'is not', null)
    .where('device_hash', '=', deviceHash)
    .where(usesCode)
    .execute()
  await supersede({ trx, competing, productIds: [] })
  return competing.length > 0
}

/** For so long a hold waits after its end for an answer of the provider, or for the outcome of an attempt to pay. */
const graceMinutes = 10

/**
 * Releases holds that have ended, after `processDuePayments` has learned that nothing was paid in time, or after
 * `graceMinutes`.
 */
export async function releaseExpiredHolds({ database }: { database: Database }): Promise<void> {
  const expired = await database
    .selectFrom('payments')
    .select('id')
    .where('hold_released_at', 'is', null)
    .where('order_id', 'is', null)
    .where('hold_ends_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('provider_order_id', 'is', null),
        eb('checked_at', '>=', eb.ref('hold_ends_at')),
        eb('hold_ends_at', '<=', sql<Date>`clock_timestamp() - make_interval(mins => ${graceMinutes})`),
      ]),
    )
    .limit(200)
    .execute()
  await giveBackExpiredUses({ database })
  await forEachSettled(expired, ({ id }) => retryTransaction(() => database.transaction().execute((trx) => releaseHold({ trx, id }))))
}
