import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { html, type SafeHtml } from './html.ts'

type Texts = Pick<ShopSettings['shop'], 'name' | 'email' | 'phone' | 'address'> & ShopSettings['mails']

/** The settings that appear in mails. */
export interface MailBranding extends Texts {
  readonly policies: ShopSettings['policies']
  /** of the owner; empty: the usual ones */
  readonly serviceHours: string
  readonly from: { readonly name: string; readonly address: string }
}

/** The colours of the shop (web/ui/theme.css) as hex values, which all mail programs support. */
const light = {
  page: '#f9f5ec',
  raised: '#fefcf7',
  ink: '#221811',
  soft: '#594d44',
  line: '#d8d0c3',
  madder: '#a02a23',
  thread: '#a82d25',
  indigo: '#313e8c',
}
const dark = {
  page: '#19140f',
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

/** Inline styles. The light colours are inline for mail programs that ignore style sheets. */
export const styles = {
  heading: `margin:0 0 8px;font:400 30px/1.15 ${serif};color:${light.ink}`,
  subheading: `margin:24px 0 4px;font:600 13px/1.4 ${sans};color:${light.soft}`,
  text: `margin:0 0 4px;font:400 15px/1.6 ${sans};color:${light.ink}`,
  strong: `color:${light.ink};white-space:nowrap`,
  note: `margin:16px 0;font:400 14px/1.6 ${sans};color:${light.soft}`,
  code: `margin:16px 0;font:600 32px/1.2 ${sans};letter-spacing:6px;font-variant-numeric:tabular-nums;color:${light.ink}`,
  detail: `font-weight:400;font-size:13px;color:${light.soft}`,
  cell: `padding:10px 0;border-bottom:1px dashed ${light.line};vertical-align:top;font:400 15px/1.4 ${sans};color:${light.ink}`,
  totalCell: `padding:12px 0 0;vertical-align:top;font:600 16px/1.4 ${sans};color:${light.ink}`,
  price: 'text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums',
  link: `color:${light.indigo}`,
  button: `background-color:${light.madder};border-radius:6px`,
  buttonLink: `display:inline-block;padding:12px 20px;font:600 15px/1.2 ${sans};color:#fdfaf3;text-decoration:none`,
}

const darkModeStyles = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark.page} !important }
  .raised { background-color: ${dark.raised} !important; border-color: ${dark.line} !important }
  .ink { color: ${dark.ink} !important }
  .soft { color: ${dark.soft} !important }
  .link { color: ${dark.indigo} !important }
  .row { border-color: ${dark.line} !important }
  .divider { border-color: ${dark.thread} !important }
  .button { background-color: ${dark.madder} !important }
}
</style>`

interface MailLayout {
  /** above the heading; empty: none */
  readonly greeting?: string
  /** below the text, with line breaks; empty: none */
  readonly signature?: string
  readonly store: string
  readonly subject: string
  /** shown beside the subject in an inbox */
  readonly preview: string
  readonly body: SafeHtml
  readonly footer: SafeHtml
}

/** The layout that all mails share: tables and inline styles, which all mail programs support. */
export function renderLayout({ store, subject, preview, body, footer, greeting = '', signature = '' }: MailLayout): string {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${darkModeStyles}
</head>
<body class="page" style="margin:0;padding:0;background-color:${light.page}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.page}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 10px;font:400 26px/1.2 ${serif};color:${light.ink}">${store}</td></tr>
<tr><td class="divider" style="height:18px;font-size:0;line-height:0;border-top:2px dashed ${light.thread}">&nbsp;</td></tr>
<tr><td class="raised" style="padding:28px 24px;background-color:${light.raised};border:1px solid ${light.line};border-radius:6px">
${greeting === '' ? undefined : renderParagraph(greeting)}
${body}
${signature === '' ? undefined : renderSignature(signature)}
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;font:400 13px/1.6 ${sans};color:${light.soft}">${footer}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  return markup
}

export function renderParagraph(text: string): SafeHtml {
  return html`<p class="ink" style="${styles.text}">${text}</p>`
}

const renderSignature = (signature: string): SafeHtml =>
  html`<div style="margin-top:20px">${signature.split('\n').map(renderParagraph)}</div>`
