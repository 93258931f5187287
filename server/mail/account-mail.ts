import { accountMails, staffInvitationDays } from '#contract/kernel/limits/account-limits.ts'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import { html, type SafeHtml } from './html.ts'
import { type MailBranding, renderLayout, renderParagraph, styles } from './layout.ts'
import type { Mail } from './mailer.ts'

/** What a mail of an account, or about stock, says and to whom. */
export type AccountMailContent = { readonly to: string } & (
  | { readonly kind: 'verify email'; readonly url: string }
  | { readonly kind: 'forgotten pin'; readonly accounts: readonly { readonly name: string; readonly url: string }[] }
  | { readonly kind: 'login code'; readonly code: string }
  | { readonly kind: 'staff invitation'; readonly set: string; readonly url: string }
  | { readonly kind: 'pin changed' | 'email changed'; readonly name: string; readonly resetUrl: string }
  | { readonly kind: 'new device'; readonly name: string; readonly device: string; readonly place: string; readonly resetUrl: string }
  | StockMailContent
  | CartReminderContent
  | ReportContent
  | TicketContent
  | WebhookContent
  | { readonly kind: 'order link'; readonly number: string; readonly url: string }
)

/** `url` is of the page that confirms or ends the request. */
type StockMailContent = { readonly product: string; readonly size: string; readonly url: string } & (
  | { readonly kind: 'confirm restock' }
  | { readonly kind: 'back in stock'; readonly productUrl: string }
)

interface CartReminderContent {
  readonly kind: 'cart reminder'
  readonly items: readonly { readonly name: string; readonly size: string | null; readonly quantity: number }[]
  readonly url: string
  /** where the consent is withdrawn */
  readonly accountUrl: string
}

/** The report of a day to the shop itself. */
interface ReportContent {
  readonly kind: 'daily report'
  readonly day: string
  readonly paragraphs: readonly string[]
  readonly url: string
}

/** An endpoint of a webhook is disabled, to the shop itself. `url` is of the list of webhooks. */
interface WebhookContent {
  readonly kind: 'webhook disabled'
  readonly host: string
  readonly reason: 'gone' | 'failing'
  readonly url: string
}

/** What happened to a message to the shop. `url` is of its page. */
interface TicketContent {
  readonly kind: 'ticket'
  readonly event: 'received' | 'acknowledged' | 'answered' | 'settled'
  /** such as T-1000 */
  readonly number: string
  /** what the shop has answered */
  readonly text: string
  /** in which it is settled */
  readonly days: number
  readonly url: string
}

const longDay = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

interface Copy {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly code?: string
  readonly actions?: readonly { readonly label: string; readonly url: string }[]
  /** what to do when somebody else has caused the mail */
  readonly warning: string
}

const { linkMinutes, codeMinutes } = accountMails
const linkTerms = `The link works once, for ${linkMinutes} minutes.`
const askShop = 'If that was not you, reset your PIN and reply to this email.'

function buildCopy(content: AccountMailContent, store: string): Copy {
  switch (content.kind) {
    case 'verify email':
      // Without the name of the account: anybody may enter the address of a stranger.
      return {
        subject: 'Verify your email address',
        paragraphs: [`This address was entered in an account at ${store}. Open the link and confirm it there.`, linkTerms],
        actions: [{ label: 'Verify this address', url: content.url }],
        warning: 'If that was not you, ignore this email. The address is not used without your confirmation.',
      }
    case 'forgotten pin': {
      const [only, second] = content.accounts
      return {
        subject: 'Choose a new PIN',
        paragraphs: [
          second ? 'This address belongs to several accounts. Choose the one whose PIN you forgot.' : `Your username is ${only?.name}.`,
          second ? `The links work once, for ${linkMinutes} minutes.` : linkTerms,
        ],
        actions: content.accounts.map(({ name, url }) => ({ label: second ? `New PIN for ${name}` : 'Choose a new PIN', url })),
        warning: 'If you did not ask for it, ignore this email. Your PIN stays as it is.',
      }
    }
    case 'login code':
      return {
        subject: 'Your code to sign in',
        paragraphs: ['Enter this code where you sign in:', `It works once, for ${codeMinutes} minutes. We never ask for it elsewhere.`],
        code: content.code,
        warning: 'If you are not signing in now, somebody else knows your PIN. Please change it in your account.',
      }
    case 'staff invitation':
      return {
        subject: `You are invited to the staff of ${store}`,
        paragraphs: [
          `An owner of ${store} invites you as ${content.set}. Open the link and choose a name and a PIN.`,
          `The link works once, for ${staffInvitationDays} days.`,
        ],
        actions: [{ label: 'Join the staff', url: content.url }],
        warning: 'If you do not expect it, ignore this email.',
      }
    case 'pin changed':
      return {
        subject: 'Your PIN was changed',
        paragraphs: [`The PIN of your account ${content.name} was changed. Other devices were signed out.`],
        actions: [{ label: 'Reset your PIN', url: content.resetUrl }],
        warning: askShop,
      }
    case 'email changed':
      return {
        subject: 'Your email address was removed',
        paragraphs: [`This address was removed from your account ${content.name}, or replaced by another one.`],
        warning: 'If that was not you, reply to this email.',
      }
    case 'new device':
      return {
        subject: 'A new device has signed in',
        paragraphs: [
          `A new device has signed in to your account ${content.name}.`,
          `Device: ${content.device || 'unknown'}${content.place && `, ${content.place}`}`,
        ],
        actions: [{ label: 'Reset your PIN', url: content.resetUrl }],
        warning: askShop,
      }
    case 'daily report':
      return {
        subject: `${store} on ${longDay.format(new Date(content.day))}`,
        paragraphs: content.paragraphs,
        actions: [{ label: 'Open the order desk', url: content.url }],
        warning: 'Each part of this daily email can be switched off under Users, Shop, Mails.',
      }
    case 'webhook disabled':
      return {
        subject: `Webhook to ${content.host} is disabled`,
        paragraphs: [
          content.reason === 'gone'
            ? `${content.host} has answered that it no longer takes events (410 Gone).`
            : `All requests to ${content.host} have failed for a week.`,
          'It gets no more events. When the receiver works again, enable the webhook; it can read the events of the last 30 days.',
        ],
        actions: [{ label: 'Open the webhooks', url: content.url }],
        warning: 'The program behind this address no longer learns of new orders and changes.',
      }
    case 'cart reminder':
      return {
        subject: 'Your cart is waiting',
        paragraphs: [
          'You left these in your cart:',
          ...content.items.map(({ name, size, quantity }) => `${quantity} × ${size === null ? name : `${name}, size ${size}`}`),
          'We do not reserve them for you, so they may sell out.',
        ],
        actions: [{ label: 'Open your cart', url: content.url }],
        warning: `You get this email because you agreed to marketing emails, and once a week at most. To get no more of them: ${content.accountUrl}`,
      }
    case 'order link':
      return {
        subject: `The link to your order ${content.number}`,
        paragraphs: ['It opens the order with its invoice and its returns.'],
        actions: [{ label: 'Open your order', url: content.url }],
        warning: 'Somebody who knows the number and the phone of the order asked for it on our tracking page. Please do not forward it.',
      }
    case 'ticket':
      return buildTicketCopy(content, store)
    case 'confirm restock':
      return {
        subject: 'Confirm that we may email you',
        paragraphs: [
          `This address was entered at ${store} to be notified when ${nameItem(content)} is in stock again.`,
          'Open the link and confirm it there. Then we’ll email you once.',
        ],
        actions: [{ label: 'Confirm', url: content.url }],
        warning: 'If that was not you, ignore this email. We won’t email you about stock without your confirmation.',
      }
    case 'back in stock':
      return {
        subject: `In stock again: ${nameItem(content)}`,
        paragraphs: [
          `${nameItem(content)} is in stock again.`,
          'We do not reserve it for you, so it may sell out again. We email a few people at a time, in the order in which they asked.',
        ],
        actions: [{ label: 'Open the product', url: content.productUrl }],
        warning: `You asked for this email, and get it once. To get no more of them: ${content.url}`,
      }
  }
}

function buildTicketCopy({ event, number, text, days, url }: TicketContent, store: string): Copy {
  const warning = `Reply on the page of ${number}, so that your reply is kept with it.`
  const actions = [{ label: `Open ${number}`, url }]
  switch (event) {
    case 'received':
      // Without what was written: anybody may enter the address of a stranger.
      return {
        subject: `We have received your message: ${number}`,
        paragraphs: [
          `The number of your message to ${store} is ${number}.`,
          `We will read it within ${ticketLimits.acknowledgeHours} hours, and settle it within ${days} days.`,
          'To see it and to write more, open the link.',
        ],
        actions,
        warning: 'If you did not write to us, ignore this email.',
      }
    case 'acknowledged':
      return {
        subject: `We have read your message: ${number}`,
        paragraphs: [`We are working on ${number} and will email you.`],
        actions,
        warning,
      }
    case 'answered':
      return { subject: `Our answer to your message: ${number}`, paragraphs: text.split(/\n+/), actions, warning }
    case 'settled':
      return {
        subject: `Your message is settled: ${number}`,
        paragraphs: [`We have settled ${number}.`],
        actions,
        warning: `If it is not settled for you, write to us on the page of ${number}, which opens it again.`,
      }
  }
}

const nameItem = ({ product, size }: StockMailContent): string => (size === '' ? product : `${product} in ${size}`)

interface AccountMail {
  readonly id: string
  readonly createdAt: Date
  readonly content: AccountMailContent
  readonly branding: MailBranding
}

/** Renders a mail of an account, or about stock. */
export function renderAccountMail({ id, createdAt, content, branding }: AccountMail): Mail {
  const { name: store, email: storeEmail, from, greeting, signature } = branding
  const { subject, paragraphs, code, actions = [], warning } = buildCopy(content, store)
  const [lead = '', ...others] = paragraphs
  const messageId = `<account.${id}@${from.address.split('@').at(-1)}>`
  return {
    messageId,
    threadId: messageId,
    from,
    replyTo: storeEmail,
    to: { name: '', address: content.to },
    ...(content.kind === 'back in stock' && { unsubscribeUrl: content.url }),
    ...(content.kind === 'cart reminder' && { unsubscribeUrl: content.accountUrl }),
    subject,
    text: [
      ...[store, '', ...(greeting === '' ? [] : [greeting, '']), subject, lead, ...(code ? ['', code, ''] : []), ...others, ''],
      ...[...actions.map(({ label, url }) => `${label}: ${url}`), '', warning, '', ...(signature === '' ? [] : [signature, ''])],
    ].join('\n'),
    html: renderLayout({
      greeting,
      signature,
      store,
      subject,
      preview: lead,
      body: html`<h1 class="ink" style="${styles.heading}">${subject}</h1>
${renderParagraph(lead)}
${code && html`<p class="ink" style="${styles.code}">${code}</p>`}
${others.map(renderParagraph)}
${actions.map(renderButton)}
<p class="soft" style="${styles.note}">${warning}</p>`,
      footer: html`Questions? Reply to this email.`,
    }),
    about: { number: 'account', event: `${content.kind} ${id}`, happenedAt: createdAt },
  }
}

function renderButton({ label, url }: { label: string; url: string }): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:20px"><tr><td class="button" style="${styles.button}"><a href="${url}" style="${styles.buttonLink}">${label}</a></td></tr></table>`
}
