import type { OrderEvent } from '#contract/orders/order-events.ts'
import { couriers } from '#contract/shipping/couriers.ts'
import type { Transaction } from '../database/schema.ts'
import { type NewEvent, recordEvent } from '../orders/lifecycle/order-events.ts'
import { findReturn, readReturnLines } from './read-returns.ts'

interface ReturnRecord extends Pick<NewEvent, 'actor' | 'actorId'> {
  readonly trx: Transaction
  readonly returnId: string
  readonly event: OrderEvent & `Return ${string}`
}

/** Records what has happened to a return in the events of its order, as the return is now, and queues the mail about it. */
export async function recordReturn({ trx, returnId, event, actor, actorId }: ReturnRecord): Promise<void> {
  const row = await findReturn({ database: trx, id: returnId })
  const lines = await readReturnLines({ database: trx, ids: [returnId] })
  const payout = await trx.selectFrom('payouts').select('id').where('return_id', '=', returnId).executeTakeFirst()
  const change = {
    kind: 'return' as const,
    returnId,
    number: row.number,
    items: lines.map(({ name, size, quantity, reason }) => ({ name, size, quantity, reason })),
    fee: row.is_fault ? 0 : row.fee_paise,
    refund: row.refund_paise,
    cash: row.cash_paise,
    ...(payout && { payoutId: payout.id }),
    handover: row.handover,
    ...(row.pickup_courier &&
      row.pickup_reference && { pickup: { courier: couriers[row.pickup_courier].name, reference: row.pickup_reference } }),
    reason: row.decline_reason,
  }
  await recordEvent({ trx, orderId: row.order_id, event, actor, actorId, change })
}
