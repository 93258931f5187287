import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { Job } from './queue.ts'

/** Minutes: the servers write `expire` by their own clocks, which may differ a little from the database's. */
const clockMargin = 60

export function createLimitSweep({ database }: { database: Database }): Job {
  return {
    name: 'sweep-limits',
    cron: '30 * * * *',
    work: ({ ending }) =>
      deleteInBatches({
        database,
        table: 'limits',
        // Milliseconds since 1970, as the limiter writes them.
        where: sql`expire < extract(epoch from now() - make_interval(mins => ${clockMargin})) * 1000`,
        ending,
      }),
  }
}
