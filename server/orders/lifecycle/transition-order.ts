import { undoSeconds } from '#contract/kernel/business.ts'
import { paise } from '#contract/kernel/money.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { type Actor, endsEarly, isAdvance, type OrderStatus, returnsParcel } from '#contract/orders/order-status.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { lockProducts, returnStock } from '../../inventory/stock.ts'
import { checkRight } from '../../kernel/check-right.ts'
import { AppError } from '../../kernel/errors.ts'
import { skipOrderMails } from '../../mail/outbox.ts'
import { giveBackUses, lockOffersOf } from '../../offers/use-offers.ts'
import { creditOrder } from '../../tax/credit-notes.ts'
import { requestInvoice, withdrawInvoiceRequest } from '../../tax/invoice-requests.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import { recordEvent } from '../order/order-events.ts'
import { isExchangeOnly, isPaidOnDelivery, isRefunded, listOrderTransitions } from '../order/present.ts'
import { listLineItems } from '../order/repository.ts'
import { endExchange, lockExchangedOrder } from './end-exchange.ts'

interface TransitionRequest {
  readonly id: string
  readonly to: OrderStatus
  /** the status that the actor saw; rejected when the order has another one now */
  readonly from?: OrderStatus | undefined
  /** the version of the order that the actor saw; rejected when the order has another one now */
  readonly version?: number | undefined
  readonly actor: Actor
  /** null for the holder of a link, who acts as the order's shopper */
  readonly actorId: string | null
  /** limits a shopper to their own orders */
  readonly ownerId?: string
  /** whether an administrator's session has a step-up, which a refund needs */
  readonly hasStepUp?: boolean
  /** an administrator's; a refund needs `money` */
  readonly rights?: readonly Right[]
  /** shoppers neither see it nor get a mail */
  readonly isInternal?: boolean
  /** an administrator's, against what the courier says; becomes a note of the order */
  readonly reason?: string | undefined
}

interface Transition {
  readonly payments: PaymentsPort
  readonly request: TransitionRequest
}

/** The reason of a refund that a cancellation requests. */
export const cancellationReason = 'cancelled'

/** The reason of the refund of an advance that a refused parcel requests. */
export const refusalReason = 'refused on delivery'

/**
 * Changes the status of an order. Cancelling returns the stock, gives back the uses of offers and requests the refund of what is paid. A
 * refused parcel requests the refund of its advance, unless the policies said that the shop keeps it.
 * Mail and refund of an administrator's change are sent after `undoSeconds`.
 * @throws AppError 404 for an unknown order or another shopper's.
 * @throws AppError 409 for a transition that is not allowed.
 * @throws AppError 403 for a refund by an administrator without the right or a step-up.
 */
export async function transitionOrder({ database, ...transition }: Transition & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeTransition({ trx, ...transition })))
}

interface OrderLock {
  readonly trx: Transaction
  readonly payments: PaymentsPort
  readonly id: string
  /** limits a shopper to their own orders */
  readonly ownerId?: string | undefined
  /** also locks the offers of the order, whose uses change */
  readonly locksOffers?: boolean
  /** also locks the order whose items an exchange replaces */
  readonly locksExchanged?: boolean
}

/**
 * Locks, in this order: the order's card payment, its products by id, its offers, the order. Throws `AppError` (404) for an unknown order
 * or another shopper's.
 */
export async function lockOrder({ trx, payments, id, ownerId, locksOffers = false, locksExchanged = false }: OrderLock) {
  if (!isUuid(id)) throw new AppError('not_found')
  await payments.lockPayment({ trx, orderId: id })
  // No product is ever added to an order, so they are read before the order is locked.
  const lines = await trx.selectFrom('order_lines').select('product_id').where('order_id', '=', id).execute()
  const products = await lockProducts({ trx, ids: lines.map((line) => line.product_id) })
  if (locksOffers) await lockOffersOf({ trx, orderId: id })
  if (locksExchanged) await lockExchangedOrder({ trx, orderId: id })
  const order = await trx
    .selectFrom('orders')
    .select(['status', 'kind', 'user_id', 'payment_status', 'total_paise', 'returned_parcel', 'version'])
    .select(['paid_paise', 'refunded_paise', 'collect_paise', 'advance_paise', 'exchange_return_id', 'manual_payment'])
    .where('id', '=', id)
    .$if(ownerId !== undefined, (orders) => orders.where('user_id', '=', ownerId ?? ''))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
  // Lines can be changed and removed as long as the order is not locked.
  const items = (await listLineItems({ database: trx, ids: [id] })).get(id) ?? []
  return { order, items, products }
}

/** `transitionOrder` in the caller's transaction. Returns false when the order already had this status. */
export async function writeTransition({ trx, payments, request }: Transition & { trx: Transaction }): Promise<boolean> {
  const { id, to, from, version, actor, ownerId } = request
  const locks = { locksOffers: to === 'Cancelled', locksExchanged: endsEarly(to) }
  const { order, items } = await lockOrder({ trx, payments, id, ownerId, ...locks })
  // A repeated request, such as a double click.
  if (order.status === to && from !== to) return false
  const isOutdated = (from !== undefined && from !== order.status) || (version !== undefined && version !== order.version)
  if (isOutdated) throw new AppError('order_changed')
  const allowed = listOrderTransitions({ order, actor })
  if (!allowed.includes(to) && actor === 'linkHolder') throw new AppError('confirmation_closed')
  if (!allowed.includes(to)) throw new AppError(isRefunded(order) && isAdvance(to) ? 'order_refunded' : 'move_not_possible')
  if (to === 'Cancelled' && isExchangeOnly({ order, lines: items, actor })) throw new AppError('exchange_only_cancel')
  const leaves = to === 'Packed' || to === 'Shipped'
  if (leaves && (order.kind === 'card' || order.advance_paise > 0) && (await payments.hasFoundRefund({ trx, orderId: id })))
    throw new AppError('refund_found')
  if (leaves && (await payments.hasUnknownPayment({ trx, orderId: id }))) throw new AppError('payment_found')
  const hasAdvance = order.advance_paise > 0 && order.paid_paise > order.refunded_paise
  const returnsAdvance = to === 'Refused' && hasAdvance && !(await payments.keepsAdvance({ trx, orderId: id }))
  const isRefunding = returnsAdvance || (to === 'Cancelled' && ((order.payment_status === 'Paid' && order.paid_paise > 0) || hasAdvance))
  if (isRefunding && actor === 'admin') checkRight({ rights: request.rights ?? [], right: 'money' })
  if (isRefunding && actor === 'admin' && !request.hasStepUp) throw new AppError('reauthentication_required')
  const actorId = actor === 'linkHolder' ? order.user_id : request.actorId
  if (to === 'Cancelled') await returnStock({ trx, items, context: { cause: 'cancel', actorId, reference: id } })
  if (to === 'Cancelled') await giveBackUses({ trx, orderId: id })
  const changedOrder = trx.updateTable('orders').where('id', '=', id)
  await changedOrder
    .set({
      status: to,
      returned_parcel: returnsParcel(to) ? 'on its way' : null,
      cancels_at: null,
      ...(to === 'Confirmed' && actor === 'linkHolder' && { confirmed_by_link: true }),
    })
    .execute()
  if (to === 'Delivered' && isPaidOnDelivery(order)) {
    // The courier collected the cash on delivery.
    await changedOrder.set((eb) => ({ payment_status: 'Paid', paid_paise: eb('advance_paise', '+', eb.ref('collect_paise')) })).execute()
  }
  const delaySeconds = actor === 'admin' ? undoSeconds : 0
  if (isRefunding) {
    await payments.requestRefund({ trx, orderId: id, reason: returnsAdvance ? refusalReason : cancellationReason, delaySeconds })
  }
  if (to === 'Packed' || to === 'Shipped') await requestInvoice({ trx, orderId: id, delaySeconds: to === 'Packed' ? undoSeconds : 0 })
  const recordedActor = actor !== 'linkHolder' ? actor : order.user_id === null ? 'guest' : 'shopper'
  const isInternal = request.isInternal ?? false
  await recordEvent({ trx, orderId: id, event: to, actor: recordedActor, actorId, internal: isInternal, mailDelaySeconds: delaySeconds })
  if (isInternal) await skipOrderMails({ trx, orderId: id, events: [to] })
  if (request.reason !== undefined)
    await trx
      .insertInto('order_notes')
      .values({ order_id: id, author_id: actorId, text: `${to}: ${request.reason}` })
      .execute()
  if (order.exchange_return_id !== null && endsEarly(to)) {
    const retainedFee = to === 'Cancelled' ? paise(0) : paise(order.paid_paise - order.refunded_paise)
    await endExchange({ trx, orderId: id, retainedFee, actor: recordedActor, actorId })
  }
  if (to === 'Cancelled' && order.status === 'Packed') {
    await withdrawInvoiceRequest({ trx, orderId: id })
    await creditOrder({ trx, orderId: id, reason: 'Order cancelled' })
  }
  return true
}

interface HandOver {
  readonly trx: Transaction
  readonly payments: PaymentsPort
  readonly orderId: string
  readonly administratorId: string
}

/** Delivers a paid order whose items are taken away at once. Its customer sees no packing and no parcel. */
export async function handOverOrder({ trx, payments, orderId, administratorId }: HandOver): Promise<void> {
  for (const to of ['Packed', 'Shipped', 'Delivered'] as const) {
    const request = { id: orderId, to, actor: 'admin', actorId: administratorId, isInternal: to !== 'Delivered' } as const
    await writeTransition({ trx, payments, request })
  }
}
