import { sql } from 'kysely'
import { retention } from '#contract/kernel/limits/retention.ts'
import type { Database } from '../../database/schema.ts'

/** Erases where refunds were transferred to, some time after the payment. */
export async function eraseDetails({ database }: { database: Database }): Promise<void> {
  await database
    .updateTable('payouts')
    .set({ details: null })
    .where('details', 'is not', null)
    .where('paid_at', '<', sql<Date>`now() - make_interval(days => ${retention.payoutDetailDays})`)
    .execute()
}
