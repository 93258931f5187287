import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import type { Mailer, OrderMail } from '../mail/mailer.ts'
import { sendDueMessages } from './send-due.ts'

const { request, database, settings } = await createTestApp()
const strict = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })

let sent: OrderMail[] = []
const collecting: Mailer = { send: async (mail) => void sent.push(mail) }
const broken: Mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
const log = { warn: vi.fn() }
const sendAll = (notifier = collecting) => sendDueMessages({ parts: { database, notifier, mailbox: settings, log } })
const readQueue = () => database.selectFrom('contact_messages').select(['message', 'attempts']).execute()

const letter = { name: 'Asha Rao', replyTo: 'asha@example.com', orderNumber: '7K3M-9QXT', message: 'Where is my tee?\nI wait.' }
const write = (body: object, headers: Record<string, string> = {}) => request('POST', '/contact', { body, headers })

beforeEach(async () => {
  await database.deleteFrom('contact_messages').execute()
  sent = []
  log.warn.mockReset()
})

test('a message reaches the mailbox of the shop, and its answer the writer', async () => {
  const reply = await write(letter)
  expect([reply.statusCode, reply.json()]).toEqual([202, { message: expect.stringContaining('Thank you') }])
  await sendAll()
  await sendAll()
  expect(sent).toMatchObject([
    {
      from: settings.MAIL_FROM,
      to: { name: 'Loom & Lane', address: 'care@loomandlane.example' },
      replyTo: 'asha@example.com',
      subject: 'Message from Asha Rao about order 7K3M-9QXT',
      text: expect.stringContaining('Where is my tee?\nI wait.'),
    },
  ])
  expect(await readQueue()).toEqual([])
})

test('a mail server that is down loses nothing', async () => {
  await write(letter)
  await sendAll(broken)
  await sendAll()
  expect([sent, await readQueue()]).toEqual([[], [{ message: letter.message, attempts: 1 }]])
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('asha@example.com')
  await database.updateTable('contact_messages').set({ due_at: sql<Date>`now()`, attempts: 400 }).execute()
  await sendAll(broken)
  await database.updateTable('contact_messages').set({ due_at: sql<Date>`now()` }).execute()
  await sendAll()
  expect(sent).toHaveLength(1)
})

test('two servers at once send one mail', async () => {
  await Promise.all([write(letter), write(letter), write(letter)])
  await Promise.all([sendAll(), sendAll(), sendAll()])
  await sendAll()
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
})

test('a repeated request is one message; its key with another one is refused', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const replies = await Promise.all([write(letter, key), write(letter, key), write(letter, key)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
  expect(await readQueue()).toHaveLength(1)
  expect((await write({ ...letter, message: 'Something else' }, key)).statusCode).toBe(409)
})

test('what people typed adds no header, no line and no markup', async () => {
  await write({
    ...letter,
    name: 'Eve\r\nBcc: victim@example.com\u2028\u0000\u202E',
    orderNumber: '7K3M\nX-Evil: 1',
    message: '<script>alert(1)</script>\r\n.\r\nBcc: victim@example.com\u0000',
  })
  await sendAll()
  const [mail] = sent
  expect(mail?.subject).toBe('Message from Eve Bcc: victim@example.com about order 7K3M X-Evil: 1')
  expect(mail?.html).not.toContain('<script')
  expect(mail?.html).toContain('&lt;script&gt;')
  expect(mail?.text).not.toContain('\u0000')
})

test.each([['a@example.com, b@example.com'], ['a@example.com\r\nBcc: b@example.com'], ['Asha <asha@example.com>'], ['asha@'], ['']])(
  '%j is no address to answer to',
  async (replyTo) => {
    const reply = await write({ ...letter, replyTo })
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['replyTo']])
  },
)

test('each field says what is wrong with it', async () => {
  const reply = await write({ name: ' \n ', message: '\u0000' })
  expect([reply.statusCode, reply.json().fields]).toEqual([
    400,
    { name: 'Name is required.', replyTo: 'Email is required.', message: 'Please write us a message.' },
  ])
  expect((await write({ ...letter, message: 'x'.repeat(5_001) })).json().fields).toEqual({ message: 'The message is too long.' })
  expect(await readQueue()).toEqual([])
})

test('an order number may be missing or empty', async () => {
  const { orderNumber, ...plain } = letter
  await write(plain)
  await write({ ...plain, orderNumber: '  ' })
  await sendAll()
  expect(sent.map(({ subject }) => subject)).toEqual(['Message from Asha Rao', 'Message from Asha Rao'])
})

test('a program that fills the hidden field is thanked, and nothing is sent', async () => {
  expect((await write({ ...letter, leaveEmpty: 'https://spam.example' })).statusCode).toBe(202)
  expect(await readQueue()).toEqual([])
})

test('an address may write five times an hour', async () => {
  const from = (remoteAddress: string) => strict.request('POST', '/contact', { body: letter, remoteAddress })
  const codes: number[] = []
  for (let count = 0; count < 6; count += 1) codes.push((await from('203.0.113.5')).statusCode)
  expect(codes).toEqual([202, 202, 202, 202, 202, 429])
  const refused = await from('203.0.113.5')
  expect([refused.json().code, Number(refused.headers['retry-after']) > 3_000]).toEqual(['too_many_requests', true])
  expect((await from('203.0.113.6')).statusCode).toBe(202)
})

test('another site cannot write in the name of its visitors', async () => {
  expect((await write(letter, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
})

test('a message that comes again with its key is taken, however often', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => strict.request('POST', '/contact', { body: letter, headers, remoteAddress: '192.0.2.77' })
  for (let again = 0; again < 8; again += 1) expect((await send()).statusCode).toBe(202)
})
