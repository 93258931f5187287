import { type Actor, listTransitions, type OrderStatus, stockReturningStatuses } from '#contract/order-status.ts'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { lockProducts, returnStock } from '../inventory/stock.ts'
import { recordEvent } from './events.ts'
import type { PaymentsPort } from './order-dependencies.ts'
import { listLineItems } from './repository.ts'
import { sumQuantities } from './rules.ts'

interface TransitionRequest {
  readonly id: string
  readonly to: OrderStatus
  /** the status that the actor saw; rejected when the order has another one now */
  readonly from?: OrderStatus | undefined
  readonly actor: Actor
  readonly actorId: string
  /** limits a shopper to their own orders */
  readonly ownerId?: string
}

interface Transition {
  readonly payments: PaymentsPort
  readonly request: TransitionRequest
}

/**
 * Moves an order to another status. Cancelling and refusing return the stock; cancelling a paid order requests its refund.
 * Throws `AppError`: 404 for an unknown order or another shopper's, 409 for a transition that is not allowed.
 */
export async function transitionOrder({ database, ...transition }: Transition & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeTransition({ trx, ...transition })))
}

/** Locks, in this order: the products by id when the stock returns, the order, its payment (`requestRefund`). */
async function writeTransition({ trx, payments, request }: Transition & { trx: Transaction }): Promise<void> {
  const { id, to, from, actor, actorId, ownerId } = request
  if (!isUuid(id)) throw new AppError('not_found')
  const returnsStock = stockReturningStatuses.includes(to)
  // The lines of an order never change, so they are read before the order is locked.
  const lines = returnsStock ? await listLineItems({ database: trx, ids: [id] }) : undefined
  const quantities = sumQuantities(lines?.get(id) ?? [])
  await lockProducts({ trx, ids: quantities.keys() })
  const order = await trx
    .selectFrom('orders')
    .select(['status', 'kind', 'payment_status'])
    .where('id', '=', id)
    .$if(ownerId !== undefined, (orders) => orders.where('user_id', '=', ownerId ?? ''))
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw new AppError('not_found')
  // A repeated request, such as a double click.
  if (order.status === to && from !== to) return
  const isOutdated = from !== undefined && from !== order.status
  const allowed = listTransitions({ status: order.status, actor, collects: order.kind !== 'card' })
  if (isOutdated || !allowed.includes(to)) throw new AppError('move_not_possible')
  if (returnsStock) {
    await returnStock({ trx, quantities, context: { cause: to === 'Refused' ? 'refused' : 'cancel', actorId, reference: id } })
  }
  const changedOrder = trx.updateTable('orders').where('id', '=', id)
  await changedOrder.set({ status: to }).execute()
  if (to === 'Delivered' && order.kind !== 'card') {
    // The courier collected the cash on delivery.
    await changedOrder.set((eb) => ({ payment_status: 'Paid', paid_paise: eb.ref('collect_paise') })).execute()
  }
  if (to === 'Cancelled' && order.payment_status === 'Paid') await payments.requestRefund({ trx, orderId: id, reason: 'cancelled' })
  await recordEvent({ trx, orderId: id, event: to, actor, actorId })
}
