import { sql } from 'kysely'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import type { Database } from '../database/schema.ts'
import type { Job } from './job.ts'

/** Servers write `expire` by their own clocks, which may differ from the database's. */
const clockMarginMinutes = 60

export function createPurgeRateLimitsJob({ database }: { database: Database }): Job {
  // `expire` is in milliseconds since 1970.
  const where = sql`expire < extract(epoch from now() - make_interval(mins => ${clockMarginMinutes})) * 1000`
  return {
    name: 'purge-rate-limits',
    cron: '30 * * * *',
    run: ({ signal }) => deleteInBatches({ database, table: 'limits', where, signal }),
  }
}
