import { sql } from 'kysely'
import { undoSeconds } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { endsEarly, type OrderStatus, orderStatuses } from '#contract/orders/order-status.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { takeStock } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { cancelOrderMail } from '../../mail/outbox.ts'
import { takeUsesAgain } from '../../offers/use-offers.ts'
import { findActiveInvoice } from '../../tax/active-invoice.ts'
import { withdrawInvoiceRequest } from '../../tax/invoice-requests.ts'
import { readDocuments } from '../../tax/read-documents.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import { recordEvent } from '../order/order-events.ts'
import { isPaidOnDelivery } from '../order/present.ts'
import { validateStock } from '../order/rules.ts'
import { cancellationReason, lockOrder, refusalReason } from './transition-order.ts'

interface UndoableTransition extends NonNullable<AdminOrderDetail['undo']> {
  readonly eventId: number
}

/** The last event of an order, if it is a change of the status by an administrator that can still be undone. */
export async function findUndoableTransition({
  database,
  orderId,
}: {
  database: Database
  orderId: string
}): Promise<UndoableTransition | undefined> {
  const events = await database
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .leftJoin('outbox_mails', 'order_event_id', 'order_events.id')
    .select(['order_events.id', 'event', 'actor', 'internal', 'state', 'attempts', 'exchange_return_id', 'is_taken_away'])
    .select(sql<number>`${undoSeconds} - extract(epoch from clock_timestamp() - happened_at)::float8`.as('secondsLeft'))
    .where('order_id', '=', orderId)
    .orderBy('order_events.id', 'desc')
    .execute()
  const [last] = events
  const [status, to] = events.filter(({ internal }) => !internal).flatMap(({ event }) => orderStatuses.filter((name) => name === event))
  if (!last || last.internal || last.event !== status || to === undefined) return undefined
  if (last.is_taken_away) return undefined
  // The shopper gets money for the return again.
  if (last.exchange_return_id !== null && endsEarly(status)) return undefined
  const isMailPending = last.state === null || (last.state === 'waiting' && last.attempts === 0)
  if (last.actor !== 'admin' || !isMailPending || last.secondsLeft <= 0) return undefined
  return { eventId: last.id, status, to, secondsLeft: last.secondsLeft }
}

interface Undo {
  readonly payments: PaymentsPort
  readonly request: {
    readonly id: string
    /** the version of the order that the administrator saw */
    readonly version: number
    /** the administrator's id */
    readonly actorId: string
  }
}

/**
 * Undoes the last change of an order's status, with its stock, payment, refund and mail. Shoppers see neither the change nor
 * the undo. Returns the restored status.
 * @throws AppError 404 for an unknown order.
 * @throws AppError 409 when the order has changed, when it is too late, when the stock is gone, when its offer is used up, or when its
 * invoice is issued or credited.
 */
export async function undoTransition({ database, ...undo }: Undo & { database: Database }): Promise<OrderStatus> {
  return retryTransaction(() => database.transaction().execute((trx) => writeUndo({ trx, ...undo })))
}

/** `undoTransition` in the caller's transaction. */
export async function writeUndo({ trx, payments, request: { id, version, actorId } }: Undo & { trx: Transaction }): Promise<OrderStatus> {
  const { order, items, products } = await lockOrder({ trx, payments, id, locksOffers: true })
  if (order.version !== version) throw new AppError('order_changed')
  const undoable = await findUndoableTransition({ database: trx, orderId: id })
  if (!undoable) throw new AppError('undo_not_possible')
  const { eventId, status, to } = undoable
  if (status === 'Packed') await withdrawInvoice({ trx, orderId: id })
  if (status === 'Cancelled') await rejectCredited({ trx, orderId: id })
  // Only a delivered order has returns.
  const asked = await trx.selectFrom('returns').select('id').where('order_id', '=', id).executeTakeFirst()
  if (asked) throw new AppError('undo_not_possible')
  const reason = status === 'Cancelled' ? cancellationReason : status === 'Refused' ? refusalReason : undefined
  const isWithdrawn = reason === undefined || (await payments.withdrawRefund({ trx, orderId: id, reason }))
  if (!isWithdrawn || !(await cancelOrderMail({ trx, eventId }))) throw new AppError('undo_not_possible')
  if (status === 'Cancelled') {
    const violation = validateStock({ items, products })
    if (violation) throw violation
    await takeStock({ trx, products, items, context: { cause: 'sale', actorId, reference: id } })
    if (!(await takeUsesAgain({ trx, orderId: id }))) throw new AppError('offer_used_up')
  }
  await sql`select set_config('shop.undo', 'on', true)`.execute(trx)
  await trx.deleteFrom('archived_orders').where('order_id', '=', id).execute()
  const changedOrder = trx.updateTable('orders').where('id', '=', id)
  await changedOrder.set({ status: to, returned_parcel: null }).execute()
  if (status === 'Delivered' && isPaidOnDelivery(order)) {
    await changedOrder.set((eb) => ({ payment_status: 'Pending', paid_paise: eb.ref('advance_paise') })).execute()
  }
  await trx.updateTable('order_events').set({ internal: true }).where('id', '=', eventId).execute()
  const change = { kind: 'status', before: { status }, after: {} } as const
  await recordEvent({ trx, orderId: id, event: 'Transition undone', actor: 'admin', actorId, internal: true, change })
  return to
}

interface PackedOrder {
  readonly trx: Transaction
  readonly orderId: string
}

/** Withdraws the request of an order's invoice. Throws `AppError` (409) when it is issued. */
async function withdrawInvoice({ trx, orderId }: PackedOrder): Promise<void> {
  const active = await findActiveInvoice({ trx, orderId })
  if (active) throw new AppError('invoice_issued', { number: active.invoice.written })
  await withdrawInvoiceRequest({ trx, orderId })
}

/** Throws `AppError` (409) when the cancellation has credited the invoice of an order. */
async function rejectCredited({ trx, orderId }: PackedOrder): Promise<void> {
  const note = (await readDocuments({ database: trx, orderId })).findLast(({ kind }) => kind === 'credit note')
  if (note) throw new AppError('invoice_credited', { number: note.written })
}
