import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { captureQueries } from '#testing/count-queries.ts'
import { collectMails, readTokens, sendMails, verifyEmail } from '#testing/send-mails.ts'
import { readCookies, signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off', ADMIN_SECOND_FACTOR: 'optional' } })
const { request, database } = shop

beforeEach(async () => void (await database.deleteFrom('outbox_mails').execute()))

const newEmail = () => `${randomUUID()}@example.com`
const forget = (nameOrEmail: string) => request('POST', '/users/forgot-pin', { body: { nameOrEmail } })
const reset = (token: string | undefined, newPin = '7294') => request('POST', '/users/reset-pin', { body: { token, newPin } })
const signIn = async (name: string, pin: string) => (await request('POST', '/users/login', { body: { name, pin } })).statusCode

async function createVerifiedShopper({ email = newEmail(), name }: { email?: string; name?: string } = {}) {
  const shopper = await signInShopper({ request, ...(name !== undefined && { name }) })
  await verifyEmail({ shop, shopper, email })
  return { ...shopper, email }
}

/** Asks for a mail and returns its only token. */
async function readResetToken(nameOrEmail: string): Promise<string> {
  await forget(nameOrEmail)
  const [token] = (await collectMails(shop)).flatMap(readTokens)
  return token ?? ''
}

test('a shopper chooses a new PIN by the link, which ends all sessions and forgets all devices', async () => {
  const { name, cookies, email, _id } = await createVerifiedShopper()
  await database.updateTable('users').set({ failed_attempts: 50 }).where('id', '=', _id).execute()
  expect((await forget(` ${name.toUpperCase()} `)).statusCode).toBe(200)
  const [mail] = await collectMails(shop)
  expect(mail).toMatchObject({ to: { name: '', address: email }, subject: 'Choose a new PIN' })
  const [token] = readTokens(mail)
  expect(mail?.text).toContain(`https://shop.example/reset-pin?token=${token}`)
  const found = await request('POST', '/users/reset-pin/find', { body: { token } })
  expect(found.json()).toEqual({ name, email })
  expect((await reset(token)).statusCode).toBe(200)
  expect((await request('GET', '/users/loggedinuser', { cookies })).statusCode).toBe(401)
  expect(await database.selectFrom('known_devices').selectAll().where('user_id', '=', _id).execute()).toEqual([])
  expect((await collectMails(shop)).map(({ to, subject }) => [to.address, subject])).toEqual([[email, 'Your PIN was changed']])
  expect([await signIn(name, '4321'), await signIn(name, '7294')]).toEqual([409, 200])
  expect((await reset(token, '8305')).statusCode).toBe(410)
})

test('the reply and the queries are the same for every name and address', async () => {
  const { name, email } = await createVerifiedShopper()
  const unverified = await signInShopper({ request })
  const administrator = await signInAdministrator({ request, database })
  const ask = async (nameOrEmail: string) => {
    const replies: object[] = []
    const queries = await captureQueries(async () => {
      const reply = await forget(nameOrEmail)
      replies.push({ status: reply.statusCode, body: reply.body })
    })
    return { replies, queries }
  }
  const known = await ask(name)
  for (const other of [email, unverified.name, administrator.name, 'nobody', newEmail(), '\u202e']) expect(await ask(other)).toEqual(known)
  const mails = await collectMails(shop)
  expect(mails.map(({ to }) => to.address)).toEqual([email, email])
})

test('administrators get no link, also those who verified an address before', async () => {
  const shopper = await createVerifiedShopper()
  const token = await readResetToken(shopper.name)
  await database.updateTable('users').set({ role: 'admin' }).where('id', '=', shopper._id).execute()
  expect((await reset(token)).statusCode).toBe(410)
  await forget(shopper.name)
  await forget(shopper.email)
  expect(await collectMails(shop)).toEqual([])
})

test('a mail to an address lists its accounts, each with a link of its own', async () => {
  const email = newEmail()
  const shoppers = [await createVerifiedShopper({ email }), await createVerifiedShopper({ email })]
  await forget(email.toUpperCase())
  const mails = await collectMails(shop)
  expect(mails).toHaveLength(1)
  for (const { name } of shoppers) expect(mails[0]?.text).toContain(`New PIN for ${name}: https://`)
  const [, second] = readTokens(mails[0])
  expect((await reset(second)).statusCode).toBe(200)
  expect([await signIn(shoppers[0]?.name ?? '', '4321'), await signIn(shoppers[1]?.name ?? '', '7294')]).toEqual([200, 200])
})

test('a name that is the address of somebody else gets none of the links', async () => {
  const owner = await createVerifiedShopper()
  await createVerifiedShopper({ name: owner.email })
  await forget(owner.email)
  const [mail] = await collectMails(shop)
  expect(mail?.to.address).toBe(owner.email)
  expect(mail?.text).toContain(`Your username is ${owner.name}`)
})

test('a link ends after 30 minutes and with a change of the PIN', async () => {
  const { name, cookies } = await createVerifiedShopper()
  const changed = await readResetToken(name)
  await request('POST', '/users/account/pin', { cookies, body: { currentPin: '4321', newPin: '8305' } })
  await collectMails(shop)
  expect((await reset(changed)).json()).toMatchObject({ code: 'account_link_invalid' })
  const expired = await readResetToken(name)
  expect(expired).not.toBe('')
  await sql`update account_links set expires_at = expires_at - interval '30 minutes'`.execute(database)
  expect((await reset(expired)).statusCode).toBe(410)
  expect(await signIn(name, '8305')).toBe(200)
})

test('a link whose mail waited for 30 minutes is not sent', async () => {
  const { name } = await createVerifiedShopper()
  await forget(name)
  const send = () => Promise.reject(new Error('connect ECONNREFUSED'))
  await sendMails({ shop, mailer: { send }, log: { warn: () => {}, error: () => {} } })
  await sql`update account_links set expires_at = expires_at - interval '30 minutes'`.execute(database)
  await sql`update outbox_mails set due_at = now()`.execute(database)
  expect(await collectMails(shop)).toEqual([])
  const unsent = await database.selectFrom('outbox_mails').select(['state', 'account_mail']).where('state', '<>', 'sent').execute()
  expect(unsent).toEqual([{ state: 'skipped', account_mail: null }])
})

test('of two requests with one link one wins', async () => {
  const { name } = await createVerifiedShopper()
  const token = await readResetToken(name)
  const statuses = (await Promise.all([reset(token, '7294'), reset(token, '8305')])).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, 410])
  expect(await signIn(name, statuses[0] === 200 ? '7294' : '8305')).toBe(200)
})

test('a link of another purpose resets no PIN', async () => {
  const { cookies } = await createVerifiedShopper()
  await request('POST', '/users/account/email', { cookies, body: { email: newEmail(), currentPin: '4321' } })
  const [token] = readTokens((await collectMails(shop))[0])
  expect((await reset(token)).statusCode).toBe(410)
})

test('an invalid PIN is rejected and leaves the link', async () => {
  const { name } = await createVerifiedShopper()
  const token = await readResetToken(name)
  const short = await reset(token, '123')
  expect([short.statusCode, short.json().fields]).toEqual([400, { newPin: 'PIN must have at least 4 characters.' }])
  const reply = await reset(token, '1234')
  expect(reply.statusCode).toBe(200)
  const login = await request('POST', '/users/login', { body: { name, pin: '1234' } })
  expect((await request('GET', '/users/account', { cookies: readCookies(login) })).json()).toMatchObject({ hasWeakPin: true })
})

/** Ends the counts of an hour. */
const passHour = () => sql`update limits set expire = expire - 3600000 where key like '%-hour:%'`.execute(database)

test('a name is asked for five times a day, known or not, and then once an hour', async () => {
  const { name } = await createVerifiedShopper()
  for (const asked of [name, newEmail()]) {
    const replies: number[] = []
    for (let count = 0; count < 7; count += 1) replies.push((await forget(asked)).statusCode)
    expect(replies).toEqual([200, 200, 200, 200, 200, 200, 429])
    const waiting = Number((await forget(asked)).headers['retry-after'])
    expect(waiting).toBeLessThanOrEqual(3_600)
  }
})

test('strangers who ask for many links cannot keep the owner from a new one for longer than an hour', async () => {
  const owner = await createVerifiedShopper()
  for (let count = 0; count < 8; count += 1) await forget(owner.name)
  expect(await collectMails(shop)).toHaveLength(6)
  await forget(owner.email)
  expect(await collectMails(shop)).toEqual([])
  await passHour()
  expect((await reset(await readResetToken(owner.name))).statusCode).toBe(200)
})

test('strangers who claim the address of an account do not use up its links', async () => {
  const owner = await createVerifiedShopper()
  for (let count = 0; count < 6; count += 1) {
    const { cookies, pin } = await signInShopper({ request })
    await request('POST', '/users/account/email', { cookies, body: { email: owner.email, currentPin: pin } })
  }
  // The mail that verified the address counts, too.
  expect(await collectMails(shop)).toHaveLength(4)
  expect((await reset(await readResetToken(owner.name))).statusCode).toBe(200)
})

test('requests are limited per IP address', async () => {
  const limited = await createTestApp({ environment: { LIMITS_FACTOR: '0.1' } })
  const ask = async (nameOrEmail: string) => (await limited.request('POST', '/users/forgot-pin', { body: { nameOrEmail } })).statusCode
  expect([await ask('a'), await ask('b'), await ask('c')]).toEqual([200, 200, 429])
})

test('a new PIN from the shop tells the address, ends links and stops asking for codes', async () => {
  const { name, email, cookies, _id } = await createVerifiedShopper()
  await request('POST', '/users/account/email/code', { cookies, body: { isOn: true, currentPin: '4321' } })
  const token = await readResetToken(name)
  const administrator = await signInAdministrator({ request, database })
  const { pin } = (await request('POST', `/users/${_id}/pin`, { cookies: administrator.cookies })).json()
  expect((await reset(token)).statusCode).toBe(410)
  expect(await signIn(name, pin)).toBe(200)
  expect((await collectMails(shop)).map(({ to, subject }) => [to.address, subject])).toEqual([[email, 'Your PIN was changed']])
})
