import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sendMails } from '#testing/send-mails.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'

const shop = await createTestApp()
const { request, database, settings } = shop
const strict = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })

let sent: Mail[] = []
const collecting: Mailer = { send: async (mail) => void sent.push(mail) }
const broken: Mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
const log = { warn: vi.fn(), error: vi.fn() }
/** Mails to the shop; those with the number go to the person. */
const sentToShop = () => sent.filter(({ to }) => to.address === 'care@loomandlane.example')
const sendAll = (mailer = collecting) => sendMails({ shop, mailer, log })
const readQueue = () =>
  database
    .selectFrom('outbox_mails')
    .select(['contact_message', 'attempts'])
    .where('state', '=', 'waiting')
    .where('contact_message', 'is not', null)
    .execute()

const validMessage = { name: 'Asha Rao', replyTo: 'asha@example.com', orderNumber: '7K3M-9QXT', message: 'Where is my tee?\nThank you.' }
const post = (body: object, headers: Record<string, string> = {}) => request('POST', '/contact', { body, headers })

beforeEach(async () => {
  await database.deleteFrom('outbox_mails').execute()
  sent = []
  log.warn.mockReset()
})

test('a message is mailed to the shop, and a reply goes to the person who wrote it', async () => {
  const reply = await post(validMessage)
  expect([reply.statusCode, reply.json()]).toEqual([
    202,
    { message: 'Thank you. Your message is on its way to us.', ticket: expect.stringMatching(/^T-\d{4}$/) },
  ])
  await sendAll()
  await sendAll()
  expect(sentToShop()).toMatchObject([
    {
      from: settings.MAIL_FROM,
      to: { name: 'Loom & Lane', address: 'care@loomandlane.example' },
      replyTo: 'asha@example.com',
      subject: `Message from Asha Rao about order 7K3M-9QXT (${reply.json().ticket})`,
      text: expect.stringContaining('Where is my tee?\nThank you.'),
    },
  ])
  expect(await readQueue()).toEqual([])
  const sentMail = { state: 'sent', contact_message: null, account_mail: null }
  const rows = await database.selectFrom('outbox_mails').select(['state', 'contact_message', 'account_mail']).execute()
  expect(rows).toEqual([sentMail, sentMail])
})

test('a message is sent later when the mail server is down', async () => {
  await post(validMessage)
  await sendAll(broken)
  await sendAll()
  expect([sent, await readQueue()]).toEqual([[], [{ contact_message: expect.objectContaining(validMessage), attempts: 1 }]])
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('asha@example.com')
  await database.updateTable('outbox_mails').set({ due_at: sql<Date>`now()`, attempts: 400 }).execute()
  await sendAll(broken)
  await database.updateTable('outbox_mails').set({ due_at: sql<Date>`now()` }).execute()
  await sendAll()
  expect(sentToShop()).toHaveLength(1)
})

test('two servers at the same time send each message once', async () => {
  await Promise.all([post(validMessage), post(validMessage), post(validMessage)])
  await Promise.all([sendAll(), sendAll(), sendAll()])
  await sendAll()
  expect(sentToShop()).toHaveLength(3)
  expect(new Set(sentToShop().map(({ messageId }) => messageId)).size).toBe(3)
})

test('a repeated request is one message; its key with another message is rejected', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const replies = await Promise.all([post(validMessage, key), post(validMessage, key), post(validMessage, key)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
  expect(await readQueue()).toHaveLength(1)
  expect((await post({ ...validMessage, message: 'Something else' }, key)).statusCode).toBe(409)
})

describe('behind a proxy', () => {
  test.each([
    [
      'one IPv4 address',
      [
        '198.51.100.9',
        '198.51.100.9:1001',
        '198.51.100.9:1002',
        '::ffff:198.51.100.9',
        '[::ffff:198.51.100.9]:1003',
        '::ffff:c633:6409',
        '[::ffff:c633:6409]',
        '::FFFF:198.51.100.9',
      ],
    ],
    [
      'one IPv6 network',
      [
        '2001:db8::1',
        '2001:DB8::1',
        '[2001:db8::1]',
        '[2001:db8::1]:1001',
        '[2001:db8::2]:1002',
        '2001:db8:0:0::3',
        '2001:0db8:0000:0000:ffff::4',
        '2001:db8::5%eth0',
      ],
    ],
    ['no IP address', ['junk1', 'junk2', '1.2.3.4.5', '999.1.1.1', '[2001:db8::1', 'unknown', '_hidden', 'host.example:80']],
  ])('eight spellings of %s share one limit', async (_what, spellings) => {
    const { request } = await createTestApp({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
    const statuses: number[] = []
    for (const ip of spellings)
      statuses.push((await request('POST', '/contact', { body: validMessage, headers: { 'x-forwarded-for': ip } })).statusCode)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429])
  })
})

test('text that people typed adds no header, line or markup', async () => {
  await post({
    ...validMessage,
    name: 'Eve\r\nBcc: victim@example.com\u2028\u0000\u202E',
    orderNumber: '7K3M\nX-Evil: 1',
    message: '<script>alert(1)</script>\r\n.\r\nBcc: victim@example.com\u0000',
  })
  await sendAll()
  const [mail] = sentToShop()
  expect(mail?.subject).toMatch(/^Message from Eve Bcc: victim@example.com about order 7K3M X-Evil: 1 \(T-\d+\)$/)
  expect(mail?.html).not.toContain('<script')
  expect(mail?.html).toContain('&lt;script&gt;')
  expect(mail?.text).not.toContain('\u0000')
})

test.each([['a@example.com, b@example.com'], ['a@example.com\r\nBcc: b@example.com'], ['Asha <asha@example.com>'], ['asha@'], ['']])(
  '%j is rejected as an email',
  async (replyTo) => {
    const reply = await post({ ...validMessage, replyTo })
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['replyTo']])
  },
)

test('each invalid field has a message of its own', async () => {
  const reply = await post({ name: ' \n ', message: '\u0000' })
  expect([reply.statusCode, reply.json().fields]).toEqual([
    400,
    { name: 'Name is required.', replyTo: 'Email is required.', message: 'Please write us a message.' },
  ])
  expect((await post({ ...validMessage, message: 'x'.repeat(5_001) })).json().fields).toEqual({ message: 'The message is too long.' })
  expect(await readQueue()).toEqual([])
})

test('an order number may be missing or empty', async () => {
  const { orderNumber, ...plain } = validMessage
  await post(plain)
  await post({ ...plain, orderNumber: '  ' })
  await sendAll()
  expect(sentToShop().map(({ subject }) => subject.replace(/ \(T-\d+\)$/, ''))).toEqual(['Message from Asha Rao', 'Message from Asha Rao'])
})

test('a bot that fills the hidden field gets the usual answer, and nothing is sent', async () => {
  expect((await post({ ...validMessage, leaveEmpty: 'https://spam.example' })).statusCode).toBe(202)
  expect(await readQueue()).toEqual([])
})

test('a person may send five messages an hour', async () => {
  const from = (remoteAddress: string) => strict.request('POST', '/contact', { body: validMessage, remoteAddress })
  const codes: number[] = []
  for (let count = 0; count < 6; count += 1) codes.push((await from('203.0.113.5')).statusCode)
  expect(codes).toEqual([202, 202, 202, 202, 202, 429])
  const refused = await from('203.0.113.5')
  expect([refused.json().code, Number(refused.headers['retry-after']) > 3_000]).toEqual(['too_many_requests', true])
  expect((await from('203.0.113.6')).statusCode).toBe(202)
})

test('an IPv4 address, which many people share, may send fifty messages an hour, and a line with IPv6 five', async () => {
  let persons = 0
  const countSent = async (remoteAddress: string, attempts: number, headers = {}) => {
    let sent = 0
    for (let count = 0; count < attempts; count += 1) {
      persons += 1
      const body = { ...validMessage, replyTo: `person-${persons}@example.com` }
      if ((await strict.request('POST', '/contact', { body, remoteAddress, headers })).statusCode === 202) sent += 1
    }
    return sent
  }
  expect(await countSent('198.51.100.20', 52)).toBe(50)
  expect(await countSent('2001:db8:20::1', 7)).toBe(5)
})

test('cross-site requests are rejected', async () => {
  expect((await post(validMessage, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
})

test('repeated requests with one key do not count against the limit', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => strict.request('POST', '/contact', { body: validMessage, headers, remoteAddress: '192.0.2.77' })
  for (let again = 0; again < 8; again += 1) expect((await send()).statusCode).toBe(202)
})
