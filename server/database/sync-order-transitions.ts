import { orderStatuses, transitions } from '#contract/order-status.ts'
import type { Database } from './schema.ts'

/** Fills the table from which a trigger checks every change of an order's status. */
export async function syncOrderTransitions({ database }: { database: Database }): Promise<void> {
  const rows = orderStatuses.flatMap((from) => transitions[from].map(({ to }) => ({ from_status: from, to_status: to })))
  await database
    .deleteFrom('order_transitions')
    .where((eb) => eb.not(eb.or(rows.map((row) => eb.and(row)))))
    .execute()
  await database
    .insertInto('order_transitions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
