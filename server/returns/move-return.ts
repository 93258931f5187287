import { sql } from 'kysely'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { canMoveReturn, type Handover, type ReturnState } from '#contract/returns/return-states.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { findReturn, type ReturnRow, returnColumns } from './read-returns.ts'
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
}

/**
 * Gives a return another state.
 * @throws AppError 404 for an unknown return. @throws AppError 409 for a step that is not possible, and for a return that has changed.
 */
export async function moveReturn({ database, move }: { database: Database; move: Move }): Promise<void> {
  await database.transaction().execute((trx) => writeMove({ trx, move }))
}

async function writeMove({ trx, move }: { trx: Transaction; move: Move }): Promise<void> {
  const { id, to, actor, actorId, handover, reason } = move
  const row = await lockReturn({ trx, ...move })
  // A repeated request, such as a double click.
  if (row.state === to && move.version === undefined) return
  if (!canMoveReturn({ from: row.state, to })) throw returnError('return_step_not_possible')
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
}
