import { sql } from 'kysely'
import { retention } from '#contract/business.ts'
import type { Database } from '../database/schema.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { Job } from './queue.ts'

/** The totals of the days stay for ever. */
const keptDays = retention.visitDays

export function createVisitSweep({ database }: { database: Database }): Job {
  return {
    name: 'sweep-visits',
    cron: '40 3 * * *',
    work: ({ ending }) =>
      deleteInBatches({ database, table: 'visits', where: sql`visited_at < now() - make_interval(days => ${keptDays})`, ending }),
  }
}
