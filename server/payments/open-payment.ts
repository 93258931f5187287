import { createHash, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { holdMinutes, minCardRupees } from '#contract/business.ts'
import { type Paise, paise, toPaise } from '#contract/money.ts'
import { calculateTotal } from '#contract/pricing.ts'
import { withCartLock } from '../cart/repository.ts'
import { retryTransaction } from '../database/retry.ts'
import type { CartSnapshotLine, Database, Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { lockProducts, takeStock } from '../inventory/stock.ts'
import { type LineItem, type OrderItem, sumQuantities, toLineItems, validateOrder } from '../orders/rules.ts'
import { type Gateway, GatewayError } from './gateway.ts'
import { listProductIds, lockOpenCheckouts, lockPayment, releaseHold } from './holds.ts'

export interface OpenedPayment {
  readonly providerOrderId: string
  readonly amount: Paise
}

interface FrozenPayment {
  readonly id: string
  readonly amount: Paise
  /** null until the provider has answered */
  readonly providerOrderId: string | null
}

interface Frozen {
  readonly lines: LineItem[]
  readonly total: Paise
  readonly deliveryAddress: SavedAddress
  readonly fingerprint: string
}

/**
 * Freezes the cart, holds its stock and opens a payment for it at the provider. The same cart asked for again while its
 * hold lasts is the same payment. Throws `AppError`: 409 for a cart that cannot be ordered, 400 without an address, 503
 * when the provider does not answer.
 */
export async function openPayment({
  database,
  gateway,
  userId,
  expectedTotal,
}: {
  database: Database
  gateway: Gateway
  userId: string
  expectedTotal: Paise
}): Promise<OpenedPayment> {
  const { id, amount, providerOrderId } = await withCartLock({ database, userId, work: (trx) => freeze({ trx, userId, expectedTotal }) })
  const known = providerOrderId ?? (await createProviderOrder({ database, gateway, id, amount }))
  // The shopper has ordered, or checked out another cart, while the provider was asked: what is true now is looked at anew.
  return known ? { providerOrderId: known, amount } : openPayment({ database, gateway, userId, expectedTotal })
}

/**
 * Opens the payment at the provider. Two calls of one moment, a double click, ask for the same payment: both may ask the
 * provider, but what came first counts, and nobody hears of the other. Undefined when the hold ended meanwhile. Throws
 * `AppError` (503), and nothing stays held, when the provider does not answer.
 */
async function createProviderOrder({
  database,
  gateway,
  id,
  amount,
}: {
  database: Database
  gateway: Gateway
  id: string
  amount: Paise
}): Promise<string | undefined> {
  try {
    const created = await gateway.createOrder({ amount, receipt: makeReceipt(id) })
    await database
      .updateTable('payments')
      .set({ provider_order_id: created.id })
      .where('id', '=', id)
      .where('provider_order_id', 'is', null)
      .where('hold_released_at', 'is', null)
      .execute()
    return await settleProviderOrder({ database, id })
  } catch (problem) {
    const known = await settleProviderOrder({ database, id })
    if (known) return known
    if (!(problem instanceof GatewayError)) throw problem
    throw new AppError('order_creation_failed', { retryAfterSeconds: 10 })
  }
}

/** A receipt names its payment and is unique, or the provider refuses it; at most 40 characters. */
const makeReceipt = (id: string) => `${id.replaceAll('-', '')}-${randomBytes(3).toString('hex')}`

/** The provider's order that counts. Without one nobody can pay, so nothing stays held. */
async function settleProviderOrder({ database, id }: { database: Database; id: string }): Promise<string | undefined> {
  return retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      const payment = await lockPayment({ trx, id })
      if (payment.provider_order_id === null) await releaseHold({ trx, id })
      return payment.provider_order_id ?? undefined
    }),
  )
}

async function freeze({
  trx,
  userId,
  expectedTotal,
}: {
  trx: Transaction<Tables>
  userId: string
  expectedTotal: Paise
}): Promise<FrozenPayment> {
  const wanted = await readWanted({ trx, userId })
  const address = await trx.selectFrom('delivery_addresses').select('address').where('user_id', '=', userId).executeTakeFirst()
  if (!address) throw new AppError('address_missing')
  const holding = await lockOpenCheckouts({ trx, userId })
  const products = await lockProducts({ trx, ids: [...wanted.map((line) => line.productId), ...listProductIds(holding)] })
  const frozen = describeCheckout({ lines: toLineItems({ items: wanted, products }), deliveryAddress: address.address })
  const earlier = await findHolding({ trx, userId, fingerprint: frozen.fingerprint })
  if (earlier && frozen.total === expectedTotal) return earlier
  // The cart is another one by now: what the former checkouts hold must not stand in its way.
  for (const { id } of holding) await releaseHold({ trx, id })
  const now = await lockProducts({ trx, ids: products.keys() })
  const violation = validateOrder({ items: wanted, products: now, expectedTotal })
  if (violation) throw violation
  if (frozen.total < toPaise(minCardRupees)) throw new AppError('amount_too_small')
  const payment = await writePayment({ trx, userId, frozen })
  await takeStock({ trx, quantities: sumQuantities(wanted), context: { cause: 'hold', actorId: userId, reference: payment.id } })
  return payment
}

async function readWanted({ trx, userId }: { trx: Transaction<Tables>; userId: string }): Promise<OrderItem[]> {
  const rows = await trx
    .selectFrom('cart_lines')
    .select(['product_id', 'quantity', 'size'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute()
  if (rows.length === 0) throw new AppError('cart_empty')
  return rows.map((row) => ({ productId: row.product_id, quantity: row.quantity, size: row.size === '' ? null : row.size }))
}

function describeCheckout({ lines, deliveryAddress }: { lines: LineItem[]; deliveryAddress: SavedAddress }): Frozen {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([lines, deliveryAddress]))
    .digest('hex')
  return { lines, total: calculateTotal(lines), deliveryAddress, fingerprint }
}

/** An open checkout of the same cart whose stock is still held. */
async function findHolding({
  trx,
  userId,
  fingerprint,
}: {
  trx: Transaction<Tables>
  userId: string
  fingerprint: string
}): Promise<FrozenPayment | undefined> {
  return trx
    .selectFrom('payments')
    .select(['id', 'provider_order_id as providerOrderId', 'amount_paise as amount'])
    .where('user_id', '=', userId)
    .where('fingerprint', '=', fingerprint)
    .where('status', 'in', ['created', 'failed'])
    .where('hold_released_at', 'is', null)
    .where('hold_ends_at', '>', sql<Date>`clock_timestamp() + interval '1 minute'`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

async function writePayment({ trx, userId, frozen }: { trx: Transaction<Tables>; userId: string; frozen: Frozen }): Promise<FrozenPayment> {
  const holdEnds = sql<Date>`clock_timestamp() + make_interval(mins => ${holdMinutes})`
  const lines: readonly CartSnapshotLine[] = frozen.lines
  const { id } = await trx
    .insertInto('payments')
    .values({
      user_id: userId,
      amount_paise: frozen.total,
      cart_snapshot: JSON.stringify(lines),
      delivery_address: JSON.stringify(frozen.deliveryAddress),
      fingerprint: frozen.fingerprint,
      hold_ends_at: holdEnds,
      next_check_at: holdEnds,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, amount: paise(frozen.total), providerOrderId: null }
}
