import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { holdMinutes } from '#contract/business.ts'
import { type Paise, paise } from '#contract/money.ts'
import { changeCart } from '../cart/store.ts'
import { retryDeadlock } from '../database/retry-deadlock.ts'
import type { Database, FrozenLine, Tables } from '../database/tables.ts'
import { Refused } from '../http/refusals.ts'
import { findObstacle, type PricedLine, priceLines, sumPieces, sumTotal, type WantedLine } from '../orders/rules.ts'
import { lockProducts, takeStock } from '../products/stock.ts'
import { type Gateway, GatewayProblem } from './gateway.ts'
import { listProducts, lockHolding, releaseHold } from './holds.ts'

export interface OpenedPayment {
  readonly providerOrderId: string
  readonly amount: Paise
}

interface Frozen {
  readonly lines: PricedLine[]
  readonly total: Paise
  readonly deliveryAddress: SavedAddress
  readonly fingerprint: string
}

/**
 * Freezes the cart, holds its stock and opens a payment for it at the provider. The same cart asked for again while its
 * hold lasts is the same payment. Throws `Refused`: 409 for a cart that cannot be ordered, 400 without an address, 503
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
  const opened = await changeCart({ database, userId, work: (trx) => freeze({ trx, userId, expectedTotal }) })
  if ('providerOrderId' in opened) return opened
  try {
    const { id } = await gateway.createOrder({ amount: opened.amount, receipt: opened.id.replaceAll('-', '') })
    await database.updateTable('payments').set({ provider_order_id: id }).where('id', '=', opened.id).execute()
    return { providerOrderId: id, amount: opened.amount }
  } catch (problem) {
    await retryDeadlock(() => database.transaction().execute((trx) => releaseHold({ trx, id: opened.id })))
    if (!(problem instanceof GatewayProblem)) throw problem
    throw new Refused({ status: 503, code: 'order_creation_failed', retryAfter: 10 })
  }
}

async function freeze({
  trx,
  userId,
  expectedTotal,
}: {
  trx: Transaction<Tables>
  userId: string
  expectedTotal: Paise
}): Promise<OpenedPayment | { id: string; amount: Paise }> {
  const wanted = await readWanted({ trx, userId })
  const address = await trx.selectFrom('delivery_addresses').select('address').where('user_id', '=', userId).executeTakeFirst()
  if (!address) throw new Refused({ status: 400, code: 'address_missing' })
  const holding = await lockHolding({ trx, userId })
  const products = await lockProducts({ trx, ids: [...wanted.map((line) => line.productId), ...listProducts(holding)] })
  const frozen = describeCheckout({ lines: priceLines({ lines: wanted, products }), deliveryAddress: address.address })
  const earlier = await findHolding({ trx, userId, fingerprint: frozen.fingerprint })
  if (earlier && frozen.total === expectedTotal) return earlier
  // The cart is another one by now: what the former checkouts hold must not stand in its way.
  for (const { id } of holding) await releaseHold({ trx, id })
  const now = await lockProducts({ trx, ids: products.keys() })
  const obstacle = findObstacle({ lines: wanted, products: now, expectedTotal })
  if (obstacle) throw new Refused({ status: 409, ...obstacle })
  const payment = await writePayment({ trx, userId, frozen })
  await takeStock({ trx, pieces: sumPieces(wanted), reason: { cause: 'hold', actorId: userId, reference: payment.id } })
  return payment
}

async function readWanted({ trx, userId }: { trx: Transaction<Tables>; userId: string }): Promise<WantedLine[]> {
  const rows = await trx
    .selectFrom('cart_lines')
    .select(['product_id', 'quantity', 'size'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute()
  if (rows.length === 0) throw new Refused({ status: 409, code: 'cart_empty' })
  return rows.map((row) => ({ productId: row.product_id, quantity: row.quantity, size: row.size === '' ? null : row.size }))
}

function describeCheckout({ lines, deliveryAddress }: { lines: PricedLine[]; deliveryAddress: SavedAddress }): Frozen {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([lines, deliveryAddress]))
    .digest('hex')
  return { lines, total: sumTotal(lines), deliveryAddress, fingerprint }
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
}): Promise<OpenedPayment | undefined> {
  const row = await trx
    .selectFrom('payments')
    .select(['provider_order_id', 'amount_paise'])
    .where('user_id', '=', userId)
    .where('fingerprint', '=', fingerprint)
    .where('status', 'in', ['created', 'failed'])
    .where('provider_order_id', 'is not', null)
    .where('hold_released_at', 'is', null)
    .where('hold_ends_at', '>', sql<Date>`clock_timestamp() + interval '1 minute'`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.provider_order_id ? { providerOrderId: row.provider_order_id, amount: row.amount_paise } : undefined
}

async function writePayment({
  trx,
  userId,
  frozen,
}: {
  trx: Transaction<Tables>
  userId: string
  frozen: Frozen
}): Promise<{ id: string; amount: Paise }> {
  const holdEnds = sql<Date>`clock_timestamp() + make_interval(mins => ${holdMinutes})`
  const lines: readonly FrozenLine[] = frozen.lines
  const { id } = await trx
    .insertInto('payments')
    .values({
      user_id: userId,
      amount_paise: frozen.total,
      lines: JSON.stringify(lines),
      delivery_address: JSON.stringify(frozen.deliveryAddress),
      fingerprint: frozen.fingerprint,
      hold_ends_at: holdEnds,
      next_check_at: holdEnds,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, amount: paise(frozen.total) }
}
