import { sql } from 'kysely'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { canTransitionReturn, type Handover, type ReturnState } from '#contract/orders/return-states.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { endHold, holdNewItems } from './exchanges/hold-items.ts'
import { placeExchange } from './exchanges/place-exchange.ts'
import { type LockedReturn, withLockedReturn } from './locked-return.ts'
import { readReturnOrder } from './read-order.ts'
import { recordReturn } from './record-return.ts'

const events = {
  accepted: 'Return accepted',
  declined: 'Return declined',
  withdrawn: 'Return withdrawn',
  'picked up': 'Return picked up',
  'not received': 'Return not received',
} as const satisfies Partial<Record<ReturnState, OrderEvent>>

interface ReturnTransition {
  readonly to: keyof typeof events
  readonly actor: 'guest' | 'shopper' | 'admin' | 'system'
  readonly actorId: string | null
  /** of the return as it was seen; undefined: any */
  readonly version?: number
  /** of an accepted return */
  readonly handover?: Handover
  /** of a declined return */
  readonly reason?: string
  /** whether the new items of an accepted exchange are sent before the others have reached the shop */
  readonly isSentAtOnce?: boolean
}

/** `orderId` limits a shopper to the returns of one order. */
type RequestedTransition = ReturnTransition & { readonly id: string; readonly orderId?: string }

/**
 * Gives a return another state. The new items of an accepted exchange are held until it ends.
 * @throws AppError 404 for an unknown return.
 * @throws AppError 409 for a step that is not possible, for a return that has changed, and for an exchange without stock.
 */
export function transitionReturn({ database, move }: { database: Database; move: RequestedTransition }): Promise<void> {
  return withLockedReturn({ database, ...move }, (locked) => writeTransition({ locked, move }))
}

/** `transitionReturn` in the caller's transaction. */
export async function writeTransition({ locked, move }: { locked: LockedReturn; move: ReturnTransition }): Promise<void> {
  const { trx, row } = locked
  const { to, actor, actorId, handover, reason } = move
  // A repeated request, such as a double click.
  if (row.state === to && move.version === undefined) return
  if (!canTransitionReturn({ from: row.state, to })) throw new AppError('return_step_not_possible')
  if (row.kind === 'exchange') await transitionHold({ locked, move })
  await trx
    .updateTable('returns')
    .set({
      state: to,
      ...(to === 'accepted' && { handover, accepted_at: sql<Date>`clock_timestamp()` }),
      ...(to === 'declined' && { decline_reason: reason }),
    })
    .where('id', '=', row.id)
    .execute()
  await recordReturn({ trx, row, event: events[to], actor, actorId })
  if (row.kind !== 'exchange' || to !== 'accepted' || !move.isSentAtOnce) return
  const order = await readReturnOrder({ database: trx, id: row.order_id })
  const pieces = new Map(locked.lines.map(({ line, quantity }) => [line, quantity]))
  const held = locked.lines.map((line) => ({ ...line, held: line.quantity }))
  await placeExchange({ ...locked, lines: held, order, pieces, actor: actor === 'admin' ? 'admin' : 'system', actorId })
}

/** Holds the new items of an exchange that is accepted, and releases them when it ends. */
async function transitionHold({ locked, move: { to, actorId } }: { locked: LockedReturn; move: ReturnTransition }): Promise<void> {
  if (to === 'accepted') return holdNewItems({ ...locked, actorId })
  if (to === 'picked up') return
  if (locked.exchangeOrder && to === 'withdrawn') throw new AppError('exchange_on_its_way')
  await endHold({ ...locked, actorId })
}
