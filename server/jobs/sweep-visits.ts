import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { Job } from './queue.ts'

/** A year and a month, so that a season can be compared with the last one. The totals of the days stay for ever. */
const keptDays = 400

export function createVisitSweep({ database }: { database: Database }): Job {
  return {
    name: 'sweep-visits',
    cron: '40 3 * * *',
    work: ({ ending }) =>
      deleteInBatches({ database, table: 'visits', where: sql`visited_at < now() - make_interval(days => ${keptDays})`, ending }),
  }
}
