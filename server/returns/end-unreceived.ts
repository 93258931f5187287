import { sql } from 'kysely'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { forEachSettled } from '../kernel/for-each-settled.ts'
import { transitionReturn } from './transition-return.ts'

/** Ends accepted returns whose items have not reached the shop in time. Returns whether there were any. */
export async function endUnreceived({ database, signal }: { database: Database; signal: AbortSignal }): Promise<boolean> {
  const due = await database
    .selectFrom('returns')
    .select(['id', 'version'])
    .where('state', '=', 'accepted')
    .where('accepted_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${returnLimits.receiptDays})`)
    .orderBy('accepted_at')
    .execute()
  const end = async ({ id, version }: (typeof due)[number]) => {
    const move = { id, version, to: 'not received', actor: 'system', actorId: null } as const
    // Somebody may have received it meanwhile.
    await transitionReturn({ database, move }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
  await forEachSettled(due, end, signal)
  return due.length > 0
}
