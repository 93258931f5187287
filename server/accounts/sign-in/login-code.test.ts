import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { collectMails, readTokens, verifyEmail } from '#testing/send-mails.ts'
import { readCookies, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp()
const { request, database } = shop

beforeEach(async () => void (await database.deleteFrom('outbox_mails').execute()))

type Cookies = Record<string, string>

const signIn = ({ name, pin, code, cookies = {} }: { name: string; pin: string; code?: string; cookies?: Cookies }) =>
  request('POST', '/users/login', { cookies, body: { name, pin, code, timeZone: 'Asia/Kolkata' } })
const setCode = ({ cookies, pin }: { cookies: Cookies; pin: string }, isOn: boolean) =>
  request('POST', '/users/account/email/code', { cookies, body: { isOn, currentPin: pin } })

async function createShopperWithCodes() {
  const shopper = await signInShopper({ request })
  const email = `${randomUUID()}@example.com`
  await verifyEmail({ shop, shopper, email })
  expect((await setCode(shopper, true)).statusCode).toBe(200)
  await collectMails(shop)
  return { ...shopper, email }
}

/** The code of the only mail that is due. */
async function readCode(): Promise<string> {
  const mails = await collectMails(shop)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your code to sign in'])
  return /^(\d{6})$/m.exec(mails[0]?.text ?? '')?.[1] ?? ''
}

const endWait = (id: string) => database.updateTable('users').set({ next_attempt_at: null }).where('id', '=', id).execute()
const toWrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('on a new device the right PIN is followed by a code, once', async () => {
  const shopper = await createShopperWithCodes()
  const first = await signIn({ ...shopper, cookies: {} })
  expect([first.statusCode, first.json().code, first.json().fields]).toEqual([401, 'email_code_required', undefined])
  const device = readCookies(first)
  expect(Object.keys(device)).toEqual(['device'])
  const code = await readCode()
  const reply = await signIn({ ...shopper, cookies: device, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
  expect(reply.statusCode).toBe(200)
  const [notice] = await collectMails(shop)
  expect(notice).toMatchObject({ to: { address: shopper.email }, subject: 'A new device has signed in' })
  expect(notice?.text).toContain('India')
  expect((await signIn({ ...shopper, cookies: { device: device.device ?? '' } })).statusCode).toBe(200)
  expect(await collectMails(shop)).toEqual([])
})

test('the device that switches it on is known, all others are asked', async () => {
  const shopper = await signInShopper({ request })
  const other = readCookies(await signIn({ ...shopper, cookies: {} }))
  await verifyEmail({ shop, shopper, email: `${randomUUID()}@example.com` })
  await setCode(shopper, true)
  expect((await signIn(shopper)).statusCode).toBe(200)
  expect((await signIn({ ...shopper, cookies: { device: other.device ?? '' } })).json().code).toBe('email_code_required')
})

test('a code is for the device that asked for it', async () => {
  const shopper = await createShopperWithCodes()
  const asked = readCookies(await signIn({ ...shopper, cookies: {} }))
  const code = await readCode()
  const elsewhere = await signIn({ ...shopper, cookies: {}, code })
  expect([elsewhere.statusCode, elsewhere.json().fields]).toEqual([401, { code: expect.stringContaining('wrong or has expired') }])
  expect((await signIn({ ...shopper, cookies: asked, code })).statusCode).toBe(200)
})

test('of two requests with one code one signs in', async () => {
  const shopper = await createShopperWithCodes()
  const cookies = readCookies(await signIn({ ...shopper, cookies: {} }))
  const code = await readCode()
  const replies = await Promise.all([signIn({ ...shopper, cookies, code }), signIn({ ...shopper, cookies, code })])
  // The device is known then, so the second one needs no code.
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await collectMails(shop)).map(({ subject }) => subject)).toEqual(['A new device has signed in'])
})

test('a code ends after five wrong ones and after ten minutes', async () => {
  const shopper = await createShopperWithCodes()
  const cookies = readCookies(await signIn({ ...shopper, cookies: {} }))
  const code = await readCode()
  for (const wrong of ['abc', '', toWrong(code), toWrong(code), '١٢٣٤٥٦', toWrong(code)]) {
    await endWait(shopper._id)
    expect((await signIn({ ...shopper, cookies, code: wrong })).statusCode).toBe(401)
  }
  await endWait(shopper._id)
  expect((await signIn({ ...shopper, cookies, code })).statusCode).toBe(401)

  await endWait(shopper._id)
  const later = readCookies(await signIn({ ...shopper, cookies: {} }))
  await endWait(shopper._id)
  const second = await readCode()
  await sql`update login_codes set created_at = created_at - interval '10 minutes'`.execute(database)
  expect((await signIn({ ...shopper, cookies: later, code: second })).statusCode).toBe(401)
})

test('wrong codes are limited like wrong PINs, and the right PIN alone resets nothing', async () => {
  const shopper = await createShopperWithCodes()
  const cookies = readCookies(await signIn({ ...shopper, cookies: {} }))
  await database.updateTable('users').set({ failed_attempts: 8 }).where('id', '=', shopper._id).execute()
  expect((await signIn({ ...shopper, cookies })).statusCode).toBe(401)
  expect((await signIn({ ...shopper, cookies })).statusCode).toBe(429)
})

test('a new code replaces the first after a minute, and an account gets ten a day', async () => {
  const shopper = await createShopperWithCodes()
  const cookies = readCookies(await signIn({ ...shopper, cookies: {} }))
  const code = await readCode()
  await signIn({ ...shopper, cookies })
  expect(await collectMails(shop)).toEqual([])
  const age = () => sql`update login_codes set created_at = created_at - interval '61 seconds'`.execute(database)
  for (let count = 0; count < 9; count += 1) {
    await age()
    await database.updateTable('users').set({ failed_attempts: 0, next_attempt_at: null }).where('id', '=', shopper._id).execute()
    expect((await signIn({ ...shopper, cookies })).statusCode).toBe(401)
  }
  const codes = (await collectMails(shop)).length
  // Codes that were replaced before they were sent are skipped.
  expect(codes).toBe(1)
  await age()
  await endWait(shopper._id)
  expect((await signIn({ ...shopper, cookies })).statusCode).toBe(429)
  await endWait(shopper._id)
  expect((await signIn({ ...shopper, cookies, code })).statusCode).toBe(401)
})

test('a wrong PIN sends no code, and its reply does not tell', async () => {
  const shopper = await createShopperWithCodes()
  const reply = await signIn({ ...shopper, pin: '0000', cookies: {}, code: '123456' })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'name_taken'])
  expect(await collectMails(shop)).toEqual([])
})

test('a forgotten PIN is reset as without codes', async () => {
  const { name } = await createShopperWithCodes()
  await request('POST', '/users/forgot-pin', { body: { nameOrEmail: name } })
  const [token] = readTokens((await collectMails(shop))[0])
  expect((await request('POST', '/users/reset-pin', { body: { token, newPin: '7294' } })).statusCode).toBe(200)
  await collectMails(shop)
  const cookies = readCookies(await signIn({ name, pin: '7294' }))
  expect((await signIn({ name, pin: '7294', cookies, code: await readCode() })).statusCode).toBe(200)
})

test('it needs a verified address and the PIN, and ends with the address', async () => {
  const shopper = await signInShopper({ request })
  expect((await setCode(shopper, true)).json().code).toBe('email_missing')
  expect((await setCode(shopper, false)).statusCode).toBe(200)
  await verifyEmail({ shop, shopper, email: `${randomUUID()}@example.com` })
  expect((await setCode({ ...shopper, pin: '0000' }, true)).statusCode).toBe(403)
  await setCode(shopper, true)
  expect((await request('GET', '/users/account', { cookies: shopper.cookies })).json()).toMatchObject({ asksEmailCode: true })
  await request('POST', '/users/account/email/remove', { cookies: shopper.cookies, body: { currentPin: shopper.pin } })
  expect((await request('GET', '/users/account', { cookies: shopper.cookies })).json()).toMatchObject({ asksEmailCode: false })
  expect((await signIn({ ...shopper, cookies: {} })).statusCode).toBe(200)
})
