import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { Job } from './queue.ts'

/** A browser tries again within minutes; a week also covers a phone that was switched off over a journey. */
const keptDays = 7

export function createKeySweep({ database }: { database: Database }): Job {
  return {
    name: 'sweep-idempotency-keys',
    cron: '20 3 * * *',
    work: ({ ending }) =>
      deleteInBatches({
        database,
        table: 'idempotency_keys',
        where: sql`created_at < now() - make_interval(days => ${keptDays})`,
        ending,
      }),
  }
}
