import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Transaction } from '../database/schema.ts'
import { readReturnChange } from '../orders/lifecycle/return-change.ts'
import { type NewEvent, recordEvent } from '../orders/order/order-events.ts'
import { findReturn } from './read-returns.ts'

interface ReturnRecord extends Pick<NewEvent, 'actor' | 'actorId'> {
  readonly trx: Transaction
  readonly returnId: string
  readonly event: OrderEvent & (`Return ${string}` | `Exchange ${string}`)
}

/** Records what has happened to a return in the events of its order, as the return is now, and queues the mail about it. */
export async function recordReturn({ trx, returnId, event, actor, actorId }: ReturnRecord): Promise<void> {
  const { order_id: orderId } = await findReturn({ database: trx, id: returnId })
  await recordEvent({ trx, orderId, event, actor, actorId, change: await readReturnChange({ trx, returnId }) })
}
