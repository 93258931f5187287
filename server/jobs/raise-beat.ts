import type { Database } from '../database/schema.ts'
import { raiseBeat } from '../restores/keep-last-numbers.ts'
import { everyMinute, type Job } from './job.ts'

/** Lets the next start see whether the database is older than the file in DATA_DIR. */
export const createRaiseBeatJob = ({ database }: { database: Database }): Job => ({
  name: 'raise-beat',
  cron: everyMinute,
  changes: 'nothing',
  run: () => raiseBeat({ database }),
})
