import { fillNameKeys } from '../accounts/users/repository.ts'
import type { Database } from '../database/schema.ts'
import type { Job } from './job.ts'

/** Accounts from before the check for look-alike names get the keys that the check compares. */
export const createFillNameKeysJob = ({ database }: { database: Database }): Job => ({
  name: 'fill-name-keys',
  cron: '10 4 * * *',
  runsAtStart: true,
  changes: 'nothing',
  run: ({ signal }) => fillNameKeys({ database, signal }),
})
