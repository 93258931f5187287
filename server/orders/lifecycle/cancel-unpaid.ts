import { sql } from 'kysely'
import { paymentLink } from '#contract/orders/order-flags.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import type { PaymentsPort } from '../order-dependencies.ts'
import { transitionOrder } from './transition-order.ts'

interface UnpaidOrders {
  readonly database: Database
  readonly payments: PaymentsPort
  /** after the reminder */
  readonly hours: number
  readonly signal: AbortSignal
}

/**
 * Cancels the orders that were to be paid by their link and were not, some hours after their reminder. An order whose payment was
 * opened waits until the provider has answered after that time that nothing is paid. Returns whether an order was cancelled.
 */
export async function cancelUnpaid({ database, payments, hours, signal }: UnpaidOrders): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select orders.id from orders, lateral (
      select max(happened_at) + make_interval(hours => ${hours}) as due_at from order_events where order_id = orders.id and event = 'Confirmation reminder'
    ) as reminder
    where status = 'Placed' and flags <> '{}' and ${paymentLink} = any(flags) and due_at < clock_timestamp() and not exists (
      select from payments where order_id = orders.id and provider_order_id is not null and next_check_at is not null
        and (checked_at is null or checked_at < due_at)
    )
  `.execute(database)
  let isCancelled = false
  for (const { id } of rows) {
    if (signal.aborted) break
    const cancellation = { id, from: 'Placed', to: 'Cancelled', actor: 'system', actorId: null } as const
    try {
      await transitionOrder({ database, payments, request: cancellation })
      isCancelled = true
    } catch (error) {
      // It was paid, confirmed or cancelled meanwhile.
      if (!(error instanceof AppError)) throw error
    }
  }
  return isCancelled
}
