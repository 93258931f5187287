import { cutText } from '#contract/kernel/cut-text.ts'
import type { OutboxContactMessage } from '../database/schema.ts'
import { html } from './html.ts'
import { type MailBranding, renderLayout, styles } from './layout.ts'
import type { Mail } from './mailer.ts'

interface ContactMail {
  readonly id: string
  readonly createdAt: Date
  readonly message: OutboxContactMessage
  readonly branding: MailBranding
}

/**
 * A contact message as a mail to the shop. It is sent from the shop's own address, because mail servers reject a foreign
 * sender; a reply goes to the person who wrote it. The contract has reduced name and order number to single lines.
 */
export function renderContactMail({ id, createdAt, branding, ...contact }: ContactMail): Mail {
  const { name, replyTo, orderNumber, message, ticket, isReply = false } = contact.message
  const domain = branding.from.address.split('@').at(-1)
  const heading = `${isReply ? 'Reply' : 'Message'} from ${name}`
  const subject = [heading, orderNumber && `about order ${orderNumber}`, ticket && `(${ticket})`].filter(Boolean).join(' ')
  const details = [
    ...(ticket ? [`Ticket: ${ticket}`] : []),
    ...[`From: ${name}`, `Email: ${replyTo}`, `Order: ${orderNumber ?? 'not given'}`],
  ]
  return {
    messageId: `<contact.${id}@${domain}>`,
    threadId: `<contact.${id}@${domain}>`,
    from: branding.from,
    replyTo,
    to: { name: branding.name, address: branding.email },
    subject,
    text: [...details, '', message, ''].join('\n'),
    html: renderLayout({
      store: branding.name,
      subject,
      preview: cutText(message, 140),
      body: html`<h1 class="ink" style="${styles.heading}">${heading}</h1>
<p class="soft" style="${styles.note}">${details.map((detail) => html`${detail}<br>`)}</p>
<p class="ink" style="${styles.text};white-space:pre-wrap;overflow-wrap:anywhere">${message}</p>`,
      footer: ticket
        ? html`Answer ${ticket} under Users, Tickets, so that the answer is kept with it.`
        : html`Reply to this email to answer ${name}.`,
    }),
    about: { number: 'contact', event: id, happenedAt: createdAt },
  }
}
