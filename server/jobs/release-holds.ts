import type { ProductChanges } from '../database/product-changes.ts'
import type { Database } from '../database/schema.ts'
import { releaseExpiredHolds } from '../payments/holds.ts'
import { everyMinute, type Job } from './job.ts'

/** A job of its own: stock returns also while the payment provider does not answer and when card payment is off. */
export function createReleaseHoldsJob({ database, productChanges }: { database: Database; productChanges: ProductChanges }): Job {
  return {
    name: 'release-holds',
    cron: everyMinute,
    run: () => releaseExpiredHolds({ database }).finally(productChanges.publish),
  }
}
