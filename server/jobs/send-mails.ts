import type { Transaction } from 'kysely'
import type { Database, Tables } from '../database/schema.ts'
import { renderContactMail } from '../mail/contact-mail.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { renderOrderMail } from '../mail/order-mail.ts'
import { isMailed } from '../mail/order-mail-copy.ts'
import type { OutboxMail } from '../mail/outbox.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import { findOrder } from '../orders/repository.ts'
import type { TrackingLinks } from '../orders/tracking.ts'
import type { Settings } from '../settings.ts'
import { everyMinute, type Job } from './job.ts'

interface RenderingDependencies {
  readonly settings: Settings
  readonly trackingLinks: TrackingLinks
}

/** Sends the mails of the outbox: confirmations of orders to shoppers, contact messages to the shop. */
export function createSendMailsJob({
  database,
  mailer,
  ...rendering
}: RenderingDependencies & { database: Database; mailer: Mailer }): Job {
  const renderMail = (context: { trx: Transaction<Tables>; mail: OutboxMail }) => renderOutboxMail({ ...context, ...rendering })
  return { name: 'send-mails', cron: everyMinute, run: ({ log, signal }) => sendDueMails({ database, mailer, renderMail, log, signal }) }
}

async function renderOutboxMail({
  trx,
  mail,
  settings,
  trackingLinks,
}: RenderingDependencies & { trx: Transaction<Tables>; mail: OutboxMail }): Promise<Mail | undefined> {
  const { id, order_event_id: eventId, contact_message: message, created_at: createdAt } = mail
  if (message) return renderContactMail({ id, createdAt, message, branding: settings })
  const { event, order_id, actor, happened_at, amount_paise } = await trx
    .selectFrom('order_events')
    .select(['event', 'order_id', 'actor', 'happened_at', 'amount_paise'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const found = await findOrder({ database: trx, id: order_id })
  if (!found || !isMailed(event)) throw new Error(`Order event ${eventId} has no mail`)
  const baseUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return renderOrderMail({
    branding: settings,
    context: {
      eventId: eventId ?? 0,
      event,
      actor,
      happenedAt: happened_at,
      amount: amount_paise,
      order: found.row,
      items: found.lines,
      trackingUrl: `${baseUrl}/order-tracking?token=${encodeURIComponent(trackingLinks.create(order_id))}`,
    },
  })
}
