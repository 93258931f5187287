import { createHash, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { holdMinutes, minCardRupees } from '#contract/business.ts'
import { type Paise, toPaise } from '#contract/money.ts'
import { calculateTotal } from '#contract/pricing.ts'
import { findAddress } from '../cart/delivery-address.ts'
import { listCartItems, withCartLock } from '../cart/repository.ts'
import { retryTransaction } from '../database/retry.ts'
import type { CartSnapshotLine, Database, Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { lockProducts, takeStock } from '../inventory/stock.ts'
import { sumQuantities, toLineItems, validateOrder } from '../orders/rules.ts'
import { type Gateway, GatewayError } from './gateway.ts'
import { listProductIds, lockOpenCheckouts, lockPayment, releaseHold } from './holds.ts'

interface OpenPayment {
  readonly id: string
  readonly amount: Paise
  /** null until the provider has created its order */
  readonly providerOrderId: string | null
}

interface CartSnapshot {
  readonly lines: readonly CartSnapshotLine[]
  readonly total: Paise
  readonly deliveryAddress: SavedAddress
  /** equal for equal lines and addresses */
  readonly fingerprint: string
}

/**
 * Takes a snapshot of the cart, holds its stock and creates an order for it at the provider. Returns the open payment when
 * the same cart already has one. Throws `AppError`: 409 when the cart cannot be ordered, 400 without a delivery address,
 * 503 when the provider does not answer; nothing is held then.
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
}): Promise<{ providerOrderId: string; amount: Paise }> {
  const { provider } = gateway
  const payment = await withCartLock({ database, userId, work: (trx) => holdCart({ trx, userId, provider, expectedTotal }) })
  const providerOrderId = payment.providerOrderId ?? (await createProviderOrder({ database, gateway, payment }))
  // The hold ended during the call to the provider, because the shopper placed an order or changed the cart: start again.
  if (!providerOrderId) return openPayment({ database, gateway, userId, expectedTotal })
  return { providerOrderId, amount: payment.amount }
}

/** Runs with the shopper locked. Locks the shopper's open checkouts, then the products of these and of the cart. */
async function holdCart({
  trx,
  userId,
  provider,
  expectedTotal,
}: {
  trx: Transaction<Tables>
  userId: string
  provider: string
  expectedTotal: Paise
}): Promise<OpenPayment> {
  const items = await listCartItems({ trx, userId })
  if (items.length === 0) throw new AppError('cart_empty')
  const deliveryAddress = await findAddress({ database: trx, userId })
  if (!deliveryAddress) throw new AppError('address_missing')

  const openCheckouts = await lockOpenCheckouts({ trx, userId })
  const productIds = [...items.map((item) => item.productId), ...listProductIds(openCheckouts)]
  const snapshot = buildCartSnapshot({
    lines: toLineItems({ items, products: await lockProducts({ trx, ids: productIds }) }),
    deliveryAddress,
  })
  const existing = await findOpenPayment({ trx, userId, fingerprint: snapshot.fingerprint })
  if (existing && snapshot.total === expectedTotal) return existing

  for (const { id } of openCheckouts) await releaseHold({ trx, id })
  // Read again, because the released stock is available now.
  const products = await lockProducts({ trx, ids: productIds })
  const violation = validateOrder({ items, products, expectedTotal })
  if (violation) throw violation
  if (snapshot.total < toPaise(minCardRupees)) throw new AppError('amount_too_small')
  const payment = await insertPayment({ trx, userId, provider, snapshot })
  await takeStock({ trx, quantities: sumQuantities(items), context: { cause: 'hold', actorId: userId, reference: payment.id } })
  return payment
}

function buildCartSnapshot({ lines, deliveryAddress }: Pick<CartSnapshot, 'lines' | 'deliveryAddress'>): CartSnapshot {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([lines, deliveryAddress]))
    .digest('hex')
  return { lines, total: calculateTotal(lines), deliveryAddress, fingerprint }
}

/** An unpaid checkout of the same cart, whose hold lasts for another minute or longer. */
async function findOpenPayment({
  trx,
  userId,
  fingerprint,
}: {
  trx: Transaction<Tables>
  userId: string
  fingerprint: string
}): Promise<OpenPayment | undefined> {
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

async function insertPayment({
  trx,
  userId,
  provider,
  snapshot,
}: {
  trx: Transaction<Tables>
  userId: string
  provider: string
  snapshot: CartSnapshot
}): Promise<OpenPayment> {
  const holdEndsAt = sql<Date>`clock_timestamp() + make_interval(mins => ${holdMinutes})`
  return trx
    .insertInto('payments')
    .values({
      user_id: userId,
      provider,
      amount_paise: snapshot.total,
      cart_snapshot: JSON.stringify(snapshot.lines),
      delivery_address: JSON.stringify(snapshot.deliveryAddress),
      fingerprint: snapshot.fingerprint,
      hold_ends_at: holdEndsAt,
      next_check_at: holdEndsAt,
    })
    .returning(['id', 'amount_paise as amount', 'provider_order_id as providerOrderId'])
    .executeTakeFirstOrThrow()
}

/** Returns undefined when the hold ended during the call. Throws `AppError` (503) when the provider does not answer. */
async function createProviderOrder({
  database,
  gateway,
  payment: { id, amount },
}: {
  database: Database
  gateway: Gateway
  payment: OpenPayment
}): Promise<string | undefined> {
  const created = await gateway.createOrder({ amount, receipt: buildReceipt(id) }).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
  })
  const providerOrderId = await retryTransaction(() =>
    database.transaction().execute((trx) => recordProviderOrder({ trx, id, createdId: created?.id })),
  )
  if (!created && !providerOrderId) throw new AppError('order_creation_failed', { retryAfterSeconds: 10 })
  return providerOrderId
}

/** At most 40 characters. Unique, because the provider may refuse a receipt that it has seen before. */
const buildReceipt = (id: string) => `${id.replaceAll('-', '')}-${randomBytes(3).toString('hex')}`

/** A double click creates two orders at the provider for one payment: the first one counts. Without any the hold is released. */
async function recordProviderOrder({
  trx,
  id,
  createdId,
}: {
  trx: Transaction<Tables>
  id: string
  createdId: string | undefined
}): Promise<string | undefined> {
  const payment = await lockPayment({ trx, id })
  if (payment.provider_order_id !== null) return payment.provider_order_id
  if (createdId === undefined) await releaseHold({ trx, id })
  if (createdId === undefined || payment.hold_released_at !== null) return undefined
  await trx.updateTable('payments').set({ provider_order_id: createdId }).where('id', '=', id).execute()
  return createdId
}
