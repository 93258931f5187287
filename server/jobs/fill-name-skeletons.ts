import { fillNameSkeletons } from '../accounts/repository.ts'
import type { Database } from '../database/schema.ts'
import type { Job } from './job.ts'

/** Accounts from before the check for look-alike names get the form that the check compares. */
export const createFillNameSkeletonsJob = ({ database }: { database: Database }): Job => ({
  name: 'fill-name-skeletons',
  cron: '10 4 * * *',
  runsAtStart: true,
  changes: 'nothing',
  run: ({ signal }) => fillNameSkeletons({ database, signal }),
})
