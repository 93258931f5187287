import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Transaction } from '../database/schema.ts'
import { readReturnChange } from '../orders/lifecycle/return-change.ts'
import { type NewEvent, recordEvent } from '../orders/order/order-events.ts'
import type { ReturnRow } from './read-returns.ts'

interface ReturnRecord extends Pick<NewEvent, 'actor' | 'actorId'> {
  readonly trx: Transaction
  readonly row: Pick<ReturnRow, 'id' | 'order_id'>
  readonly event: OrderEvent & (`Return ${string}` | `Exchange ${string}`)
}

/** Records what has happened to a return in the events of its order, as the return is now, and queues the mail about it. */
export async function recordReturn({ trx, row: { id, order_id: orderId }, event, actor, actorId }: ReturnRecord): Promise<void> {
  await recordEvent({ trx, orderId, event, actor, actorId, change: await readReturnChange({ trx, returnId: id }) })
}
