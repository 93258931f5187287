import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { collectMails, readTokens, sendMails, verifyEmail } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off', ADMIN_SECOND_FACTOR: 'optional' } })
const { request, database } = shop

beforeEach(async () => void (await database.deleteFrom('outbox_mails').execute()))

type Shopper = Awaited<ReturnType<typeof signInShopper>>
const newEmail = () => `${randomUUID()}@example.com`
const requestEmail = ({ cookies, pin }: Shopper, email: string, currentPin = pin) =>
  request('POST', '/users/account/email', { cookies, body: { email, currentPin } })
const confirm = (token: string | undefined) => request('POST', '/users/email', { body: { token } })
const find = (token: string | undefined) => request('POST', '/users/email/find', { body: { token } })
const readEmail = async ({ cookies }: Shopper) => {
  const { email, unverifiedEmail } = (await request('GET', '/users/account', { cookies })).json()
  return { email, unverifiedEmail }
}

test('an address is verified by the link in the mail, not by asking for it', async () => {
  const shopper = await signInShopper({ request })
  const email = newEmail()
  expect((await requestEmail(shopper, email)).json()).toEqual({ message: `We have sent a link to ${email}.` })
  expect(await readEmail(shopper)).toEqual({ email: null, unverifiedEmail: email })
  const [mail] = await collectMails(shop)
  expect(mail).toMatchObject({ to: { name: '', address: email }, subject: 'Verify your email address' })
  // Anybody may choose a name and enter the address of a stranger.
  expect(`${mail?.text}${mail?.html}`).not.toContain(shopper.name)
  const [token] = readTokens(mail)
  expect(mail?.text).toContain(`https://shop.example/verify-email?token=${token}`)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await find(token)).json()).toEqual({ name: shopper.name, email })
  expect(await readEmail(shopper)).toEqual({ email: null, unverifiedEmail: email })
  expect((await confirm(token)).statusCode).toBe(200)
  expect(await readEmail(shopper)).toEqual({ email, unverifiedEmail: null })
  // A repeated confirmation after a lost reply.
  expect((await confirm(token)).statusCode).toBe(200)
  expect(await collectMails(shop)).toEqual([])
})

test('the database reveals no token', async () => {
  const shopper = await signInShopper({ request })
  await requestEmail(shopper, newEmail())
  const { rows } = await sql<{ text: string }>`
    select concat((select string_agg(l::text, '') from account_links l), (select string_agg(m::text, '') from outbox_mails m)) as text
  `.execute(database)
  const [token] = readTokens((await collectMails(shop))[0])
  expect(token).toBeDefined()
  expect(rows[0]?.text).not.toContain(token)
  expect(rows[0]?.text).not.toContain(Buffer.from(token ?? '', 'base64url').toString('hex'))
})

test('a link works for 30 minutes, and a later one replaces it', async () => {
  const shopper = await signInShopper({ request })
  await requestEmail(shopper, newEmail())
  const [first] = readTokens((await collectMails(shop))[0])
  const email = newEmail()
  await requestEmail(shopper, email)
  const [second] = readTokens((await collectMails(shop))[0])
  expect((await confirm(first)).json()).toMatchObject({ code: 'account_link_invalid' })
  await database
    .updateTable('account_links')
    .set({ expires_at: sql<Date>`expires_at - interval '30 minutes'` })
    .where('user_id', '=', shopper._id)
    .execute()
  for (const token of [second, 'x', 'constructor', '']) expect((await confirm(token)).statusCode).toBe(410)
  expect(await readEmail(shopper)).toEqual({ email: null, unverifiedEmail: null })
})

test('the former address is told of a new one, and its links end', async () => {
  const shopper = await signInShopper({ request })
  const [former, email] = [newEmail(), newEmail()]
  await verifyEmail({ shop, shopper, email: former })
  await request('POST', '/users/forgot-pin', { body: { nameOrEmail: shopper.name } })
  const [resetToken] = readTokens((await collectMails(shop))[0])
  await verifyEmail({ shop, shopper, email })
  expect((await collectMails(shop)).map(({ to, subject }) => [to.address, subject])).toEqual([[former, 'Your email address was removed']])
  expect(await readEmail(shopper)).toEqual({ email, unverifiedEmail: null })
  expect((await request('POST', '/users/reset-pin/find', { body: { token: resetToken } })).statusCode).toBe(410)
})

test('removing the address needs the PIN, tells the address and ends its links', async () => {
  const shopper = await signInShopper({ request })
  const { cookies, pin } = shopper
  const email = newEmail()
  await verifyEmail({ shop, shopper, email })
  await requestEmail(shopper, newEmail())
  const [token] = readTokens((await collectMails(shop))[0])
  const remove = (currentPin: string) => request('POST', '/users/account/email/remove', { cookies, body: { currentPin } })
  expect((await remove('0000')).json().fields).toEqual({ currentPin: 'This is not your current PIN.' })
  expect((await remove(pin)).statusCode).toBe(200)
  expect(await readEmail(shopper)).toEqual({ email: null, unverifiedEmail: null })
  expect((await confirm(token)).statusCode).toBe(410)
  expect((await collectMails(shop)).map(({ to }) => to.address)).toEqual([email])
})

test.each([
  ['not an address', '4321', 400, { email: 'Email must look like name@example.com.' }],
  ['a@example.com\nBcc: b@example.com', '4321', 400, { email: 'Email must look like name@example.com.' }],
  ['', '4321', 400, { email: 'Email is required.' }],
  [`${'a'.repeat(250)}@example.com`, '4321', 400, { email: 'Email is too long.' }],
  ['a@example.com', '0000', 403, { currentPin: 'This is not your current PIN.' }],
  ['a@example.com', '', 400, { currentPin: 'PIN is required.' }],
])('the address %j with the PIN %s is rejected', async (email, currentPin, status, fields) => {
  const shopper = await signInShopper({ request })
  const reply = await requestEmail(shopper, email, currentPin)
  expect([reply.statusCode, reply.json().fields]).toEqual([status, fields])
  expect(await collectMails(shop)).toEqual([])
})

test('the verified address again is rejected, whatever its case', async () => {
  const shopper = await signInShopper({ request })
  const email = newEmail()
  await verifyEmail({ shop, shopper, email })
  expect((await requestEmail(shopper, email.toUpperCase())).json().fields).toEqual({
    email: 'This is your verified email address already.',
  })
})

test('an account asks for five links a day', async () => {
  const shopper = await signInShopper({ request })
  const replies = [1, 2, 3, 4, 5].map(() => requestEmail(shopper, newEmail()))
  for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200)
  const sixth = await requestEmail(shopper, newEmail())
  expect([sixth.statusCode, sixth.json().error]).toEqual([429, 'Too many tries. Please try again in 24 hours.'])
  // Concurrent requests leave the link of the last one.
  expect(await collectMails(shop)).toHaveLength(1)
})

test('an IP address asks for twenty links an hour, from all its accounts', async () => {
  const limited = await createTestApp({ environment: { LIMITS_FACTOR: '0.1' } })
  const statuses: number[] = []
  for (let count = 0; count < 3; count += 1) {
    const { cookies, pin } = await signInShopper(limited)
    const body = { email: newEmail(), currentPin: pin }
    statuses.push((await limited.request('POST', '/users/account/email', { cookies, body })).statusCode)
  }
  expect(statuses).toEqual([200, 200, 429])
})

test('an address gets five links a day, whoever asks, and the replies do not tell', async () => {
  const email = newEmail()
  for (let count = 0; count < 7; count += 1) {
    const reply = await requestEmail(await signInShopper({ request }), count % 2 ? email.toUpperCase() : email)
    expect(reply.statusCode).toBe(200)
  }
  expect(await collectMails(shop)).toHaveLength(5)
})

test('a mail that could not be sent at first has the same link and counts once', async () => {
  const shopper = await signInShopper({ request })
  await requestEmail(shopper, newEmail())
  const makeDue = () => database.updateTable('outbox_mails').set({ due_at: sql<Date>`now()` }).execute()
  const texts: string[] = []
  const log = { warn: () => {}, error: () => {} }
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const send = async ({ text }: { text: string }) => {
      texts.push(text)
      throw new Error('connect ECONNREFUSED')
    }
    await sendMails({ shop, mailer: { send }, log })
    await makeDue()
  }
  const [mail] = await collectMails(shop)
  expect(new Set([...texts, mail?.text])).toHaveLength(1)
  expect(texts).toHaveLength(7)
})

test('several accounts may verify one address', async () => {
  const email = newEmail()
  for (let count = 0; count < 2; count += 1) {
    const shopper = await signInShopper({ request })
    await verifyEmail({ shop, shopper, email })
    expect(await readEmail(shopper)).toEqual({ email, unverifiedEmail: null })
  }
})

test('changing the PIN tells the verified address', async () => {
  const shopper = await signInShopper({ request })
  const { cookies, pin, name } = shopper
  const email = newEmail()
  await verifyEmail({ shop, shopper, email })
  await request('POST', '/users/account/pin', { cookies, body: { currentPin: pin, newPin: '7294' } })
  const [mail] = await collectMails(shop)
  expect(mail).toMatchObject({ to: { address: email }, subject: 'Your PIN was changed' })
  expect(mail?.text).toContain(name)
})
