import type { ProductChanges } from '../database/product-changes.ts'
import type { Database } from '../database/schema.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createTrackingLinks } from '../orders/tracking.ts'
import type { Gateway } from '../payments/gateway.ts'
import type { Settings } from '../settings.ts'
import type { Job } from './job.ts'
import { createProcessPaymentsJob } from './process-payments.ts'
import { createPurgeIdempotencyKeysJob } from './purge-idempotency-keys.ts'
import { createPurgeRateLimitsJob } from './purge-rate-limits.ts'
import { createPurgeSessionsJob } from './purge-sessions.ts'
import { createPurgeVisitsJob } from './purge-visits.ts'
import { createReleaseHoldsJob } from './release-holds.ts'
import type { JobRequests } from './request-jobs.ts'
import { createSendMailsJob } from './send-mails.ts'

/** All jobs of the shop. Without a gateway card payment is off. */
export function listJobs({
  database,
  settings,
  trackingKey,
  gateway,
  mailer,
  requests,
  productChanges,
}: {
  database: Database
  settings: Settings
  trackingKey: Buffer
  gateway?: Gateway | undefined
  mailer: Mailer
  requests: JobRequests
  productChanges: ProductChanges
}): Job[] {
  return [
    createSendMailsJob({ database, mailer, settings, trackingLinks: createTrackingLinks({ key: trackingKey }) }),
    createReleaseHoldsJob({ database, productChanges }),
    ...(gateway ? [createProcessPaymentsJob({ database, gateway, requests, productChanges })] : []),
    createPurgeSessionsJob({ database }),
    createPurgeIdempotencyKeysJob({ database }),
    createPurgeRateLimitsJob({ database }),
    createPurgeVisitsJob({ database }),
  ]
}
