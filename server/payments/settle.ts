import { sql, type Transaction } from 'kysely'
import { paise } from '#contract/money.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Tables } from '../database/schema.ts'
import { lockProducts, type ProductSnapshot, takeStock } from '../inventory/stock.ts'
import { recordEvent } from '../orders/events.ts'
import { placePaidOrder } from '../orders/place-order.ts'
import { sumQuantities } from '../orders/rules.ts'
import type { GatewayPayment } from './gateway.ts'
import { cancelCompetingCheckouts, lockPayment, type PaymentRow, releaseHold } from './holds.ts'
import { requestRefund } from './refunds.ts'

interface Settlement {
  readonly trx: Transaction<Tables>
  /** locked */
  readonly payment: PaymentRow
  readonly captured: GatewayPayment
}

/**
 * Turns a captured payment into exactly one order, or requests its refund. The browser, the webhook and the job all end
 * here, in any order and any number of times: the lock and the status of the payment make the call idempotent.
 */
export async function settlePayment({
  database,
  id,
  captured,
}: {
  database: Database
  id: string
  captured: GatewayPayment
}): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => settle({ trx, id, captured })))
}

/** Locks the shopper, then the payment. */
async function settle({ trx, id, captured }: { trx: Transaction<Tables>; id: string; captured: GatewayPayment }): Promise<void> {
  await lockShopper({ trx, paymentId: id })
  const payment = await lockPayment({ trx, id })
  if (payment.status === 'paid') return refundSecondPayment({ trx, payment, captured })
  if (captured.amount !== payment.amount_paise || captured.currency !== 'INR') return recordDiscrepancy({ trx, payment, captured })
  if (payment.void_reason === 'superseded') return refundSuperseded({ trx, payment, captured })
  if (captured.status === 'refunded') return recordRefundedElsewhere({ trx, payment, captured })
  return placeOrder({ trx, payment, captured })
}

/** Locks the shopper's competing checkouts, then the products, then writes the order. */
async function placeOrder({ trx, payment, captured }: Settlement): Promise<void> {
  const { user_id: userId } = payment
  const productIds = [...sumQuantities(payment.cart_snapshot).keys()]
  // Before the stock is checked, because a competing checkout may hold it.
  if (userId) await cancelCompetingCheckouts({ trx, userId, productIds, except: payment.id })
  const products = await lockProducts({ trx, ids: productIds })
  const hasStock = payment.hold_released_at === null || (await reacquireStock({ trx, payment, products }))
  const orderId = await writePaidOrder({ trx, payment, captured })
  if (!hasStock) await cancelSoldOutOrder({ trx, payment, captured, orderId })
  else if (userId) await removeFromCart({ trx, userId, paymentId: payment.id })
}

/** No other request changes the shopper's cart or checkouts until the transaction ends. */
async function lockShopper({ trx, paymentId }: { trx: Transaction<Tables>; paymentId: string }): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('payments').select('user_id').where('payments.id', '=', paymentId))
    .forNoKeyUpdate()
    .execute()
}

/** Takes the stock again after the hold was released; false when the products are sold out or deleted. */
async function reacquireStock({
  trx,
  payment,
  products,
}: {
  trx: Transaction<Tables>
  payment: PaymentRow
  products: ReadonlyMap<string, ProductSnapshot>
}): Promise<boolean> {
  const quantities = sumQuantities(payment.cart_snapshot)
  const isAvailable = [...quantities].every(([productId, quantity]) => {
    const product = products.get(productId)
    return product !== undefined && product.deleted_at === null && product.stock >= quantity
  })
  if (isAvailable) await takeStock({ trx, quantities, context: { cause: 'hold', actorId: payment.user_id, reference: payment.id } })
  return isAvailable
}

async function writePaidOrder({ trx, payment, captured }: Settlement): Promise<string> {
  const order = await placePaidOrder({
    trx,
    order: { userId: payment.user_id, deliveryAddress: payment.delivery_address, lines: payment.cart_snapshot },
  })
  await trx
    .updateTable('payments')
    .set({ status: 'paid', provider_payment_id: captured.id, order_id: order.id })
    .where('id', '=', payment.id)
    .execute()
  return order.id
}

/** Removes the purchased quantities from the cart. A line that was added after the checkout stays as it is. */
async function removeFromCart({ trx, userId, paymentId }: { trx: Transaction<Tables>; userId: string; paymentId: string }): Promise<void> {
  const purchased = sql`
    payments, jsonb_to_recordset(cart_snapshot) as purchased ("productId" uuid, size text, quantity int)
    where payments.id = ${paymentId} and cart_lines.user_id = ${userId} and added_at <= payments.created_at
      and cart_lines.product_id = purchased."productId" and cart_lines.size = coalesce(purchased.size, '')
  `
  await sql`delete from cart_lines using ${purchased} and cart_lines.quantity <= purchased.quantity`.execute(trx)
  await sql`update cart_lines set quantity = cart_lines.quantity - purchased.quantity from ${purchased} and cart_lines.quantity > purchased.quantity`.execute(
    trx,
  )
}

/** The payment arrived after its items were sold out: the shopper sees a cancelled order, and the money is refunded. */
async function cancelSoldOutOrder({ trx, payment, captured, orderId }: Settlement & { orderId: string }): Promise<void> {
  await trx.updateTable('payments').set({ void_reason: 'sold out' }).where('id', '=', payment.id).execute()
  await trx.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Cancelled', actor: 'system', actorId: null })
  const refund = { paymentId: payment.id, providerPaymentId: captured.id, amount: payment.amount_paise }
  await requestRefund({ trx, refund: { ...refund, reason: 'sold out before the payment arrived' } })
}

/** The payment was refunded in the provider's dashboard before the shop saw it: the shopper sees a cancelled order. */
async function recordRefundedElsewhere({ trx, payment, captured }: Settlement): Promise<void> {
  await releaseHold({ trx, id: payment.id })
  await lockProducts({ trx, ids: sumQuantities(payment.cart_snapshot).keys() })
  const orderId = await writePaidOrder({ trx, payment, captured })
  await trx.updateTable('payments').set({ void_reason: 'refunded elsewhere' }).where('id', '=', payment.id).execute()
  await trx.updateTable('orders').set({ status: 'Cancelled', payment_status: 'Refunded' }).where('id', '=', orderId).execute()
  await trx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      provider_payment_id: captured.id,
      amount_paise: payment.amount_paise,
      reason: "refunded in the provider's dashboard",
      status: 'processed',
      settled_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  await recordEvent({ trx, orderId, event: 'Cancelled', actor: 'system', actorId: null })
  await recordEvent({ trx, orderId, event: 'Refunded', actor: 'system', actorId: null, amount: payment.amount_paise })
}

/** Another amount or currency than requested: an administrator must decide. */
async function recordDiscrepancy({ trx, payment, captured }: Settlement): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ discrepancy: `paid ${captured.amount} ${captured.currency} as ${captured.id}, expected ${payment.amount_paise} INR` })
    .where('id', '=', payment.id)
    .execute()
}

/** Two browser windows paid for one checkout: the second payment is refunded. */
async function refundSecondPayment({ trx, payment, captured }: Settlement): Promise<void> {
  if (captured.id !== payment.provider_payment_id) await refundInFull({ trx, payment, captured, reason: 'paid twice' })
}

/** The shopper has ordered these products in another way: the payment is refunded and makes no second order. */
async function refundSuperseded({ trx, payment, captured }: Settlement): Promise<void> {
  if (!payment.provider_payment_id)
    await trx.updateTable('payments').set({ provider_payment_id: captured.id }).where('id', '=', payment.id).execute()
  await refundInFull({ trx, payment, captured, reason: 'ordered in another way before the payment arrived' })
}

/** Does nothing when the payment already has a refund. */
async function refundInFull({ trx, payment, captured, reason }: Settlement & { reason: string }): Promise<void> {
  if (captured.status === 'refunded') return
  const existing = await trx.selectFrom('refunds').select('id').where('provider_payment_id', '=', captured.id).executeTakeFirst()
  if (existing) return
  await requestRefund({ trx, refund: { paymentId: payment.id, providerPaymentId: captured.id, amount: paise(captured.amount), reason } })
}

/** Records the status of an unpaid payment; the status of a paid one stays. Returns whether a capture is still wanted. */
export async function recordPending({
  database,
  id,
  status,
}: {
  database: Database
  id: string
  status: 'failed' | 'authorized'
}): Promise<boolean> {
  return database.transaction().execute(async (trx) => {
    const payment = await lockPayment({ trx, id })
    if (payment.status !== 'paid' && payment.status !== status)
      await trx.updateTable('payments').set({ status }).where('id', '=', id).execute()
    return payment.void_reason === null
  })
}
