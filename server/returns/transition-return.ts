import { sql } from 'kysely'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { canTransitionReturn, type Handover, type ReturnState } from '#contract/orders/return-states.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import type { LockedProducts } from '../inventory/stock.ts'
import { listExchangeOrders } from './exchanges/exchange-orders.ts'
import { endHold, holdNewItems, lockNewItems } from './exchanges/hold-items.ts'
import { placeExchange } from './exchanges/place-exchange.ts'
import { readReturnOrder } from './read-order.ts'
import { findReturn, type ReturnRow, readReturnLines, returnColumns } from './read-returns.ts'
import { recordReturn } from './record-return.ts'
import { returnError } from './return-error-rules.ts'

interface ReturnKey {
  readonly id: string
  /** limits a shopper to the returns of one order */
  readonly orderId?: string
  /** of the return as it was seen; undefined: any */
  readonly version?: number
}

/**
 * Locks the order of a return, then the return.
 * @throws AppError 404 for an unknown return. @throws AppError 409 when it has changed since it was seen.
 */
export async function lockReturn({ trx, id, orderId, version }: ReturnKey & { trx: Transaction }): Promise<ReturnRow> {
  const { order_id } = await findReturn({ database: trx, id })
  if (orderId !== undefined && orderId !== order_id) throw returnError('return_not_found')
  await trx.selectFrom('orders').select('id').where('id', '=', order_id).forUpdate().execute()
  const row = await trx.selectFrom('returns').select(returnColumns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (version !== undefined && row.version !== version) throw returnError('return_changed')
  return row
}

const events = {
  accepted: 'Return accepted',
  declined: 'Return declined',
  withdrawn: 'Return withdrawn',
  'picked up': 'Return picked up',
  'not received': 'Return not received',
} as const satisfies Partial<Record<ReturnState, OrderEvent>>

interface Move extends ReturnKey {
  readonly to: keyof typeof events
  readonly actor: 'guest' | 'shopper' | 'admin' | 'system'
  readonly actorId: string | null
  /** of an accepted return */
  readonly handover?: Handover
  /** of a declined return */
  readonly reason?: string
  /** whether the new items of an accepted exchange are sent before the others have reached the shop */
  readonly isSentAtOnce?: boolean
}

/**
 * Gives a return another state. The new items of an accepted exchange are held until it ends.
 * @throws AppError 404 for an unknown return.
 * @throws AppError 409 for a step that is not possible, for a return that has changed, and for an exchange without stock.
 */
export async function transitionReturn({ database, move }: { database: Database; move: Move }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeTransition({ trx, move })))
}

/** `transitionReturn` in the caller's transaction. */
export async function writeTransition({ trx, move }: { trx: Transaction; move: Move }): Promise<void> {
  const { id, to, actor, actorId, handover, reason } = move
  // Products are locked before orders.
  const products = await lockNewItems({ trx, returnId: id })
  const row = await lockReturn({ trx, ...move })
  // A repeated request, such as a double click.
  if (row.state === to && move.version === undefined) return
  if (!canTransitionReturn({ from: row.state, to })) throw returnError('return_step_not_possible')
  if (row.kind === 'exchange') await transitionHold({ trx, row, move, products })
  await trx
    .updateTable('returns')
    .set({
      state: to,
      ...(to === 'accepted' && { handover, accepted_at: sql<Date>`clock_timestamp()` }),
      ...(to === 'declined' && { decline_reason: reason }),
    })
    .where('id', '=', id)
    .execute()
  await recordReturn({ trx, returnId: id, event: events[to], actor, actorId })
  if (row.kind === 'exchange' && to === 'accepted' && move.isSentAtOnce) await sendAtOnce({ trx, row, move, products })
}

interface ExchangeMove {
  readonly trx: Transaction
  readonly row: ReturnRow
  readonly move: Move
  readonly products: LockedProducts
}

/** Holds the new items of an exchange that is accepted, and releases them when it ends. */
async function transitionHold({ trx, row, move: { id, to, actorId }, products }: ExchangeMove): Promise<void> {
  const hold = { trx, returnId: id, number: row.number, lines: await readReturnLines({ database: trx, ids: [id] }), actorId }
  if (to === 'accepted') return holdNewItems({ ...hold, products })
  if (to === 'picked up') return
  const [sent] = await listExchangeOrders({ database: trx, returnIds: [id] })
  if (sent && to === 'withdrawn') throw returnError('exchange_on_its_way')
  await endHold(hold)
}

async function sendAtOnce({ trx, row, move: { actor, actorId }, products }: ExchangeMove): Promise<void> {
  const lines = await readReturnLines({ database: trx, ids: [row.id] })
  const order = await readReturnOrder({ database: trx, id: row.order_id })
  const pieces = new Map(lines.map(({ line, quantity }) => [line, quantity]))
  await placeExchange({ trx, row, lines, order, products, pieces, actor: actor === 'admin' ? 'admin' : 'system', actorId })
}
