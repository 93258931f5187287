import { policy } from '#contract/business.ts'
import { formatRupees, type Paise, toRupees } from '#contract/money.ts'
import { calculateSubtotal } from '#contract/pricing.ts'
import type { OrderRow } from '../orders/present.ts'
import type { LineItem } from '../orders/rules.ts'
import type { TrackingLinks } from '../orders/tracking.ts'
import type { Settings } from '../settings.ts'
import { layOutHtml, layOutText } from './layout.ts'
import type { OrderMail } from './mailer.ts'
import { chooseWords, describePayment, type MailedEvent } from './order-mail-copy.ts'

/** What all mails of the shop have in common. */
export interface Letterhead {
  readonly settings: Pick<Settings, 'STORE_NAME' | 'STORE_EMAIL' | 'STORE_PHONE' | 'MAIL_FROM' | 'PUBLIC_URL' | 'PORT'>
  readonly links: TrackingLinks
}

export interface MailOccasion {
  readonly eventId: number
  readonly event: MailedEvent
  readonly actor: 'guest' | 'shopper' | 'admin' | 'system'
  readonly happenedAt: Date
  /** what went back, of a refund */
  readonly amount: Paise | null
  readonly row: OrderRow
  readonly lines: readonly LineItem[]
}

/** One line of plain text: what a person typed must not become a mail header or a line of its own. */
function foldLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

function describeAddress({ delivery_address: to }: OrderRow): string[] {
  const parts = [
    `${to.firstName} ${to.lastName}`,
    to.address,
    to.landmark ?? '',
    `${to.city}, ${to.state} ${to.pinCode}`,
    `Phone ${to.phone}`,
  ]
  return parts.map(foldLine).filter((line) => line !== '')
}

function describeLine({ name, size, quantity, price }: LineItem) {
  return {
    name: foldLine(name),
    detail: `${size === null ? 'Size to be confirmed' : `Size ${size}`} × ${quantity}`,
    price: formatRupees(toRupees(calculateSubtotal({ price, quantity }))),
  }
}

/** Writes the mail of an event from the order as it stands now. */
export function writeOrderMail({ occasion, letterhead }: { occasion: MailOccasion; letterhead: Letterhead }): OrderMail {
  const { row, event, eventId, happenedAt } = occasion
  const { settings, links } = letterhead
  const words = chooseWords({ event, order: row, soldOut: occasion.actor === 'system', refunded: occasion.amount })
  const { days, from, to } = policy.serviceHours
  const subject = `Order ${row.number} ${words.subject}`
  const page = {
    ...words,
    subject,
    store: settings.STORE_NAME,
    number: row.number,
    lines: occasion.lines.map(describeLine),
    total: formatRupees(toRupees(row.total_paise)),
    payment: describePayment(row),
    address: describeAddress(row),
    trackingLink: `${settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`}/order-tracking?token=${encodeURIComponent(links.create(row.id))}`,
    contact: { email: settings.STORE_EMAIL, phone: settings.STORE_PHONE, hours: `${days}, ${from} to ${to}` },
  }
  const domain = settings.MAIL_FROM.address.split('@').at(-1)
  const { firstName, lastName, email } = row.delivery_address
  return {
    messageId: `<${row.id}.${eventId}@${domain}>`,
    conversation: `<${row.id}@${domain}>`,
    from: settings.MAIL_FROM,
    replyTo: settings.STORE_EMAIL,
    to: { name: foldLine(`${firstName} ${lastName}`), address: email },
    subject,
    html: layOutHtml(page),
    text: layOutText(page),
    about: { number: row.number, event, happenedAt },
  }
}
