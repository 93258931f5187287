import type { Database } from '../database/schema.ts'
import { releaseExpiredHolds } from '../payments/holds.ts'
import type { Job } from './queue.ts'

/** By itself, because ended holds go back to the shop also while the provider is silent and when card payment is off. */
export function createHoldJob({ database }: { database: Database }): Job {
  return { name: 'release-holds', everySeconds: 30, work: () => releaseExpiredHolds({ database }) }
}
