import type { JobLog } from '#server/jobs/job.ts'
import { createSendMailsJob } from '#server/jobs/send-mails.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createAddressLinks, createConfirmationLinks } from '#server/orders/order-links.ts'
import { createTrackingLinks } from '#server/orders/tracking.ts'
import type { TestApp } from './test-app.ts'

/** Runs the job that sends the mails of the outbox, once. */
export async function sendMails({
  shop: { database, settings, trackingKey },
  mailer,
  log = console,
  signal = new AbortController().signal,
}: {
  shop: Pick<TestApp, 'database' | 'settings' | 'trackingKey'>
  mailer: Mailer
  log?: JobLog
  signal?: AbortSignal
}): Promise<void> {
  const links = {
    trackingLinks: createTrackingLinks({ key: trackingKey }),
    addressLinks: createAddressLinks({ key: trackingKey }),
    confirmationLinks: createConfirmationLinks({ key: trackingKey }),
  }
  const job = createSendMailsJob({ database, mailer, settings, ...links })
  await job.run({ log, signal })
}
