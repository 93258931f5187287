import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createProviders } from '#server/adapters/create-providers.ts'
import { followProviders } from '#server/adapters/follow-providers.ts'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'

const provider = await startProvider()
const { gateway, url: apiUrl, keySecret, webhookSecret } = provider
const urls = { razorpay: { apiUrl, scriptUrl: gateway.checkoutScript.url }, shiprocket: 'http://127.0.0.1:9' }
const log: string[] = []
const shop = await startShop({
  environment: { DEMO: 'off', LOG_LEVEL: 'trace' },
  logTo: { write: (line) => void log.push(line) },
  connectProviders: (options) => createProviders({ ...options, keys: {}, urls }),
})
const { request, database, admin: administrator } = shop
const { cookies } = administrator

const razorpay = { keyId: gateway.keyId, keySecret, webhookSecret }
const otherSecrets = { keySecret: 'another-horse-secret-9876', webhookSecret: 'another horse webhook' }
const enter = (change: object = {}) => request('POST', '/provider-keys/razorpay', { cookies, body: { ...razorpay, ...change } })
const remove = () => request('DELETE', '/provider-keys/razorpay', { cookies })
const show = async () => (await request('GET', '/provider-keys', { cookies })).json().providers[0]
const isOn = async () => (await request('GET', '/first-day', { cookies })).json().payments.isOn
const runTest = async (name = 'razorpay') => {
  const reply = await request('POST', `/provider-keys/${name}/test`, { cookies })
  return [reply.statusCode, reply.json().message]
}

beforeEach(remove)

test('entered keys take card payments at once, until they are removed', async () => {
  expect([await show(), await isOn()]).toEqual([{ provider: 'razorpay', source: 'none', entered: null }, false])
  expect((await enter()).statusCode).toBe(200)
  expect(await show()).toMatchObject({ source: 'entered', entered: { account: gateway.keyId, isReadable: true } })
  expect(await isOn()).toBe(true)
  expect(await runTest()).toEqual([200, 'The provider accepts these keys.'])
  const checkout = await startCheckout({ request, database, provider })
  expect((await checkout.verify((await checkout.pay()).browser.response)).statusCode).toBe(200)
  await remove()
  expect([(await show()).source, await isOn()]).toEqual(['none', false])
  expect(await runTest()).toEqual([409, 'No keys of Razorpay are entered, or they must be entered again.'])
})

test('a payment that was opened with an earlier key pair is verified after the keys were replaced', async () => {
  await enter()
  const checkout = await startCheckout({ request, database, provider })
  const { response } = (await checkout.pay()).browser
  await enter({ keyId: 'rzp_test_mistyped00001', ...otherSecrets })
  // Razorpay does not know the new pair, so nothing is said about the payment.
  expect((await checkout.verify(response)).json().code).toBe('payment_unknown')
  await enter()
  expect((await checkout.verify(response)).statusCode).toBe(200)
})

test('wrong keys and an account without a connection are said in a sentence', async () => {
  await enter(otherSecrets)
  expect(await runTest()).toEqual([409, 'Razorpay does not know these keys. Copy the key id and its secret again from its dashboard.'])
  await request('POST', '/provider-keys/shiprocket', { cookies, body: { email: 'api@shop.example', password: 'horse password 1' } })
  expect(await runTest('shiprocket')).toEqual([409, 'Shiprocket does not answer.'])
})

test('the secrets are in no reply, log and column', async () => {
  log.length = 0
  const entered = await enter(otherSecrets)
  const stored = await sql<{ row: string }>`select provider_keys::text as row from provider_keys`.execute(database)
  const texts = [entered.body, JSON.stringify(await show()), log.join('\n'), ...stored.rows.map(({ row }) => row)]
  for (const text of texts) {
    expect(text).not.toContain('horse')
    expect(text).not.toContain(Buffer.from('horse').toString('hex'))
  }
  expect((await show()).entered.secretEnd).toBe('9876')
})

test('another process uses keys that are entered, replaced and removed', async () => {
  await using resources = new AsyncDisposableStack()
  const providers = createProviders({
    database,
    settings: shop.settings,
    keys: {},
    key: Buffer.alloc(32, 'providers key of the tests'),
    urls,
  })
  followProviders({ connection: shop.connection, providers, resources })
  const readKeyId = () => providers.gateways.checkout?.keyId
  await enter()
  await expect.poll(readKeyId).toBe(gateway.keyId)
  await enter({ keyId: 'rzp_test_other0000000001' })
  await expect.poll(readKeyId).toBe('rzp_test_other0000000001')
  await remove()
  await expect.poll(readKeyId).toBe(undefined)
})

test('after a change of the secret the keys must be entered again, and the bell says so', async () => {
  const readBell = async () => (await request('GET', '/order/admin/notifications', { cookies })).json()
  await enter()
  const before = await readBell()
  expect(before.unreadableKeys).toEqual([])
  await sql`update provider_keys set secrets = decode(repeat('00', 40), 'hex') where provider = 'razorpay'`.execute(database)
  expect((await show()).entered.isReadable).toBe(false)
  expect(await readBell()).toMatchObject({ unreadableKeys: ['razorpay'], unread: before.unread + 1 })
  await enter()
  expect((await show()).entered.isReadable).toBe(true)
})

test.each([
  [{ keyId: 'key' }, 'keyId'],
  [{ keySecret: 'a b' }, 'keySecret'],
  [{ keySecret: '' }, 'keySecret'],
  [{ webhookSecret: '' }, 'webhookSecret'],
])('%j is refused at its field', async (change, field) => {
  const reply = await enter(change)
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]])
})

test('only administrators change the keys, with their PIN', async () => {
  const shopper = await signInShopper({ request })
  expect((await request('GET', '/provider-keys', { cookies: shopper.cookies })).statusCode).toBe(403)
  await sql`update sessions set proven_at = now() - interval '16 minutes' where user_id = ${administrator._id}`.execute(database)
  for (const reply of [await enter(), await remove()]) expect(reply.json().code).toBe('reauthentication_required')
  await sql`update sessions set proven_at = now() where user_id = ${administrator._id}`.execute(database)
})

test('the settings of the environment win', async () => {
  const keys = { razorpay: { ...razorpay, ...urls.razorpay } }
  const other = await createTestApp({
    environment: {
      DEMO: 'off',
      RAZORPAY_KEY_ID: razorpay.keyId,
      RAZORPAY_KEY_SECRET: razorpay.keySecret,
      RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
    },
    connectProviders: (options) => createProviders({ ...options, keys, urls }),
  })
  const { cookies: others } = await signInAdministrator(other)
  await other.request('POST', '/provider-keys/razorpay', { cookies: others, body: { ...razorpay, ...otherSecrets } })
  const { providers } = (await other.request('GET', '/provider-keys', { cookies: others })).json()
  expect(providers[0].source).toBe('environment')
  expect((await other.request('POST', '/provider-keys/razorpay/test', { cookies: others })).statusCode).toBe(200)
})
