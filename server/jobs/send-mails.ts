import { type BuildAccountMail, createAccountMails } from '../accounts/profile/account-mails.ts'
import type { AccountSecrets } from '../accounts/profile/account-secrets.ts'
import { buildCartReminder } from '../cart/remind-carts.ts'
import type { Database, Transaction } from '../database/schema.ts'
import type { RestockLinks } from '../inventory/restock/restock-links.ts'
import { type BuildRestockMail, createRestockMails } from '../inventory/restock/restock-mails.ts'
import { renderAccountMail } from '../mail/account-mail.ts'
import { renderContactMail } from '../mail/contact-mail.ts'
import type { MailBranding } from '../mail/layout.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { renderOrderMail } from '../mail/order-mail.ts'
import { isMailed } from '../mail/order-mail-copy.ts'
import type { OutboxMail } from '../mail/outbox.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import type { OrderLinks } from '../orders/lifecycle/order-links.ts'
import type { TrackingLinks } from '../orders/lifecycle/tracking.ts'
import { findOrder } from '../orders/repository.ts'
import { readShipments, toParcels } from '../orders/shipments.ts'
import type { Settings } from '../settings.ts'
import { toMailBranding } from '../shop-settings/mail-branding.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { everyMinute, type Job } from './job.ts'

interface RenderingDependencies {
  readonly settings: Settings
  readonly trackingLinks: TrackingLinks
  readonly addressLinks: OrderLinks
  readonly confirmationLinks: OrderLinks
  readonly accountLinks: OrderLinks
  /** undefined when the shop takes no online payments */
  readonly paymentLinks: OrderLinks | undefined
}

const toBaseUrl = ({ PUBLIC_URL, PORT }: Settings): string => PUBLIC_URL ?? `http://localhost:${PORT}`

/** Sends the mails of the outbox: confirmations of orders and mails of accounts to shoppers, contact messages and reports to the shop. */
export function createSendMailsJob({
  database,
  mailer,
  accountSecrets: secrets,
  restockLinks,
  ...rendering
}: RenderingDependencies & { database: Database; mailer: Mailer; accountSecrets: AccountSecrets; restockLinks: RestockLinks }): Job {
  const buildAccountMail = createAccountMails({ database, secrets, baseUrl: toBaseUrl(rendering.settings) })
  const buildRestockMail = createRestockMails({ database, links: restockLinks, baseUrl: toBaseUrl(rendering.settings) })
  return {
    name: 'send-mails',
    cron: everyMinute,
    changes: 'nothing',
    async run({ log, signal }) {
      const { settings } = rendering
      const shopSettings = await readShopSettings({ database, settings })
      const branding = toMailBranding({ shopSettings, settings })
      const renderMail = (context: { trx: Transaction; mail: OutboxMail }) =>
        renderOutboxMail({ ...context, ...rendering, branding, buildAccountMail, buildRestockMail })
      await sendDueMails({ database, mailer, renderMail, limitsFactor: settings.LIMITS_FACTOR, log, signal })
    },
  }
}

async function renderOutboxMail({
  trx,
  mail,
  settings,
  branding,
  trackingLinks,
  addressLinks,
  confirmationLinks,
  accountLinks,
  paymentLinks,
  buildAccountMail,
  buildRestockMail,
}: RenderingDependencies & {
  trx: Transaction
  mail: OutboxMail
  branding: MailBranding
  buildAccountMail: BuildAccountMail
  buildRestockMail: BuildRestockMail
}): Promise<Mail | undefined> {
  const { id, order_event_id: eventId, contact_message: message, account_mail: accountMail, created_at: createdAt } = mail
  if (message) return renderContactMail({ id, createdAt, message, branding })
  if (accountMail) {
    if (accountMail.kind === 'daily report') return renderAccountMail({ id, createdAt, content: accountMail, branding })
    const content =
      accountMail.kind === 'cart reminder'
        ? await buildCartReminder({ trx, userId: accountMail.userId, baseUrl: toBaseUrl(settings) })
        : 'restockRequestId' in accountMail
          ? await buildRestockMail({ trx, mail, ...accountMail })
          : await buildAccountMail({ trx, mail, accountMail })
    return content && renderAccountMail({ id, createdAt, content, branding })
  }
  const row = await trx.selectFrom('order_events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
  const { event, order_id: orderId } = row
  const found = await findOrder({ database: trx, id: orderId })
  if (!found || !isMailed(event)) throw new Error(`Order event ${eventId} has no mail`)
  const baseUrl = toBaseUrl(settings)
  return renderOrderMail({
    branding,
    context: {
      event: { ...row, event },
      order: found.row,
      items: found.lines,
      adjustments: found.adjustments,
      parcels: toParcels(await readShipments({ database: trx, orderId })),
      trackingUrl: `${baseUrl}/order-tracking?token=${encodeURIComponent(trackingLinks.create(orderId))}`,
      addressUrl: baseUrl + addressLinks.create(orderId),
      confirmationUrl: baseUrl + confirmationLinks.create(orderId),
      accountUrl: baseUrl + accountLinks.create(orderId),
      paymentUrl: paymentLinks && baseUrl + paymentLinks.create(orderId),
    },
  })
}
