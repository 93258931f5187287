import { sql } from 'kysely'
import { retention } from '#contract/business.ts'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import type { Database } from '../database/schema.ts'
import type { Job } from './job.ts'

/** Deletes single visits; the daily totals stay. */
export function createPurgeVisitsJob({ database }: { database: Database }): Job {
  const where = sql`visited_at < now() - make_interval(days => ${retention.visitDays})`
  return { name: 'purge-visits', cron: '40 3 * * *', run: ({ signal }) => deleteInBatches({ database, table: 'visits', where, signal }) }
}
