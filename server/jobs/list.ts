import type { AppDependencies } from '../dependencies.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createTrackingLinks } from '../orders/tracking.ts'
import { createPaymentJob } from './payment-maintenance.ts'
import { createKeySweep } from './purge-idempotency-keys.ts'
import { createLimitSweep } from './purge-rate-limits.ts'
import { createSessionSweep } from './purge-sessions.ts'
import { createVisitSweep } from './purge-visits.ts'
import type { Job } from './queue.ts'
import { createHoldJob } from './release-holds.ts'
import { createContactJob } from './send-contact-messages.ts'
import { createMailJob } from './send-order-mails.ts'

export type JobParts = Pick<AppDependencies, 'database' | 'settings' | 'trackingKey' | 'gateway'> & { readonly notifier: Mailer }

/** Everything that the shop does without being asked. */
export function listJobs({ database, settings, trackingKey, gateway, notifier }: JobParts): Job[] {
  return [
    createMailJob({ database, notifier, letterhead: { settings, links: createTrackingLinks({ key: trackingKey }) } }),
    createContactJob({ database, notifier, mailbox: settings }),
    createHoldJob({ database }),
    ...(gateway ? [createPaymentJob({ database, gateway })] : []),
    createSessionSweep({ database }),
    createKeySweep({ database }),
    createLimitSweep({ database }),
    createVisitSweep({ database }),
  ]
}
