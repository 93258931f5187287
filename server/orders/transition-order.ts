import type { Transaction } from 'kysely'
import { type Actor, listTransitions, type OrderStatus, stockReturningStatuses } from '#contract/order-status.ts'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { lockProducts, type QuantityByProduct, returnStock } from '../inventory/stock.ts'
import { recordEvent } from './events.ts'
import type { PaymentsPort } from './payments-port.ts'
import { listLineItems } from './repository.ts'
import { sumQuantities } from './rules.ts'

export interface TransitionRequest {
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
async function writeTransition({ trx, payments, request }: Transition & { trx: Transaction<Tables> }): Promise<void> {
  const { id, to, from, actor, actorId } = request
  if (!isUuid(id)) throw new AppError('not_found')
  const returned = stockReturningStatuses.includes(to) ? await lockOrderedProducts({ trx, id }) : undefined
  const order = await lockOrder({ trx, request })
  if (!order) throw new AppError('not_found')
  // A repeated request, such as a double click.
  if (order.status === to && from !== to) return
  const isOutdated = from !== undefined && from !== order.status
  const allowed = listTransitions({ status: order.status, actor, collects: order.kind !== 'card' })
  if (isOutdated || !allowed.includes(to)) throw new AppError('move_not_possible')
  if (returned) {
    const cause = to === 'Refused' ? 'refused' : 'cancel'
    await returnStock({ trx, quantities: returned, context: { cause, actorId, reference: id } })
  }
  await trx.updateTable('orders').set({ status: to }).where('id', '=', id).execute()
  if (to === 'Delivered' && order.kind !== 'card') await recordCashPayment({ trx, id })
  if (to === 'Cancelled' && order.payment_status === 'Paid') await payments.requestRefund({ trx, orderId: id, reason: 'cancelled' })
  await recordEvent({ trx, orderId: id, event: to, actor, actorId })
}

/** Locks the products of an order and returns their quantities. The lines of an order never change. */
async function lockOrderedProducts({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<QuantityByProduct> {
  const lines = await listLineItems({ database: trx, ids: [id] })
  const quantities = sumQuantities(lines.get(id) ?? [])
  await lockProducts({ trx, ids: quantities.keys() })
  return quantities
}

async function lockOrder({ trx, request: { id, ownerId } }: { trx: Transaction<Tables>; request: TransitionRequest }) {
  return trx
    .selectFrom('orders')
    .select(['status', 'kind', 'payment_status'])
    .where('id', '=', id)
    .$if(ownerId !== undefined, (orders) => orders.where('user_id', '=', ownerId ?? ''))
    .forUpdate()
    .executeTakeFirst()
}

/** The courier collected the cash on delivery. */
async function recordCashPayment({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ payment_status: 'Paid', paid_paise: eb.ref('collect_paise') }))
    .where('id', '=', id)
    .execute()
}
