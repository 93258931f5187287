import { sql, type Transaction } from 'kysely'
import { paise } from '#contract/kernel/money.ts'
import { isBeforePacking } from '#contract/orders/order-status.ts'
import type { Tables } from '../../database/schema.ts'
import { giveBackUses, lockOffersOf, moveUsesToOrder, takeUsesAgain } from '../../offers/use-offers.ts'
import { addOnlineDiscount } from '../../orders/lifecycle/online-discount.ts'
import { recordEvents } from '../../orders/order/order-events.ts'
import type { GatewayPayment } from '../provider/gateway.ts'
import { refundRemaining } from '../refunds/refunds.ts'
import { lockPayment, type PaymentRow } from './holds.ts'

interface OrderSettlement {
  readonly trx: Transaction<Tables>
  readonly payment: PaymentRow
  readonly captured: GatewayPayment
  readonly orderId: string
}

/**
 * Turns an order that is paid on delivery, or has an advance, into one that is paid by card, with the discount of its payment, and confirms it.
 * Returns what became of it: `unneeded` when the label of its parcel asks for the cash, or its advance is all that it has; `ended` when the
 * order is cancelled or the money is back. With the payments of the order locked.
 */
export async function payOrder({ trx, payment, captured, orderId }: OrderSettlement): Promise<'paid' | 'unneeded' | 'ended'> {
  await lockOffersOf({ trx, paymentId: payment.id })
  const order = await trx
    .selectFrom('orders')
    .select(['status', 'kind', 'paid_paise', 'refunded_paise', 'collect_paise', 'advance_paise'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (order.kind === 'card' || order.status === 'Cancelled' || captured.status === 'refunded') {
    await giveBackUses({ trx, paymentId: payment.id })
    return (await hasAdvance({ trx, payment, orderId })) ? 'unneeded' : 'ended'
  }
  if (!isBeforePacking(order.status)) return 'unneeded'
  const paid = { status: 'paid', provider_payment_id: captured.id } as const
  await trx.updateTable('payments').set(paid).where('id', '=', payment.id).execute()
  // Beyond the limit of an offer the discount stays, because it was paid for.
  await takeUsesAgain({ trx, paymentId: payment.id })
  await moveUsesToOrder({ trx, paymentId: payment.id, orderId })
  const frozen = { lines: payment.cart_snapshot, adjustments: payment.adjustments }
  const discount = await addOnlineDiscount({ trx, orderId, frozen })
  const amounts = { paid_paise: paise(order.paid_paise + payment.amount_paise), collect_paise: paise(0), advance_paise: paise(0) }
  await trx
    .updateTable('orders')
    .set({ kind: 'card', payment_status: 'Paid', ...amounts })
    .where('id', '=', orderId)
    .execute()
  // Items were removed after the payment was opened.
  const excess = payment.amount_paise - (order.collect_paise - discount)
  const retained = paise(amounts.paid_paise - order.refunded_paise - excess)
  await refundRemaining({ trx, orderId, reason: 'items removed', delaySeconds: 0, retained })
  const isNew = order.status === 'Placed'
  if (isNew) await trx.updateTable('orders').set({ status: 'Confirmed' }).where('id', '=', orderId).execute()
  const by = { actor: 'system', actorId: null } as const
  await recordEvents({ trx, orderId, events: [{ event: 'Paid', ...by }, ...(isNew ? [{ event: 'Confirmed' as const, ...by }] : [])] })
  return 'paid'
}

/** Whether an order has another payment, of its advance. */
async function hasAdvance({ trx, payment, orderId }: Omit<OrderSettlement, 'captured'>): Promise<boolean> {
  const others = trx.selectFrom('payments').select('id').where('order_id', '=', orderId).where('id', '<>', payment.id)
  return (await others.executeTakeFirst()) !== undefined
}

/** Separates a payment from its order, which is paid in another way: if it is captured, it is sent back. With its offers locked. */
export async function detachPayment({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<PaymentRow> {
  await giveBackUses({ trx, paymentId: id })
  const detached = { order_id: null, void_reason: 'superseded', hold_released_at: sql<Date>`clock_timestamp()` } as const
  await trx
    .updateTable('payments')
    .set((eb) => ({ ...detached, detached_from: eb.ref('order_id') }))
    .where('id', '=', id)
    .execute()
  return lockPayment({ trx, id })
}
