import { createAccountSecrets } from '#server/accounts/profile/account-secrets.ts'
import { createTicketLinks } from '#server/contact/ticket-links.ts'
import { createRestockLinks } from '#server/inventory/restock/restock-links.ts'
import type { JobLog } from '#server/jobs/job.ts'
import { createSendMailsJob } from '#server/jobs/send-mails.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import {
  createAccountLinks,
  createAddressLinks,
  createConfirmationLinks,
  createDeliveryLinks,
  createPaymentLinks,
  createPayoutLinks,
} from '#server/orders/order/order-links.ts'
import { createTrackingLinks } from '#server/orders/order/tracking.ts'
import { requireStatus } from './require-status.ts'
import type { TestApp } from './test-app.ts'

type MailedShop = Pick<TestApp, 'database' | 'settings' | 'trackingKey' | 'images'> & Partial<Pick<TestApp, 'gateways'>>

/** Runs the job that sends the mails of the outbox, once. */
export async function sendMails({
  shop: { database, settings, trackingKey, images, gateways },
  mailer,
  log = console,
  signal = new AbortController().signal,
}: {
  shop: MailedShop
  mailer: Mailer
  log?: JobLog
  signal?: AbortSignal
}): Promise<void> {
  const links = {
    trackingLinks: createTrackingLinks({ key: trackingKey }),
    addressLinks: createAddressLinks({ key: trackingKey }),
    deliveryLinks: createDeliveryLinks({ key: trackingKey }),
    confirmationLinks: createConfirmationLinks({ key: trackingKey }),
    accountLinks: createAccountLinks({ key: trackingKey }),
    getPaymentLinks: () => (gateways?.checkout ? createPaymentLinks({ key: trackingKey }) : undefined),
    payoutLinks: createPayoutLinks({ key: trackingKey }),
    accountSecrets: createAccountSecrets({ key: trackingKey }),
    restockLinks: createRestockLinks({ key: trackingKey }),
    ticketLinks: createTicketLinks({ key: trackingKey }),
  }
  const job = createSendMailsJob({ database, mailer, settings, images, ...links })
  await job.run({ publish: () => {}, log, signal })
}

/** Makes all mails due that wait. */
export async function makeMailsDue({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await database
    .updateTable('outbox_mails')
    .set({ due_at: new Date(0) })
    .where('state', '=', 'waiting')
    .execute()
}

/** Sends what is due and returns it. */
export async function collectMails(shop: MailedShop): Promise<Mail[]> {
  const sent: Mail[] = []
  await sendMails({ shop, mailer: { send: async (mail) => void sent.push(mail) } })
  return sent
}

/** The tokens of the links in a mail. */
export const readTokens = (mail: Mail | undefined): string[] =>
  [...(mail?.text ?? '').matchAll(/(?:token=|\/o\/)(\S+)/g)].map(([, token = '']) => token)

/** Verifies an e-mail address of a shopper by the link in the mail. */
export async function verifyEmail({
  shop,
  shopper,
  email,
}: {
  shop: TestApp
  shopper: { pin: string; cookies: Record<string, string> }
  email: string
}): Promise<void> {
  await shop.request('POST', '/users/account/email', { cookies: shopper.cookies, body: { email, currentPin: shopper.pin } })
  const [token] = (await collectMails(shop)).filter(({ to }) => to.address === email).flatMap(readTokens)
  const reply = await shop.request('POST', '/users/email', { body: { token } })
  requireStatus(reply, 200)
}
