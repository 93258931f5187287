import { type BuildAccountMail, createAccountMails } from '../accounts/profile/account-mails.ts'
import type { AccountSecrets } from '../accounts/profile/account-secrets.ts'
import { buildCartReminder } from '../cart/remind-carts.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { TicketLinks } from '../contact/ticket-links.ts'
import type { Database, Transaction } from '../database/schema.ts'
import type { RestockLinks } from '../inventory/restock/restock-links.ts'
import { type BuildRestockMail, createRestockMails } from '../inventory/restock/restock-mails.ts'
import type { Settings } from '../kernel/settings.ts'
import { renderAccountMail } from '../mail/account-mail.ts'
import { renderContactMail } from '../mail/contact-mail.ts'
import type { MailBranding } from '../mail/layout.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { isParcelMail, renderOrderMail } from '../mail/order-mail.ts'
import { isMailed } from '../mail/order-mail-copy.ts'
import type { OutboxMail } from '../mail/outbox.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import { presentPayOnline } from '../orders/lifecycle/order-detail.ts'
import { listAreaLines } from '../orders/order/mailed-address.ts'
import type { OrderLinks } from '../orders/order/order-links.ts'
import { findOrder } from '../orders/order/repository.ts'
import { readShipments, toParcels } from '../orders/order/shipments.ts'
import { buildOrderPaths, readLinkRevision, type TrackingLinks } from '../orders/order/tracking.ts'
import { toMailBranding } from '../shop-settings/mail-branding.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { attachInvoice } from './attach-invoice.ts'
import { everyMinute, type Job } from './job.ts'

interface RenderingDependencies {
  readonly settings: Settings
  readonly images: ImageStore
  /** to the mail that the order is delivered */
  readonly attachesInvoice: boolean
  readonly trackingLinks: TrackingLinks
  readonly addressLinks: OrderLinks
  readonly deliveryLinks: OrderLinks
  readonly confirmationLinks: OrderLinks
  readonly accountLinks: OrderLinks
  readonly ticketLinks: TicketLinks
  /** undefined when the shop takes no online payments */
  readonly getPaymentLinks: () => OrderLinks | undefined
  readonly payoutLinks: OrderLinks
}

const webhooksPath = '/AdminDashboardWrapper/settings/webhooks'

const toBaseUrl = ({ PUBLIC_URL, PORT }: Settings): string => PUBLIC_URL ?? `http://localhost:${PORT}`

/** Sends the mails of the outbox: confirmations of orders and mails of accounts to shoppers, contact messages and reports to the shop. */
export function createSendMailsJob({
  database,
  mailer,
  accountSecrets: secrets,
  restockLinks,
  ...rendering
}: Omit<RenderingDependencies, 'attachesInvoice'> & {
  database: Database
  mailer: Mailer
  accountSecrets: AccountSecrets
  restockLinks: RestockLinks
}): Job {
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
      const attachesInvoice = shopSettings.tax.attachInvoice === 'on'
      const renderMail = (context: { trx: Transaction; mail: OutboxMail }) =>
        renderOutboxMail({ ...context, ...rendering, attachesInvoice, branding, buildAccountMail, buildRestockMail })
      await sendDueMails({ database, mailer, renderMail, limitsFactor: settings.LIMITS_FACTOR, log, signal })
    },
  }
}

async function renderOutboxMail({
  trx,
  mail,
  settings,
  images,
  attachesInvoice,
  branding,
  trackingLinks,
  addressLinks,
  deliveryLinks,
  confirmationLinks,
  accountLinks,
  ticketLinks,
  getPaymentLinks,
  payoutLinks,
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
    if (accountMail.kind === 'webhook disabled')
      return renderAccountMail({ id, createdAt, content: { ...accountMail, url: toBaseUrl(settings) + webhooksPath }, branding })
    if (accountMail.kind === 'ticket') {
      const { ticketId: id } = accountMail
      const ticket = await trx.selectFrom('tickets').select('link_revision').where('id', '=', id).executeTakeFirst()
      const content = { ...accountMail, url: toBaseUrl(settings) + ticketLinks.create({ id, revision: ticket?.link_revision ?? 0 }) }
      return renderAccountMail({ id, createdAt, content, branding })
    }
    if (accountMail.kind === 'order link') {
      const found = await findOrder({ database: trx, id: accountMail.orderId })
      if (!found?.row.delivery_address.email) return undefined
      const { orderId } = accountMail
      const revision = (await readLinkRevision({ database: trx, orderId })) ?? 0
      const { trackingUrl } = buildMailedUrls({ trackingLinks, orderId, revision, baseUrl: toBaseUrl(settings) })
      const content = { ...accountMail, to: found.row.delivery_address.email, number: found.row.number, url: trackingUrl }
      return renderAccountMail({ id, createdAt, content, branding })
    }
    const content =
      accountMail.kind === 'cart reminder'
        ? await buildCartReminder({ trx, userId: accountMail.userId, baseUrl: toBaseUrl(settings) })
        : 'restockRequestId' in accountMail
          ? await buildRestockMail({ trx, mail, ...accountMail })
          : await buildAccountMail({ trx, mail, accountMail })
    return content && renderAccountMail({ id, createdAt, content, branding })
  }
  const row = await trx
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_events.id', 'order_id', 'event', 'actor', 'happened_at', 'amount_paise', 'change', 'link_revision as revision'])
    .where('order_events.id', '=', eventId)
    .executeTakeFirstOrThrow()
  const { event, order_id: orderId, revision } = row
  const found = await findOrder({ database: trx, id: orderId })
  if (!found || !isMailed(event)) throw new Error(`Order event ${eventId} has no mail`)
  const baseUrl = toBaseUrl(settings)
  const { payOnlineLink, payOnlineSaving: paymentSaving } = await presentPayOnline({
    database: trx,
    found,
    paymentLinks: getPaymentLinks(),
  })
  const rendered = renderOrderMail({
    branding,
    context: {
      event: { ...row, event },
      order: found.row,
      areaLines: await listAreaLines({ trx, row: found.row, actor: row.actor }),
      items: found.lines,
      adjustments: found.adjustments,
      parcels: isParcelMail(event) ? toParcels(await readShipments({ database: trx, orderId })) : [],
      ...buildMailedUrls({ trackingLinks, orderId, revision, baseUrl }),
      payoutUrl:
        row.change?.kind === 'return' && row.change.payoutId ? baseUrl + payoutLinks.create(row.change.payoutId, { revision }) : undefined,
      deliveryUrl: baseUrl + deliveryLinks.create(orderId, { revision }),
      addressUrl: baseUrl + addressLinks.create(orderId, { revision }),
      confirmationUrl: baseUrl + confirmationLinks.create(orderId, { revision }),
      accountUrl: baseUrl + accountLinks.create(orderId, { revision }),
      paymentUrl: payOnlineLink && baseUrl + payOnlineLink,
      paymentSaving,
    },
  })
  return rendered && attachesInvoice && event === 'Delivered' ? attachInvoice({ trx, images, mail: rendered, orderId }) : rendered
}

interface MailedOrder extends Pick<RenderingDependencies, 'trackingLinks'> {
  readonly orderId: string
  readonly revision: number
  readonly baseUrl: string
}

/** The pages that follow and return an order. */
function buildMailedUrls({ trackingLinks, orderId, revision, baseUrl }: MailedOrder) {
  const paths = buildOrderPaths({ links: trackingLinks, orderId, revision })
  return { trackingUrl: baseUrl + paths.tracking, returnUrl: baseUrl + paths.return }
}
