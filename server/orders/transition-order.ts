import type { Transaction } from 'kysely'
import { type Actor, listTransitions, type OrderStatus, stockReturningStatuses } from '#contract/order-status.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { returnStock } from '../inventory/stock.ts'
import { isId } from '../products/repository.ts'
import { recordEvent } from './events.ts'
import type { PaymentsPort } from './payments-port.ts'

export interface MoveRequest {
  readonly id: string
  readonly to: OrderStatus
  /** the state in which the actor saw it; another one now is refused */
  readonly from?: OrderStatus | undefined
  readonly actor: Actor
  readonly actorId: string
  /** a shopper moves only orders of their own */
  readonly ownedBy?: string
}

/**
 * Moves an order along the table of states. Cancelling or refusing gives the stock back in the same transaction;
 * the money of a prepaid order follows.
 * Throws `AppError`: 404 for an order that is not there or not the shopper's, 409 for a move that cannot be.
 */
export async function transitionOrder({
  database,
  payments,
  move,
}: {
  database: Database
  payments: PaymentsPort
  move: MoveRequest
}): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeMove({ trx, payments, move })))
}

async function writeMove({ trx, payments, move }: { trx: Transaction<Tables>; payments: PaymentsPort; move: MoveRequest }): Promise<void> {
  const order = isId(move.id) ? await lockOrder({ trx, move }) : undefined
  if (!order) throw new AppError('not_found')
  if (order.status === move.to && move.from !== move.to) return
  const seenElsewhere = move.from !== undefined && move.from !== order.status
  const allowed = listTransitions({ status: order.status, actor: move.actor, collects: order.kind !== 'card' })
  if (seenElsewhere || !allowed.includes(move.to)) throw new AppError('move_not_possible')
  // Products before the orders' counts, like whoever places an order: the other way round they would wait in a circle.
  if (stockReturningStatuses.includes(move.to)) await returnPieces({ trx, move })
  await trx.updateTable('orders').set({ status: move.to }).where('id', '=', move.id).execute()
  if (move.to === 'Delivered' && order.kind !== 'card') await collectCash({ trx, id: move.id })
  if (move.to === 'Cancelled' && order.payment_status === 'Paid')
    await payments.requestRefund({ trx, orderId: move.id, reason: 'cancelled' })
  await recordEvent({ trx, orderId: move.id, event: move.to, actor: move.actor, actorId: move.actorId })
}

async function lockOrder({ trx, move }: { trx: Transaction<Tables>; move: MoveRequest }) {
  return trx
    .selectFrom('orders')
    .select(['status', 'kind', 'payment_status'])
    .where('id', '=', move.id)
    .$if(move.ownedBy !== undefined, (orders) => orders.where('user_id', '=', move.ownedBy ?? ''))
    .forUpdate()
    .executeTakeFirst()
}

/** The courier took the money at the door. */
async function collectCash({ trx, id }: { trx: Transaction<Tables>; id: string }): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ payment_status: 'Paid', paid_paise: eb.ref('collect_paise') }))
    .where('id', '=', id)
    .execute()
}

async function returnPieces({ trx, move }: { trx: Transaction<Tables>; move: MoveRequest }): Promise<void> {
  const rows = await trx
    .selectFrom('order_lines')
    .select(['product_id', (eb) => eb.fn.sum<number>('quantity').as('quantity')])
    .where('order_id', '=', move.id)
    .groupBy('product_id')
    .execute()
  const quantities = new Map(rows.map((row) => [row.product_id, Number(row.quantity)]))
  const cause = move.to === 'Refused' ? 'refused' : 'cancel'
  await returnStock({ trx, quantities, context: { cause, actorId: move.actorId, reference: move.id } })
}
