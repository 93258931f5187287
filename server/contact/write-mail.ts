import { html } from '../mail/html.ts'
import { frameMail, writeNote } from '../mail/layout.ts'
import type { OrderMail } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'
import type { DueMessage } from './outbox.ts'

export type Mailbox = Pick<Settings, 'STORE_NAME' | 'STORE_EMAIL' | 'MAIL_FROM'>

/**
 * The message as a mail to the shop. It comes from the shop itself, because mail servers refuse a sender that is not
 * theirs; an answer goes to the writer. Name and order number are single lines since the contract's checks.
 */
export function writeContactMail({ due, mailbox }: { due: DueMessage; mailbox: Mailbox }): OrderMail {
  const { id, name, reply_to, order_number, message, written_at } = due
  const domain = mailbox.MAIL_FROM.address.split('@').at(-1)
  const subject = order_number ? `Message from ${name} about order ${order_number}` : `Message from ${name}`
  const facts = [`From: ${name}`, `Email: ${reply_to}`, `Order: ${order_number ?? 'not named'}`]
  return {
    messageId: `<contact.${id}@${domain}>`,
    conversation: `<contact.${id}@${domain}>`,
    from: mailbox.MAIL_FROM,
    replyTo: reply_to,
    to: { name: mailbox.STORE_NAME, address: mailbox.STORE_EMAIL },
    subject,
    text: [...facts, '', message, ''].join('\n'),
    html: frameMail({
      store: mailbox.STORE_NAME,
      subject,
      preview: message.slice(0, 140),
      body: writeNote({ heading: `${name} writes`, facts, message }),
      foot: html`An answer to this mail goes to ${name}.`,
    }),
    about: { number: 'contact', event: id, happenedAt: written_at },
  }
}
