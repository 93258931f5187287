import { sql } from 'kysely'
import { retention } from '#contract/business.ts'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import type { Database } from '../database/schema.ts'
import type { Job } from './job.ts'

/** Deletes sessions that can no longer be used, and known devices whose cookie has expired. */
export function createPurgeSessionsJob({ database }: { database: Database }): Job {
  const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`
  const isExpired = sql`expires_at < now() or created_at < ${daysAgo(retention.maxSessionDays)}`
  const isUnused = sql`last_success_at < ${daysAgo(retention.deviceDays)}`
  return {
    name: 'purge-sessions',
    cron: '10 3 * * *',
    async run({ signal }) {
      await deleteInBatches({ database, table: 'sessions', where: isExpired, signal })
      await deleteInBatches({ database, table: 'known_devices', where: isUnused, signal })
    },
  }
}
