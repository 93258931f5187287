import { html, type SafeHtml } from './html.ts'
import { renderLayout, renderParagraph, styles } from './layout.ts'
import type { OrderMailCopy } from './order-mail-copy.ts'

/** The texts of an order mail. Each is a single line. */
interface OrderMailContent extends OrderMailCopy {
  readonly store: string
  /** empty: none */
  readonly greeting: string
  readonly signature: string
  readonly number: string
  readonly items: readonly { readonly name: string; readonly detail: string; readonly price: string }[]
  /** the last one is what is paid */
  readonly totals: readonly { readonly label: string; readonly amount: string }[]
  readonly payment: string
  readonly address: readonly string[]
  /** the first is a button, the others are links */
  readonly actions: readonly { readonly label: string; readonly url: string }[]
  readonly contact: { readonly email: string; readonly phone: string; readonly hours: string }
}

export function renderHtml(content: OrderMailContent): string {
  const { store, subject, lead, greeting, signature } = content
  return renderLayout({ store, greeting, signature, subject, preview: lead, body: renderBody(content), footer: renderContact(content) })
}

export function renderText(content: OrderMailContent): string {
  const { email, phone, hours } = content.contact
  return [
    content.store,
    '',
    ...(content.greeting === '' ? [] : [content.greeting, '']),
    content.heading,
    content.lead,
    '',
    `Order ${content.number}`,
    ...content.items.map(({ name, detail, price }) => `- ${name}, ${detail}: ${price}`),
    ...content.totals.map(
      ({ label, amount }, index) => `${label}: ${amount}${index === content.totals.length - 1 ? ` (${content.payment})` : ''}`,
    ),
    '',
    'Delivery address:',
    ...content.address,
    '',
    'What happens next:',
    ...content.nextSteps,
    '',
    ...content.actions.map(({ label, url }) => `${label}: ${url}`),
    '',
    ...(content.signature === '' ? [] : [content.signature, '']),
    `Questions? Reply to this email, write to ${email} or call ${phone}, ${hours}.`,
    '',
  ].join('\n')
}

function renderBody(content: OrderMailContent): SafeHtml {
  return html`<h1 class="ink" style="${styles.heading}">${content.heading}</h1>
${renderParagraph(content.lead)}
<p class="soft" style="${styles.note}">Order <strong class="ink" style="${styles.strong}">${content.number}</strong></p>
${renderItems(content)}
${renderSubheading('Delivery address')}
<p class="ink" style="${styles.text}">${content.address.map((line) => html`${line}<br>`)}</p>
${renderSubheading('What happens next')}
${content.nextSteps.map(renderParagraph)}
${content.actions.map(renderAction)}`
}

function renderAction({ label, url }: OrderMailContent['actions'][number], index: number): SafeHtml {
  if (index > 0)
    return html`<p style="${styles.text};margin-top:16px"><a class="link" href="${url}" style="${styles.link}">${label}</a></p>`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:24px"><tr><td class="button" style="${styles.button}">
<a href="${url}" style="${styles.buttonLink}">${label}</a>
</td></tr></table>`
}

function renderSubheading(text: string): SafeHtml {
  return html`<h2 class="soft" style="${styles.subheading}">${text}</h2>`
}

function renderItems({ items, totals, payment }: OrderMailContent): SafeHtml {
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">
${items.map(
  ({ name, detail, price }) => html`<tr>
<td class="ink row" style="${styles.cell}">${name}<br><span class="soft" style="${styles.detail}">${detail}</span></td>
<td class="ink row" style="${styles.cell};${styles.price}">${price}</td>
</tr>`,
)}
${totals.map(
  ({ label, amount }, index) => html`<tr>
<td class="ink" style="${styles.totalCell}">${label}${
    index === totals.length - 1 ? html`<br><span class="soft" style="${styles.detail}">${payment}</span>` : ''
  }</td>
<td class="ink" style="${styles.totalCell};${styles.price}">${amount}</td>
</tr>`,
)}
</table>`
}

function renderContact({ contact: { email, phone, hours } }: OrderMailContent): SafeHtml {
  const link = (href: string, text: string) => html`<a class="link" href="${href}" style="${styles.link}">${text}</a>`
  return html`Questions? Reply to this email, write to ${link(`mailto:${email}`, email)} or call ${link(`tel:${phone.replace(/[^+\d]/g, '')}`, phone)}, ${hours}.`
}
