import { sql } from 'kysely'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import type { Database } from '../database/schema.ts'
import type { Job } from './job.ts'

/** Browsers retry within minutes; a week also covers a phone that was switched off during a journey. */
const retentionDays = 7

export function createPurgeIdempotencyKeysJob({ database }: { database: Database }): Job {
  const where = sql`created_at < now() - make_interval(days => ${retentionDays})`
  return {
    name: 'purge-idempotency-keys',
    cron: '20 3 * * *',
    run: ({ signal }) => deleteInBatches({ database, table: 'idempotency_keys', where, signal }),
  }
}
