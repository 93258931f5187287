import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createMailer } from '../../adapters/smtp.ts'
import type { Mail } from '../../mail/mailer.ts'
import { readMailServer } from './stored-mail-server.ts'

const password = 'correct horse battery 1234'
const received: string[] = []
const smtp = new SMTPServer({
  hideSTARTTLS: true,
  onAuth: ({ username, password: given }, _session, callback) =>
    given === password ? callback(null, { user: username }) : callback(new Error('Invalid login')),
  onRcptTo({ address }, _session, callback) {
    received.push(address)
    callback()
  },
  onData(stream, _session, callback) {
    stream.resume()
    stream.once('end', callback)
  },
})
smtp.on('error', () => {})
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const { port } = smtp.server.address() as AddressInfo
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

const log: string[] = []
const shop = await startShop({ environment: { DEMO: 'off', LOG_LEVEL: 'trace' }, logTo: { write: (line) => void log.push(line) } })
const { request, database, admin: administrator } = shop
const { cookies } = administrator

beforeEach(async () => {
  await database.deleteFrom('mail_server').execute()
  received.length = 0
})

const server = { host: '127.0.0.1', port, username: 'shop@shop.example', password }
const enter = (change: object = {}) => request('POST', '/mail-server', { cookies, body: { ...server, ...change } })
const show = async () => (await request('GET', '/mail-server', { cookies })).json()
const sendTest = async () => {
  const reply = await request('POST', '/mail-server/test', { cookies })
  return [reply.statusCode, reply.json().message]
}

test('an entered mail server sends the next mail of a running process, until it is removed', async () => {
  const key = Buffer.alloc(32, 'mail server key of the tests')
  const running = createMailer({ settings: shop.settings, readServer: () => readMailServer({ database, key }) })
  const hasServer = async () => (await request('GET', '/first-day', { cookies })).json().mail.hasServer
  const lacksServer = async () => (await request('GET', '/order/admin/notifications', { cookies })).json().lacksMailServer
  expect([await show(), await hasServer(), await lacksServer()]).toEqual([{ source: 'none', entered: null }, false, true])
  expect((await enter()).statusCode).toBe(200)
  expect(await show()).toMatchObject({ source: 'entered', entered: { host: '127.0.0.1', port, passwordEnd: '1234', isReadable: true } })
  expect([await hasServer(), await lacksServer()]).toEqual([true, false])
  const from = { name: 'Shop', address: 'shop@shop.example' }
  const mail: Mail = {
    messageId: '<a@shop.example>',
    threadId: '<a@shop.example>',
    from,
    replyTo: from.address,
    to: { name: 'Asha', address: 'asha@example.com' },
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    about: { number: 'test', event: 'test', happenedAt: new Date() },
  }
  await running.send(mail)
  expect(await sendTest()).toEqual([200, 'A test mail is sent to care@loomandlane.example.'])
  expect(received).toEqual(['asha@example.com', 'care@loomandlane.example'])
  await enter({ password: 'another password 99' })
  await expect(running.send(mail)).rejects.toThrow('does not accept this user name and password')
  expect((await request('DELETE', '/mail-server', { cookies })).json()).toMatchObject({ source: 'none', entered: null })
})

test.each([
  [{ password: 'wrong' }, 'The mail server does not accept this user name and password. Some need a password of its own for programs.'],
  [{ port: 1 }, 'The server 127.0.0.1 does not answer at port 1 (ESOCKET). Usual ports are 587 and 465.'],
])('a test mail that fails with %j says why', async (change, message) => {
  await enter(change)
  expect(await sendTest()).toEqual([409, message])
})

test('the password is in no reply, log and column', async () => {
  log.length = 0
  const entered = await enter()
  const stored = await sql<{ row: string }>`select mail_server::text as row from mail_server`.execute(database)
  const texts = [entered.body, JSON.stringify(await show()), log.join('\n'), stored.rows[0]?.row ?? '']
  for (const text of texts) {
    expect(text).not.toContain('horse')
    expect(text).not.toContain(Buffer.from('horse').toString('hex'))
  }
  expect((await enter({ password: 'short 1234' })).json().entered.passwordEnd).toBe('')
})

test('after a change of the secret the password must be entered again', async () => {
  await enter()
  await sql`update mail_server set password = decode(repeat('00', 40), 'hex')`.execute(database)
  expect((await show()).entered.isReadable).toBe(false)
  expect(await sendTest()).toEqual([
    409,
    'The password of the mail server cannot be read, because the secret of the shop has changed. Enter it again.',
  ])
  await enter()
  expect((await sendTest())[0]).toBe(200)
})

test.each([
  [{ host: 'smtp://mail.example' }, 'host'],
  [{ host: '' }, 'host'],
  [{ port: 'x' }, 'port'],
  [{ port: 70_000 }, 'port'],
  [{ password: '' }, 'password'],
  [{ username: 'a\nb' }, 'username'],
])('%j is refused at its field', async (change, field) => {
  const reply = await enter(change)
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]])
})

test('only administrators change it, with their PIN', async () => {
  const shopper = await signInShopper({ request })
  expect((await request('GET', '/mail-server', { cookies: shopper.cookies })).statusCode).toBe(403)
  await sql`update sessions set proven_at = now() - interval '16 minutes' where user_id = ${administrator._id}`.execute(database)
  expect((await enter()).json().code).toBe('reauthentication_required')
  expect((await request('DELETE', '/mail-server', { cookies })).json().code).toBe('reauthentication_required')
  await sql`update sessions set proven_at = now() where user_id = ${administrator._id}`.execute(database)
})

test('the setting of the environment wins', async () => {
  const other = await createTestApp({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const { cookies } = await signInAdministrator(other)
  await other.request('POST', '/mail-server', { cookies, body: server })
  expect((await other.request('GET', '/mail-server', { cookies })).json()).toMatchObject({ source: 'environment' })
})
