import type { Database } from '../database/schema.ts'
import { sweepSessions } from '../users/session-store.ts'
import type { Job } from './queue.ts'

export function createSessionSweep({ database }: { database: Database }): Job {
  return { name: 'sweep-sessions', cron: '10 3 * * *', work: ({ ending }) => sweepSessions({ database, ending }) }
}
