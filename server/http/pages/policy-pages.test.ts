import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { parseSettings } from '../../kernel/settings.ts'
import { seedDemoProducts } from '../../seed.ts'
import { createSsr } from './ssr.ts'

const [address, officer] = ['7 Loom Street, Jaipur 302001', 'Meera Nair, grievances@loomandlane.example']
const environment = { STORE_ADDRESS: address, STORE_GRIEVANCE_OFFICER: officer }
const provider = 'https://pay.example'
const checkoutScript = { url: `${provider}/checkout.js`, hosts: { 'script-src': [provider], 'frame-src': [provider] } }
const { app, database, images } = await createTestApp({
  environment,
  ssr: createSsr({ settings: parseSettings(environment), getCheckoutScript: () => checkoutScript, development: false }),
})
await seedDemoProducts({ database, images })

/** The text of the main part of a page, and the page as it is sent. */
async function open(url: string) {
  const { statusCode, body, headers } = await app.inject({ url, headers: { host: 'shop.example' } })
  expect(statusCode, url).toBe(200)
  const toText = (html: string) =>
    html.replace(/<!--.*?-->|<script\b.*?<\/script>|<style\b.*?<\/style>|<[^>]+>/gs, '').replaceAll('&amp;', '&')
  const main = toText(/<main\b.*<\/main>/s.exec(body)?.[0] ?? '')
  const footer = toText(/<footer\b.*<\/footer>/s.exec(body)?.[0] ?? '')
  return { body, main, footer, policy: String(headers['content-security-policy']) }
}

test.each([
  ['/returnPolicy', 'Return & Refund Policy'],
  ['/cancel', 'Cancellation Policy'],
  ['/privacy', 'Privacy Policy'],
  ['/term', 'Shipping Policy'],
  ['/ship', 'Terms & Conditions'],
  ['/contact', 'Contact'],
  ['/help-center', 'Help Center'],
  ['/order-tracking', 'Order Tracking'],
  ['/ticket', 'Your message'],
])('%s is the %s page', async (path, title) => {
  const { body } = await open(path)
  const escaped = title.replace('&', '&amp;')
  expect(/<title>([^<]*) · /.exec(body)?.[1]).toBe(escaped)
  expect(Array.from(body.matchAll(/<h1\b[^>]*>([^<]*)</g), ([, text]) => text)).toEqual([escaped])
  expect(/<link rel="canonical" href="([^"]+)"/.exec(body)?.[1]).toBe(`http://shop.example${path}`)
})

test('the postal address and the grievance officer are named', async () => {
  const contact = await open('/contact')
  for (const text of [address, officer]) expect(contact.main).toContain(text)
  expect(contact.footer).toContain(address)
  expect((await open('/ship')).main).toContain(`from ${address}.`)
  for (const path of ['/ship', '/privacy']) expect((await open(path)).main).toContain(`our grievance officer: ${officer}.`)
})

test('no page promises delivery within 4 days, and the support answers in the service hours', async () => {
  for (const path of ['/term', '/help-center', '/ship', '/returnPolicy', '/buy'])
    expect((await open(path)).main, path).not.toMatch(/4 days/)
  expect((await open('/buy')).main).toContain('24/7 supportWrite to us at any hour. We answer Monday to Saturday, 09:00 to 20:00.')
})

test('the files named in the manifest and in link previews are pictures', async () => {
  const { icons } = (await app.inject('/site.webmanifest')).json() as { icons: { src: string }[] }
  expect(icons.length).toBeGreaterThan(0)
  for (const path of ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/social-card.jpg', ...icons.map(({ src }) => src)]) {
    const { statusCode, headers } = await app.inject(path)
    expect([path, statusCode, headers['content-type']]).toEqual([path, 200, expect.stringMatching(/^image\//)])
  }
})

test.each([
  ['/orderNow', true],
  ['/ordernow/', true],
  ['/homecart', false],
  ['/payment-result?token=x', false],
  ['/buy', false],
])('the document of %s allows the payment provider: %s', async (path, isAllowed) => {
  const { policy } = await open(path)
  expect([policy.includes('frame-src'), policy.includes(provider)]).toEqual([isAllowed, isAllowed])
})
