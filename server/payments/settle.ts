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

interface Settling {
  readonly trx: Transaction<Tables>
  /** locked */
  readonly payment: PaymentRow
  readonly captured: GatewayPayment
}

/**
 * Money has arrived: makes of it exactly one order, or sends it back. Browser, webhook and job all end here, in any
 * order and any number of times; the row's lock and its state make all but the first change nothing.
 */
export async function settlePaid({ database, id, captured }: { database: Database; id: string; captured: GatewayPayment }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => settle({ trx, id, captured })))
}

async function settle({ trx, id, captured }: { trx: Transaction<Tables>; id: string; captured: GatewayPayment }): Promise<void> {
  await lockShopper({ trx, id })
  const payment = await lockPayment({ trx, id })
  if (payment.status === 'paid') return refundSecond({ trx, payment, captured })
  if (captured.amount !== payment.amount_paise || captured.currency !== 'INR') {
    await trx
      .updateTable('payments')
      .set({ discrepancy: `paid ${captured.amount} ${captured.currency} as ${captured.id}, expected ${payment.amount_paise} INR` })
      .where('id', '=', id)
      .execute()
    return
  }
  if (payment.void_reason === 'superseded') return refundSuperseded({ trx, payment, captured })
  if (captured.status === 'refunded') return recordRefunded({ trx, payment, captured })
  const productIds = [...sumQuantities(payment.cart_snapshot).keys()]
  // Before the stock is looked at: it may be the shopper's own other checkout that holds it.
  if (payment.user_id) await cancelCompetingCheckouts({ trx, userId: payment.user_id, productIds, except: id })
  // Before the order is written, as in all that writes orders.
  const products = await lockProducts({ trx, ids: productIds })
  const hasStock = payment.hold_released_at === null || (await reacquireStock({ trx, payment, products }))
  const orderId = await writePaidOrder({ trx, payment, captured })
  if (!hasStock) return giveUp({ trx, payment, captured, orderId })
  if (payment.user_id) await takeFromCart({ trx, userId: payment.user_id, payment })
}

async function writePaidOrder({ trx, payment, captured }: Settling): Promise<string> {
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

/** Nothing else happens to the shopper's cart and checkouts meanwhile. */
async function lockShopper({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('payments').select('user_id').where('payments.id', '=', id))
    .forNoKeyUpdate()
    .execute()
}

/** The hold had ended and its stock went back: takes it once more if it is still there. */
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
  const enough = [...quantities].every(([productId, wanted]) => {
    const product = products.get(productId)
    // What left the shop meanwhile is gone, however many pieces lie there.
    return product !== undefined && product.deleted_at === null && product.stock >= wanted
  })
  if (enough) await takeStock({ trx, quantities, context: { cause: 'hold', actorId: payment.user_id, reference: payment.id } })
  return enough
}

/** Paid too late, and the pieces are gone: the order is there to be seen, cancelled, and its money goes back. */
async function giveUp({ trx, payment, captured, orderId }: Settling & { orderId: string }): Promise<void> {
  await trx.updateTable('payments').set({ void_reason: 'sold out' }).where('id', '=', payment.id).execute()
  await trx.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', orderId).execute()
  await recordEvent({ trx, orderId, event: 'Cancelled', actor: 'system', actorId: null })
  await requestRefund({
    trx,
    refund: {
      paymentId: payment.id,
      providerPaymentId: captured.id,
      amount: payment.amount_paise,
      reason: 'sold out before the payment arrived',
    },
  })
}

/** Paid, and sent back whole on the provider's own page before the shop looked: the order is there to be seen, and no more. */
async function recordRefunded({ trx, payment, captured }: Settling): Promise<void> {
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
      reason: "sent back on the provider's own page",
      status: 'processed',
      settled_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  await recordEvent({ trx, orderId, event: 'Cancelled', actor: 'system', actorId: null })
  await recordEvent({ trx, orderId, event: 'Refunded', actor: 'system', actorId: null, amount: payment.amount_paise })
}

/** Two windows, two payments of one checkout: the second goes back whole. */
async function refundSecond({ trx, payment, captured }: Settling): Promise<void> {
  if (captured.id === payment.provider_payment_id) return
  await refundWhole({ trx, payment, captured, reason: 'paid twice' })
}

/** The shopper has ordered these pieces in another way by now: no second order of them is made. */
async function refundSuperseded({ trx, payment, captured }: Settling): Promise<void> {
  if (!payment.provider_payment_id)
    await trx.updateTable('payments').set({ provider_payment_id: captured.id }).where('id', '=', payment.id).execute()
  await refundWhole({ trx, payment, captured, reason: 'ordered in another way before the payment arrived' })
}

/** Sends a payment back whole, once. */
async function refundWhole({ trx, payment, captured, reason }: Settling & { reason: string }): Promise<void> {
  // The provider has sent it back by itself.
  if (captured.status === 'refunded') return
  const asked = await trx.selectFrom('refunds').select('id').where('provider_payment_id', '=', captured.id).executeTakeFirst()
  if (asked) return
  await requestRefund({ trx, refund: { paymentId: payment.id, providerPaymentId: captured.id, amount: paise(captured.amount), reason } })
}

/** What was bought leaves the cart; what was added meanwhile stays, and so does a line that is newer than the checkout. */
async function takeFromCart({
  trx,
  userId,
  payment: { id, cart_snapshot: lines },
}: {
  trx: Transaction<Tables>
  userId: string
  payment: PaymentRow
}): Promise<void> {
  await sql`
    with bought as materialized (
      select * from unnest(
        ${lines.map((line) => line.productId)}::uuid[], ${lines.map((line) => line.size ?? '')}::text[], ${lines.map((line) => line.quantity)}::int[]
      ) as line (product_id, size, quantity), (select created_at from payments where id = ${id}) as checkout
    ), emptied as (
      delete from cart_lines using bought
      where cart_lines.user_id = ${userId} and cart_lines.product_id = bought.product_id and cart_lines.size = bought.size
        and cart_lines.quantity <= bought.quantity and added_at <= created_at
    )
    update cart_lines set quantity = cart_lines.quantity - bought.quantity from bought
    where cart_lines.user_id = ${userId} and cart_lines.product_id = bought.product_id and cart_lines.size = bought.size
      and cart_lines.quantity > bought.quantity and added_at <= created_at
  `.execute(trx)
}

/** Notes how far an unpaid payment has come; never goes back, never leaves paid. Tells whether its money is still wanted. */
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
