import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { pushLimits } from '#contract/kernel/limits/push-limits.ts'
import { createTestBrowser, startPushService } from '#testing/push-service.ts'
import { readCookies, signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const service = await startPushService()
afterAll(service.close)
const { request, database } = await createTestApp({ push: service.push })

type Administrator = Awaited<ReturnType<typeof signInAdministrator>>
let admin: Administrator
beforeEach(async () => {
  admin = await signInAdministrator({ request, database })
  service.received.length = 0
  service.answerWith((reply) => reply.writeHead(201).end())
})

/** The same administrator in another browser. */
async function signInElsewhere({ name, pin }: Administrator): Promise<Administrator> {
  return { ...admin, cookies: readCookies(await request('POST', '/users/login', { body: { name, pin } })) }
}

const userAgent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const add = ({ cookies }: Administrator, { endpoint, keys } = createTestBrowser(), more = {}) =>
  request('POST', '/push/devices', { cookies, headers: { 'user-agent': userAgent }, body: { endpoint, keys, ...more } })
const list = async ({ cookies }: Administrator) =>
  (await request('GET', '/push/devices', { cookies })).json<CallReply<'GET /push/devices'>>()

test('an administrator adds, changes and removes a browser', async () => {
  expect(await list(admin)).toEqual({ publicKey: service.push.publicKey, devices: [] })
  expect((await add(admin)).statusCode).toBe(201)
  const [device] = (await list(admin)).devices
  expect(device).toMatchObject({
    device: 'Chrome on Android',
    kinds: ['orders', 'problems'],
    isCurrent: true,
    isFailing: false,
    lastSentAt: null,
  })
  expect((await list(await signInElsewhere(admin))).devices).toMatchObject([{ isCurrent: false }])

  const path = `/push/devices/${device?._id}`
  const { cookies } = admin
  expect((await request('PATCH', path, { cookies, body: { kinds: ['problems', 'problems'] } })).statusCode).toBe(200)
  expect((await list(admin)).devices).toMatchObject([{ kinds: ['problems'] }])
  expect((await request('PATCH', path, { cookies, body: { kinds: [] } })).statusCode).toBe(200)
  expect((await list(admin)).devices).toMatchObject([{ kinds: [] }])
  expect((await request('DELETE', path, { cookies })).statusCode).toBe(200)
  expect((await list(admin)).devices).toEqual([])
  expect((await request('DELETE', path, { cookies })).json().code).toBe('push_device_not_found')
})

test('a browser has one subscription, also when it is added twice at once', async () => {
  const browser = createTestBrowser()
  const replies = await Promise.all([add(admin, browser), add(admin, browser), add(admin)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect((await list(admin)).devices).toHaveLength(1)
})

test('the subscription of a browser belongs to the administrator who added it last', async () => {
  const browser = createTestBrowser()
  await add(admin, browser)
  const other = await signInAdministrator({ request, database })
  expect((await add(other, browser)).statusCode).toBe(201)
  expect([(await list(admin)).devices, (await list(other)).devices]).toMatchObject([[], [{ isCurrent: true }]])
})

test('an administrator has ten devices at most', async () => {
  const browsers: Administrator[] = []
  for (let count = 0; count <= pushLimits.devices; count += 1) browsers.push(await signInElsewhere(admin))
  for (const browser of browsers.slice(1)) expect((await add(browser)).statusCode).toBe(201)
  expect((await add(admin)).json()).toMatchObject({ code: 'push_devices_full' })
  const [last] = browsers.slice(-1)
  expect((await add(last as Administrator)).statusCode).toBe(201)
  expect((await list(admin)).devices).toHaveLength(pushLimits.devices)
})

const { endpoint, keys } = createTestBrowser()
test.each([
  ['http', { endpoint: 'http://push.example/a', keys }],
  ['an address', { endpoint: 'https://127.0.0.1/a', keys }],
  ['an IPv6 address', { endpoint: 'https://[::1]/a', keys }],
  ['a number', { endpoint: 'https://2130706433/a', keys }],
  ['a name of this machine', { endpoint: 'https://localhost/a', keys }],
  ['a port', { endpoint: 'https://push.example:8443/a', keys }],
  ['a user', { endpoint: 'https://push.example@10.0.0.1/a', keys }],
  ['a backslash', { endpoint: 'https://push.example\\@10.0.0.1/a', keys }],
  ['a long address', { endpoint: `https://push.example/${'a'.repeat(pushLimits.endpointLength)}`, keys }],
  ['a short key', { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } }],
  ['a key off the curve', { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }],
  ['a long secret', { endpoint, keys: { ...keys, auth: `${keys.auth}AA` } }],
  ['another kind', { endpoint, keys, kinds: ['shoppers'] }],
  ['no keys', { endpoint }],
])('a subscription with %s is rejected', async (_what, body) => {
  const reply = await request('POST', '/push/devices', { cookies: admin.cookies, body })
  expect([reply.statusCode, (await list(admin)).devices]).toEqual([400, []])
})

test('the longest address is accepted', async () => {
  const start = 'https://push.example/'
  const long = { ...createTestBrowser(), endpoint: start + randomUUID().padEnd(pushLimits.endpointLength - start.length, 'a') }
  expect((await add(admin, long)).statusCode).toBe(201)
})

test('a browser without the token of a sign-in is not added', async () => {
  const { device: _device, ...cookies } = admin.cookies
  const reply = await request('POST', '/push/devices', { cookies, body: { endpoint, keys } })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'push_device_unknown'])
})

test('devices of others are not found', async () => {
  await add(admin)
  const [device] = (await list(admin)).devices
  const other = await signInAdministrator({ request, database })
  for (const id of [device?._id, randomUUID(), 'none']) {
    const { cookies } = other
    for (const reply of [
      await request('PATCH', `/push/devices/${id}`, { cookies, body: { kinds: [] } }),
      await request('DELETE', `/push/devices/${id}`, { cookies }),
      await request('POST', `/push/devices/${id}/test`, { cookies }),
    ])
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'push_device_not_found'])
  }
  expect((await list(admin)).devices).toMatchObject([{ kinds: ['orders', 'problems'] }])
})

test('a test is sent at once, and says when the push service does not take it', async () => {
  const browser = createTestBrowser()
  await add(admin, browser)
  const [device] = (await list(admin)).devices
  const sendTest = () => request('POST', `/push/devices/${device?._id}/test`, { cookies: admin.cookies })
  expect((await sendTest()).statusCode).toBe(200)
  expect(service.received.map(({ body }) => browser.decrypt(body).title)).toEqual(['Notifications work'])
  service.answerWith((reply) => reply.writeHead(500).end())
  const failed = await sendTest()
  expect([failed.statusCode, failed.json().code]).toEqual([503, 'push_not_taken'])
  service.answerWith((reply) => reply.writeHead(410).end())
  expect((await sendTest()).statusCode).toBe(404)
  expect((await list(admin)).devices).toEqual([])
})

test('tests are limited', async () => {
  await add(admin)
  const [device] = (await list(admin)).devices
  const statuses: number[] = []
  for (let count = 0; count <= pushLimits.testsPerHour; count += 1)
    statuses.push((await request('POST', `/push/devices/${device?._id}/test`, { cookies: admin.cookies })).statusCode)
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429])
})

test('logging out ends the notifications of this browser only', async () => {
  const elsewhere = await signInElsewhere(admin)
  await add(admin)
  await add(elsewhere)
  await request('POST', '/users/logout', { cookies: admin.cookies })
  expect((await list(elsewhere)).devices).toMatchObject([{ isCurrent: true }])
})

test('signing in again keeps the notifications of a browser, another account ends them', async () => {
  await add(admin)
  const { name, pin } = admin
  const again = await request('POST', '/users/login', { cookies: admin.cookies, body: { name, pin } })
  expect((await list({ ...admin, cookies: { ...admin.cookies, ...readCookies(again) } })).devices).toMatchObject([{ isCurrent: true }])
  const shopper = await signInShopper({ request })
  await request('POST', '/users/login', { cookies: { device: admin.cookies.device ?? '' }, body: { name: shopper.name, pin: shopper.pin } })
  expect((await list(await signInElsewhere(admin))).devices).toEqual([])
})

test('a new PIN ends the notifications of other browsers', async () => {
  const elsewhere = await signInElsewhere(admin)
  await add(admin)
  await add(elsewhere)
  const body = { currentPin: admin.pin, newPin: '87654321' }
  expect((await request('POST', '/users/admin/pin', { cookies: admin.cookies, body })).statusCode).toBe(200)
  expect((await list(admin)).devices).toMatchObject([{ isCurrent: true }])
})

test('a new second factor ends the notifications of other browsers', async () => {
  const elsewhere = await signInElsewhere(admin)
  await add(admin)
  await add(elsewhere)
  const { cookies } = admin
  const { secret } = (await request('POST', '/users/second-factor', { cookies })).json<{ secret: string }>()
  const code = new TOTP({ secret }).generate()
  expect((await request('POST', '/users/second-factor/confirm', { cookies, body: { code } })).statusCode).toBe(200)
  expect((await list(admin)).devices).toMatchObject([{ isCurrent: true }])
})

test('a deleted account leaves no device', async () => {
  await add(admin)
  await database.deleteFrom('users').where('id', '=', admin._id).execute()
  expect(await database.selectFrom('push_devices').select('id').where('user_id', '=', admin._id).execute()).toEqual([])
})
