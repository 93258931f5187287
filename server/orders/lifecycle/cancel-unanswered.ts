import { sql } from 'kysely'
import { paymentLink } from '#contract/orders/order-flags.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import { transitionOrder } from './transition-order.ts'

interface UnansweredOrders {
  readonly database: Database
  readonly payments: PaymentsPort
  readonly signal: AbortSignal
}

/**
 * Cancels the orders that their shoppers were to confirm or to pay and did not, after the time that their reminder said. An order whose
 * payment was opened waits until the provider has answered after that time that nothing is paid. `hours`: for orders that were to be
 * paid by their link, from the reminder on. Returns whether an order was cancelled.
 */
export async function cancelUnanswered({ hours, ...orders }: UnansweredOrders & { hours: number }): Promise<boolean> {
  const ids = [...(await listUnpaid({ ...orders, hours })), ...(await listUnconfirmed(orders))]
  const { database, payments, signal } = orders
  let isCancelled = false
  const cancel = async (id: string) => {
    const cancellation = { id, from: 'Placed', to: 'Cancelled', actor: 'system', actorId: null } as const
    try {
      await transitionOrder({ database, payments, request: cancellation })
      isCancelled = true
    } catch (error) {
      // It was paid, confirmed or cancelled meanwhile.
      if (!(error instanceof AppError)) throw error
    }
  }
  await forEachSettled(ids, cancel, signal)
  return isCancelled
}

async function listUnpaid({ database, hours }: { database: Database; hours: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select orders.id from orders, lateral (
      select max(happened_at) + make_interval(hours => ${hours}) as due_at from order_events where order_id = orders.id and event = 'Confirmation reminder'
    ) as reminder
    where status = 'Placed' and flags <> '{}' and ${paymentLink} = any(flags) and due_at < clock_timestamp() and ${isNotBeingPaid(sql`due_at`)}
  `.execute(database)
  return rows.map(({ id }) => id)
}

async function listUnconfirmed({ database }: { database: Database }): Promise<string[]> {
  const orders = database.selectFrom('orders').select('id').where('status', '=', 'Placed')
  const due = orders.where('cancels_at', '<', sql<Date>`clock_timestamp()`).where(isNotBeingPaid(sql`cancels_at`))
  return (await due.execute()).map(({ id }) => id)
}

const isNotBeingPaid = (dueAt: ReturnType<typeof sql>) => sql<boolean>`not exists (
  select from payments where order_id = orders.id and provider_order_id is not null and next_check_at is not null
    and (checked_at is null or checked_at < ${dueAt})
)`
