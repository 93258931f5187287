import { sql, type Transaction } from 'kysely'
import { holdMinutes } from '#contract/kernel/business.ts'
import { paise } from '#contract/kernel/money.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { validateSize } from '../../inventory/size-rules.ts'
import { lockProducts, takeStock } from '../../inventory/stock.ts'
import { moveUsesToOrder, takeUsesAgain } from '../../offers/use-offers.ts'
import { recordEvent } from '../../orders/order/order-events.ts'
import { validateStock } from '../../orders/order/rules.ts'
import { placeAdvanceOrder, placePaidOrder, placeUncollectedOrder } from '../../orders/placing/place-order.ts'
import { moveReportToOrder } from '../../orders/placing/purchase-report.ts'
import { moveReferralToOrder } from '../../orders/placing/referral.ts'
import {
  cancelCompetingCheckouts,
  cancelSameCheckouts,
  listProductIds,
  lockPayment,
  type PaymentRow,
  releaseHold,
} from '../checkout/holds.ts'
import { detachPayment, payOrder } from '../checkout/pay-order.ts'
import type { GatewayPayment } from '../provider/gateway.ts'
import { now } from '../provider/process-batches.ts'
import { dashboardRefund } from '../refunds/refunds.ts'
import { recordCaptured } from './record-captured.ts'

interface LockedPayment {
  readonly trx: Transaction<Tables>
  readonly payment: PaymentRow
}

interface Settlement extends LockedPayment {
  readonly captured: GatewayPayment
}

/**
 * Turns a captured payment into exactly one order, or requests its refund. The browser, the webhook and the job all end
 * here, in any order and any number of times: the lock and the status of the payment make the call idempotent.
 */
export async function settlePayment({ database, id, captured }: { database: Database; id: string; captured: GatewayPayment }) {
  await retryTransaction(() => database.transaction().execute((trx) => settle({ trx, id, captured })))
}

/**
 * Locks the shopper, so that no other request changes the cart or the checkouts until the transaction ends, then the payment. For a guest
 * the items and address are locked, because payments of the same ones compete.
 */
async function lockShopperAndPayment({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<PaymentRow> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('payments').select('user_id').where('payments.id', '=', id))
    .forNoKeyUpdate()
    .execute()
  await sql`
    select pg_advisory_xact_lock(hashtextextended(fingerprint, 0)) from payments where id = ${id} and guest_token_hash is not null
  `.execute(trx)
  // An order with an advance may have two payments, which are locked in one order.
  const ofOrder = trx.selectFrom('payments').select('order_id').where('id', '=', id)
  await trx.selectFrom('payments').select('id').where('order_id', '=', ofOrder).orderBy('id').forUpdate().execute()
  return lockPayment({ trx, id })
}

async function settle({ trx, id, captured }: { trx: Transaction<Tables>; id: string; captured: GatewayPayment }): Promise<void> {
  const payment = await lockShopperAndPayment({ trx, id })
  await recordCaptured({ database: trx, payments: [{ ...captured, orderId: payment.provider_order_id ?? '' }] })
  if (payment.status === 'paid') {
    // Two browser windows paid for one checkout: the second payment is refunded.
    if (captured.id !== payment.provider_payment_id) await sendBack({ trx, payment, captured, reason: 'paid twice' })
    return
  }
  if (captured.amount !== payment.amount_paise || captured.currency !== 'INR') return recordDiscrepancy({ trx, payment, captured })
  if (payment.void_reason === 'superseded') return refundSuperseded({ trx, payment, captured })
  if (payment.order_id !== null) return settleOrder({ trx, payment, captured, orderId: payment.order_id })
  if (captured.status === 'refunded') return recordRefundedElsewhere({ trx, payment, captured })
  return placeOrder({ trx, payment, captured })
}

/** The payment has an order already: it was paid instead of on delivery, or has ended without being paid. */
async function settleOrder({ trx, payment, captured, orderId }: Settlement & { orderId: string }): Promise<void> {
  const outcome = await payOrder({ trx, payment, captured, orderId })
  if (outcome === 'ended') return refundCancelled({ trx, payment, captured, orderId })
  if (outcome === 'unneeded') return refundSuperseded({ trx, captured, payment: await detachPayment({ trx, id: payment.id }) })
}

/** Writes the order, or a cancelled one with a refund when the stock is gone. */
async function placeOrder({ trx, payment, captured }: Settlement): Promise<void> {
  if (!(await takeReleasedStock({ trx, payment }))) {
    await writePaidOrder({ trx, payment, captured, voidReason: 'sold out' })
    await requestRefund({ trx, payment, captured, reason: 'sold out before the payment arrived' })
    return
  }
  await writePaidOrder({ trx, payment, captured })
  if (payment.user_id && !payment.leaves_cart) await removeFromCart({ trx, userId: payment.user_id, paymentId: payment.id })
}

/**
 * Locks the shopper's competing checkouts, then the products, and takes the payment's stock again if its hold was released.
 * Returns false when it is not available.
 */
async function takeReleasedStock({ trx, payment }: LockedPayment): Promise<boolean> {
  const { id, user_id: userId } = payment
  const items = payment.cart_snapshot
  const productIds = items.map((item) => item.productId)
  // Before the stock is checked, because a competing checkout may hold it.
  if (userId) await cancelCompetingCheckouts({ trx, userId, productIds, except: id })
  else if (payment.guest_token_hash) await cancelSameCheckouts({ trx, payment })
  const products = await lockProducts({ trx, ids: productIds })
  if (payment.hold_released_at === null) return true
  const areOnSale = items.every(({ productId, size }) => {
    const product = products.get(productId)
    return product?.status === 'on_sale' && !validateSize({ product, size })
  })
  const isAvailable = areOnSale && !validateStock({ items, products })
  if (!isAvailable) return false
  await takeStock({ trx, products, items, context: { cause: 'hold', actorId: userId, reference: id } })
  // Beyond the limit of an offer the discount stays, because it was paid for.
  await takeUsesAgain({ trx, paymentId: id })
  return true
}

/** The order of a payment, as it was when the payment was opened. */
const toOrder = ({ user_id: userId, delivery_address: deliveryAddress, cart_snapshot: lines, ...payment }: PaymentRow) => {
  const { adjustments, shopper_note: note, is_gift: isGift } = payment
  return { userId, deliveryAddress, lines, adjustments, note, isGift }
}

/** Writes the order of the payment. With a `voidReason` the order is cancelled at once. Returns the order's id. */
async function writePaidOrder({ trx, payment, captured, voidReason = null }: Settlement & { voidReason?: PaymentRow['void_reason'] }) {
  const { id } = payment
  const order = toOrder(payment)
  const isAdvance = payment.collect_paise > 0
  const { id: orderId } = isAdvance
    ? await placeAdvanceOrder({ trx, order: { ...order, advance: payment.amount_paise } })
    : await placePaidOrder({ trx, order })
  await moveReferralToOrder({ trx, paymentId: id, orderId })
  await moveReportToOrder({ trx, paymentId: id, orderId, userId: payment.user_id })
  const paid = { status: 'paid', provider_payment_id: captured.id, order_id: orderId, void_reason: voidReason } as const
  await trx.updateTable('payments').set(paid).where('id', '=', id).execute()
  if (voidReason) await cancelOrder({ trx, orderId })
  else await moveUsesToOrder({ trx, paymentId: id, orderId })
  return orderId
}

async function cancelOrder({ trx, orderId }: { trx: Transaction<Tables>; orderId: string }): Promise<void> {
  await trx.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Cancelled', actor: 'system', actorId: null })
}

/**
 * Writes the cancelled order of an authorization that came after its items were sold out. Capturing and refunding it would
 * cost the provider's fee; without a capture the provider returns the amount.
 */
async function writeUncollectedOrder({ trx, payment }: LockedPayment): Promise<void> {
  const { id } = payment
  const { id: orderId } = await placeUncollectedOrder({ trx, order: toOrder(payment) })
  await moveReferralToOrder({ trx, paymentId: id, orderId })
  await moveReportToOrder({ trx, paymentId: id, orderId, userId: payment.user_id })
  await trx.updateTable('payments').set({ order_id: orderId, void_reason: 'sold out' }).where('id', '=', id).execute()
  await cancelOrder({ trx, orderId })
}

/** The authorization of a cancelled order was captured after all, for example in the provider's dashboard. */
async function refundCancelled({ trx, payment, captured, orderId }: Settlement & { orderId: string }): Promise<void> {
  await trx.updateTable('payments').set({ status: 'paid', provider_payment_id: captured.id }).where('id', '=', payment.id).execute()
  const paid = { kind: 'card', payment_status: 'Paid', paid_paise: payment.amount_paise, collect_paise: paise(0) } as const
  await trx.updateTable('orders').set(paid).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Paid', actor: 'system', actorId: null })
  await requestRefund({ trx, payment, captured, orderId, reason: 'captured after the order was cancelled' })
}

/** Removes the purchased quantities from the cart. A line that was added after the checkout stays as it is. */
async function removeFromCart({ trx, userId, paymentId }: { trx: Transaction<Tables>; userId: string; paymentId: string }): Promise<void> {
  const purchased = sql`
    payments, jsonb_to_recordset(cart_snapshot) as purchased ("productId" uuid, size text, quantity int)
    where payments.id = ${paymentId} and cart_lines.user_id = ${userId} and added_at <= payments.created_at
      and cart_lines.product_id = purchased."productId" and cart_lines.size = coalesce(purchased.size, '')
  `
  const remaining = sql`cart_lines.quantity - purchased.quantity`
  await sql`delete from cart_lines using ${purchased} and ${remaining} <= 0`.execute(trx)
  await sql`update cart_lines set quantity = ${remaining} from ${purchased} and ${remaining} > 0`.execute(trx)
  // The code was for what is paid now.
  await sql`delete from cart_offers where user_id = ${userId} and not exists (select from cart_lines where user_id = ${userId})`.execute(
    trx,
  )
}

/** The payment was refunded in the provider's dashboard before the shop saw it: the shopper sees a cancelled order. */
async function recordRefundedElsewhere({ trx, payment, captured }: Settlement): Promise<void> {
  await releaseHold({ trx, id: payment.id })
  await lockProducts({ trx, ids: listProductIds([payment]) })
  const orderId = await writePaidOrder({ trx, payment, captured, voidReason: 'refunded elsewhere' })
  await requestRefund({ trx, payment, captured, orderId, reason: dashboardRefund })
}

/** Another amount or currency than requested: an administrator must decide, unless it is refunded. */
async function recordDiscrepancy({ trx, payment, captured }: Settlement): Promise<void> {
  const isRefunded = captured.status === 'refunded'
  if (isRefunded && captured.currency === 'INR') await requestRefund({ trx, payment, captured, reason: dashboardRefund })
  const discrepancy = isRefunded
    ? null
    : `paid ${captured.amount} ${captured.currency} as ${captured.id}, expected ${payment.amount_paise} INR`
  await trx.updateTable('payments').set({ discrepancy }).where('id', '=', payment.id).execute()
}

/** The shopper has ordered these products in another way: the payment is refunded and makes no second order. */
async function refundSuperseded({ trx, payment, captured }: Settlement): Promise<void> {
  const { id, provider_payment_id } = payment
  if (!provider_payment_id) await trx.updateTable('payments').set({ provider_payment_id: captured.id }).where('id', '=', id).execute()
  await sendBack({ trx, payment, captured, reason: 'ordered in another way before the payment arrived' })
}

/** Requests the refund of a payment that its order does not need, and records it on that order. */
async function sendBack({ trx, payment, captured, reason }: Settlement & { reason: string }): Promise<void> {
  const isRequested = await requestRefund({ trx, payment, captured, reason })
  const orderId = payment.order_id ?? payment.detached_from
  if (!isRequested || orderId === null) return
  await recordEvent({ trx, orderId, event: 'Payment sent back', actor: 'system', actorId: null, amount: paise(captured.amount) })
}

interface RequestedRefund extends Settlement {
  readonly reason: string
  /** the order of the payment, if it has one */
  readonly orderId?: string
}

/**
 * Does nothing when the payment has a refund. `processDueRefunds` sends the refund to the provider. A payment that the provider has
 * refunded already gets one refund for all of it. Returns whether the refund is new.
 */
async function requestRefund({ trx, payment, captured, reason, orderId }: RequestedRefund): Promise<boolean> {
  const existing = await trx.selectFrom('refunds').select('id').where('provider_payment_id', '=', captured.id).executeTakeFirst()
  if (existing) return false
  const isMade = captured.status === 'refunded'
  const made = isMade && ({ status: 'processed', settled_at: now } as const)
  const amount = paise(captured.amount)
  await trx
    .insertInto('refunds')
    .values({ payment_id: payment.id, provider_payment_id: captured.id, amount_paise: amount, reason, ...made })
    .execute()
  if (!isMade || !orderId) return true
  await trx.updateTable('orders').set({ payment_status: 'Refunded' }).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Refunded', actor: 'system', actorId: null, amount })
  return true
}

/**
 * Records the status of an unpaid payment; the status of a paid one stays. An authorization after the end of its hold holds
 * the stock again or, when the stock is gone, becomes a cancelled order. Returns whether the payment still needs a capture.
 */
export async function recordPending({ database, id, status }: { database: Database; id: string; status: 'failed' | 'authorized' }) {
  return retryTransaction(() => database.transaction().execute((trx) => recordUnpaid({ trx, id, status })))
}

async function recordUnpaid({ trx, id, status }: { trx: Transaction<Tables>; id: string; status: 'failed' | 'authorized' }) {
  const payment = await lockShopperAndPayment({ trx, id })
  if (payment.status === 'paid') return false
  if (payment.status !== status) await trx.updateTable('payments').set({ status }).where('id', '=', id).execute()
  if (payment.void_reason !== null) return false
  if (status === 'failed' || payment.hold_released_at === null) return true
  if (!(await takeReleasedStock({ trx, payment }))) {
    await writeUncollectedOrder({ trx, payment })
    return false
  }
  const holdEndsAt = sql<Date>`clock_timestamp() + make_interval(mins => ${holdMinutes})`
  await trx.updateTable('payments').set({ hold_released_at: null, hold_ends_at: holdEndsAt }).where('id', '=', id).execute()
  return true
}
