import type { IncomingMessage } from 'node:http'
import { request as sendRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { createShopProcess } from '../shop-process.ts'
import { startCaddy } from './caddy.ts'
import { startOrderLoad } from './order-load.ts'
import { waitUntil } from './wait-until.ts'

const pin = 'sparrow lantern 4711'
const open = new AsyncDisposableStack()
let shop: Awaited<ReturnType<typeof createShopProcess>>
let caddy: Awaited<ReturnType<typeof startCaddy>>
let ca: Buffer

beforeAll(async () => {
  const settings = {
    DEMO: 'on',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://localhost',
    ADMIN_PIN: pin,
    ADMIN_SECOND_FACTOR: 'optional',
    SHUTDOWN_DELAY_MS: '5000',
  }
  shop = await createShopProcess({ settings })
  open.defer(() => shop.remove())
  await shop.start()
  const address = new URL(shop.origin).host
  caddy = await startCaddy({ address, isSecure: true })
  open.defer(caddy.close)
  await waitUntil(() => {
    ca = caddy.readAuthority()
    return true
  })
})
afterAll(() => open.disposeAsync())

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A request over HTTPS that verifies the certificate. */
async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = sendRequest(`${caddy.origin}${path}`, { method, headers, ca }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
}

const signIn = () =>
  send(`${apiBase}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: caddy.origin },
    body: JSON.stringify({ name: 'admin', pin }),
  })

test('HTTP leads to HTTPS, and monitoring is not public', async () => {
  const redirect = await fetch(`${caddy.httpOrigin}/buy?page=2`, { redirect: 'manual' })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([
    308,
    expect.stringMatching(/^https:\/\/localhost(:\d+)?\/buy\?page=2$/),
  ])
  const page = await send('/buy')
  expect([page.status, page.headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age=')])
  for (const path of ['/metrics', '/readyz']) expect((await send(path)).status, path).toBe(404)
})

test('cookies are secure, and a file of 25 MB arrives', async () => {
  const { status, headers } = await signIn()
  expect(status).toBe(200)
  const cookies = headers['set-cookie'] ?? []
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/)
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  const upload = async (path: string, { field, content }: { field: string; content: string | Buffer }) => {
    const start = `--part\r\nContent-Disposition: form-data; name="${field}"; filename="products"\r\nContent-Type: text/csv\r\n\r\n`
    const reply = await send(`${apiBase}/products/imports${path}`, {
      method: 'POST',
      headers: { cookie, origin: caddy.origin, 'content-type': 'multipart/form-data; boundary=part' },
      body: Buffer.concat([Buffer.from(start), Buffer.from(content), Buffer.from('\r\n--part--\r\n')]),
    })
    return JSON.parse(reply.body) as { _id: string; error?: string }
  }
  const { _id } = await upload('', { field: 'file', content: 'Name,Price,Picture\nNeem tee,499,neem.png\n' })
  const pictures = await upload(`/${_id}/pictures`, { field: 'zip', content: Buffer.alloc(25 * 1024 * 1024, 'no pictures') })
  expect(pictures.error, 'the shop has read it to its end').toBe(importTexts.zipInvalid)
})

test('a client is limited by its own address, whatever it sends as one', async () => {
  await shop.stop()
  await shop.start({ LIMITS_FACTOR: '0.02' })
  const statuses = new Set<number | undefined>()
  for (let count = 0; count < 40; count += 1)
    statuses.add((await send(`${apiBase}/users/loggedinuser`, { headers: { 'x-forwarded-for': `203.0.113.${count}` } })).status)
  expect(statuses).toContain(429)
})

test('a restart of the only server loses no order', async () => {
  const plain = await startCaddy({ address: new URL(shop.origin).host, isSecure: false })
  open.defer(plain.close)
  await shop.stop()
  await shop.start()
  const reply = await fetch(`${shop.origin}${apiBase}/products/getAll`)
  const products = (await reply.json()) as { _id: string; name: string; price: number }[]
  const load = startOrderLoad({
    origin: plain.origin,
    products: products.map(({ _id, name, price }) => ({ id: _id, name, price })),
    buyers: 3,
    // The shop is away for as long as its start takes.
    timeoutMs: 120_000,
  })
  await waitUntil(() => load.acknowledged.length >= 10)
  await shop.stop()
  await shop.start()
  const before = load.acknowledged.length
  await waitUntil(() => load.acknowledged.length >= before + 5)
  await load.stop()
  expect(load.failures).toEqual([])
})
