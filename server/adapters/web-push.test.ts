import { expect, test } from 'vitest'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { createTestBrowser, usePushService, verifyVapid } from '#testing/push-service.ts'
import { createWebPush } from './web-push.ts'

const message = { title: 'New order 7K3M-9QXT, ₹799', body: '', path: '/AdminDashboardWrapper', tag: 'news-1', icon: '/icon-192.png' }
const toSubscription = ({ endpoint, keys }: ReturnType<typeof createTestBrowser>) => ({ endpoint, ...keys })
const settings = { PUBLIC_URL: undefined, STORE_EMAIL: 'owner@shop.example' }

test('a message is encrypted for the browser and signed with the key of the shop', async () => {
  const { push, received } = await usePushService()
  const browser = createTestBrowser()
  expect(await push.send({ subscription: toSubscription(browser), message })).toEqual({ state: 'taken' })
  const [request] = received
  if (!request) throw new Error('Nothing was sent.')
  expect(request.body.includes('7K3M')).toBe(false)
  expect(browser.decrypt(request.body)).toEqual(message)
  expect(request.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
  const { key, claims } = verifyVapid(request.headers.authorization)
  expect(key).toBe(push.publicKey)
  expect(claims).toMatchObject({ aud: 'https://push.example', sub: 'https://shop.example' })
  // RFC 8292: at most a day.
  expect(hoursFromNow(new Date(claims.exp * 1_000))).toBe(12)
})

test('the browser of these tests decrypts the example of RFC 8291', () => {
  const browser = createTestBrowser('example', {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  })
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(browser.decryptText(Buffer.from(body, 'base64url'))).toBe('When I grow up, I want to be a watermelon')
})

test('a request has what RFC 8030, 8188 and 8292 ask for', async () => {
  const { push, received } = await usePushService()
  const browser = createTestBrowser()
  const long = { ...message, body: 'Payments wait. '.repeat(60) }
  for (const each of [message, long]) await push.send({ subscription: toSubscription(browser), message: each })
  const [request, second] = received
  if (!request || !second) throw new Error('Nothing was sent.')
  // One record, smaller than its size says, after a salt of its own and an uncompressed key of P-256.
  expect(request.body.readUInt32BE(16)).toBeGreaterThanOrEqual(request.body.length - 21 - 65)
  expect([request.body.readUInt8(20), request.body.readUInt8(21)]).toEqual([65, 4])
  expect(request.body.subarray(0, 16).equals(second.body.subarray(0, 16))).toBe(false)
  expect(request.body.subarray(21, 86).equals(second.body.subarray(21, 86))).toBe(false)
  // What every push service takes.
  expect(second.body.length).toBeLessThanOrEqual(4096)
  expect(request.headers).toMatchObject({ 'content-length': String(request.body.length), 'content-type': 'application/octet-stream' })
  const { head, claims } = verifyVapid(request.headers.authorization)
  expect(head).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(claims.aud).toBe(new URL(browser.endpoint).origin)
})

test('without a public https URL the email address of the shop is the contact', async () => {
  const sent: unknown[] = []
  const push = createWebPush({
    key: Buffer.alloc(32),
    settings,
    resolve: async () => ['8.8.8.8'],
    send: async ({ headers }) => {
      sent.push(verifyVapid(String(headers.Authorization)).claims.sub)
      throw new Error('refused')
    },
  })
  expect(await push.send({ subscription: toSubscription(createTestBrowser()), message })).toEqual({ state: 'failed', reason: 'refused' })
  expect(sent).toEqual(['mailto:owner@shop.example'])
})

test('the key pair is the same for the same secret, and another one for another secret', () => {
  const [first, same, other] = ['a', 'a', 'b'].map((fill) => createWebPush({ key: Buffer.alloc(32, fill), settings }).publicKey)
  expect(first).toMatch(/^B[\w-]{86}$/)
  expect(same).toBe(first)
  expect(other).not.toBe(first)
})

test.each([
  [200, {}, { state: 'taken' }],
  [404, {}, { state: 'gone' }],
  [410, {}, { state: 'gone' }],
  [301, { location: 'https://other.example/' }, { state: 'failed', reason: 'answered 301' }],
  [403, {}, { state: 'failed', reason: 'answered 403' }],
  [429, { 'retry-after': '120' }, { state: 'failed', reason: 'answered 429', retryAfterSeconds: 120 }],
  [503, { 'retry-after': 'Fri, 31 Dec 2027 23:59:59 GMT' }, { state: 'failed', reason: 'answered 503' }],
])('an answer of %i is told apart', async (status, headers, outcome) => {
  const { push, received, answerWith } = await usePushService()
  answerWith((reply) => reply.writeHead(status, headers).end())
  expect(await push.send({ subscription: toSubscription(createTestBrowser()), message })).toEqual(outcome)
  expect(received).toHaveLength(1)
})

test('a push service that does not answer is given up', async () => {
  const { push, answerWith } = await usePushService({ timeoutMs: 50 })
  answerWith(() => {})
  expect(await push.send({ subscription: toSubscription(createTestBrowser()), message })).toMatchObject({ state: 'failed' })
})

test.each([
  ['https://push.example/', ['127.0.0.1']],
  ['https://push.example/', ['8.8.8.8', '10.0.0.1']],
  ['https://push.example/', ['169.254.169.254']],
  ['https://push.example/', ['::1']],
  ['https://push.example/', ['fd00::1']],
  ['https://push.example/', []],
  ['https://127.0.0.1/', ['8.8.8.8']],
  ['https://[::1]/', ['8.8.8.8']],
  ['http://push.example/', ['8.8.8.8']],
])('nothing is sent to %s at %j', async (endpoint, addresses) => {
  const sent: unknown[] = []
  const send = async (request: unknown) => {
    sent.push(request)
    throw new Error('sent')
  }
  const push = createWebPush({ key: Buffer.alloc(32), settings, resolve: async () => addresses, send })
  const { keys } = createTestBrowser()
  const outcome = await push.send({ subscription: { endpoint, ...keys }, message })
  expect(outcome).toEqual({ state: 'failed', reason: 'is not on the public internet' })
  expect(sent).toEqual([])
})
