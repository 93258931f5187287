import type { Notifier } from '../orders/notifier.ts'
import { createTrackingLinks } from '../orders/tracking.ts'
import type { Parts } from '../parts.ts'
import type { Job } from './queue.ts'
import { createHoldJob } from './release-holds.ts'
import { createContactJob } from './send-contact-messages.ts'
import { createMailJob } from './send-order-mails.ts'
import { createKeySweep } from './sweep-idempotency-keys.ts'
import { createLimitSweep } from './sweep-limits.ts'
import { createSessionSweep } from './sweep-sessions.ts'
import { createVisitSweep } from './sweep-visits.ts'
import { createPaymentJob } from './work-payments.ts'

export type JobParts = Pick<Parts, 'database' | 'settings' | 'trackingKey' | 'gateway'> & { readonly notifier: Notifier }

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
