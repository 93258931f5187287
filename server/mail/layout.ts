import { html, type SafeHtml } from './html.ts'

/** The shop's colours (web/ui/theme.css) in the notation that mail programs know. */
const light = {
  paper: '#f9f5ec',
  raised: '#fefcf7',
  ink: '#221811',
  soft: '#594d44',
  line: '#d8d0c3',
  madder: '#a02a23',
  thread: '#a82d25',
  indigo: '#313e8c',
}
const dark = {
  paper: '#19140f',
  raised: '#231d17',
  ink: '#eee9df',
  soft: '#bab3a8',
  line: '#3b342d',
  madder: '#af352d',
  thread: '#e5806f',
  indigo: '#acbaf8',
}

const serif = "Fraunces,Georgia,'Times New Roman',serif"
const sans = "'Instrument Sans',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// Everything has its light colour inline, for programs that drop this sheet; those that know dark mode keep it.
const sheet = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important }
  .raised { background-color: ${dark.raised} !important; border-color: ${dark.line} !important }
  .ink { color: ${dark.ink} !important }
  .soft { color: ${dark.soft} !important }
  .link { color: ${dark.indigo} !important }
  .stitch { border-color: ${dark.line} !important }
  .seam { border-color: ${dark.thread} !important }
  .action { background-color: ${dark.madder} !important }
}
</style>`

const cellStyle = `padding:10px 0;border-bottom:1px dashed ${light.line};vertical-align:top`

export interface Line {
  readonly name: string
  readonly detail: string
  readonly price: string
}

export interface Page {
  readonly store: string
  readonly subject: string
  readonly heading: string
  readonly lead: string
  readonly number: string
  readonly lines: readonly Line[]
  readonly total: string
  readonly payment: string
  readonly address: readonly string[]
  readonly next: readonly string[]
  readonly trackingLink: string
  readonly contact: { readonly email: string; readonly phone: string; readonly hours: string }
}

/** An order's mail as HTML. */
export function layOutHtml(page: Page): string {
  return frameMail({ store: page.store, subject: page.subject, preview: page.lead, body: writeBody(page), foot: writeContact(page) })
}

/**
 * The shop's paper around a mail: tables and inline styles, which is what every mail program understands. `preview` is
 * what an inbox shows beside the subject.
 */
export function frameMail({
  store,
  subject,
  preview,
  body,
  foot,
}: {
  store: string
  subject: string
  preview: string
  body: SafeHtml
  foot: SafeHtml
}): string {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${sheet}
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.paper}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 10px;font:400 26px/1.2 ${serif};color:${light.ink}">${store}</td></tr>
<tr><td class="seam" style="height:18px;font-size:0;line-height:0;border-top:2px dashed ${light.thread}">&nbsp;</td></tr>
<tr><td class="raised" style="padding:28px 24px;background-color:${light.raised};border:1px solid ${light.line};border-radius:6px">
${body}
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;font:400 13px/1.6 ${sans};color:${light.soft}">${foot}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  return markup
}

function writeBody(page: Page): SafeHtml {
  return html`<h1 class="ink" style="margin:0 0 8px;font:400 30px/1.15 ${serif};color:${light.ink}">${page.heading}</h1>
${writeText(page.lead)}
<p class="soft" style="margin:16px 0 0;font:400 14px/1.5 ${sans};color:${light.soft}">Order <strong class="ink" style="color:${light.ink};white-space:nowrap">${page.number}</strong></p>
${writeLines(page)}
${writeHeading('Delivery address')}
<p class="ink" style="margin:0;font:400 15px/1.6 ${sans};color:${light.ink}">${page.address.map((line) => html`${line}<br>`)}</p>
${writeHeading('What happens next')}
${page.next.map(writeText)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:24px"><tr><td class="action" style="background-color:${light.madder};border-radius:6px">
<a href="${page.trackingLink}" style="display:inline-block;padding:12px 20px;font:600 15px/1.2 ${sans};color:#fdfaf3;text-decoration:none">Track your order</a>
</td></tr></table>`
}

function writeLines({ lines, total, payment }: Page): SafeHtml {
  const priceStyle = `${cellStyle};text-align:right;white-space:nowrap;font:400 15px/1.4 ${sans};font-variant-numeric:tabular-nums;color:${light.ink}`
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:12px;border-collapse:collapse">
${lines.map(
  (line) => html`<tr>
<td class="ink stitch" style="${cellStyle};font:400 15px/1.4 ${sans};color:${light.ink}">${line.name}<br><span class="soft" style="font-size:13px;color:${light.soft}">${line.detail}</span></td>
<td class="ink stitch" style="${priceStyle}">${line.price}</td>
</tr>`,
)}
<tr>
<td class="ink" style="padding:12px 0 0;font:600 16px/1.4 ${sans};color:${light.ink}">Total<br><span class="soft" style="font-weight:400;font-size:13px;color:${light.soft}">${payment}</span></td>
<td class="ink" style="padding:12px 0 0;text-align:right;vertical-align:top;white-space:nowrap;font:600 16px/1.4 ${sans};color:${light.ink}">${total}</td>
</tr>
</table>`
}

/** A message as its writer typed it, under the facts about them. */
export function writeNote({ heading, facts, message }: { heading: string; facts: readonly string[]; message: string }): SafeHtml {
  return html`<h1 class="ink" style="margin:0 0 8px;font:400 30px/1.15 ${serif};color:${light.ink}">${heading}</h1>
<p class="soft" style="margin:0 0 16px;font:400 14px/1.6 ${sans};color:${light.soft}">${facts.map((fact) => html`${fact}<br>`)}</p>
<p class="ink" style="margin:0;font:400 15px/1.6 ${sans};color:${light.ink};white-space:pre-wrap;overflow-wrap:anywhere">${message}</p>`
}

function writeText(text: string): SafeHtml {
  return html`<p class="ink" style="margin:0 0 4px;font:400 15px/1.6 ${sans};color:${light.ink}">${text}</p>`
}

function writeHeading(text: string): SafeHtml {
  return html`<h2 class="soft" style="margin:24px 0 4px;font:600 13px/1.4 ${sans};color:${light.soft}">${text}</h2>`
}

function writeContact({ contact: { email, phone, hours } }: Page): SafeHtml {
  const link = (href: string, text: string) => html`<a class="link" href="${href}" style="color:${light.indigo}">${text}</a>`
  return html`Questions? Reply to this mail, write to ${link(`mailto:${email}`, email)} or call ${link(`tel:${phone.replace(/[^+\d]/g, '')}`, phone)}, ${hours}.`
}

/** The same mail without any markup. */
export function layOutText(page: Page): string {
  const { store, heading, lead, number, lines, total, payment, address, next, trackingLink, contact } = page
  return [
    store,
    '',
    heading,
    lead,
    '',
    `Order ${number}`,
    ...lines.map((line) => `- ${line.name}, ${line.detail}: ${line.price}`),
    `Total: ${total} (${payment})`,
    '',
    'Delivery address:',
    ...address,
    '',
    'What happens next:',
    ...next,
    '',
    `Track your order: ${trackingLink}`,
    '',
    `Questions? Reply to this mail, write to ${contact.email} or call ${contact.phone}, ${contact.hours}.`,
    '',
  ].join('\n')
}
