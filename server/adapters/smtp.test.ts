import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../mail/mailer.ts'
import { createMailer } from './smtp.ts'

interface Received {
  to: string[]
  message: string
}

let folder: string
let received: Received[] = []
let server: SMTPServer | undefined

const mail: Mail = {
  messageId: '<order-7.12@shop.example>',
  threadId: '<order-7@shop.example>',
  from: { name: 'Loom & Lane', address: 'care@shop.example' },
  replyTo: 'care@shop.example',
  to: { name: 'Asha Rao', address: 'asha@example.com' },
  subject: 'Order 7K3M-9QXT has been placed',
  html: '<p>₹799</p>',
  text: '₹799',
  about: { number: '7K3M-9QXT', event: 'Placed', happenedAt: new Date('2026-03-01T10:20:30.456Z') },
}

async function startServer({ port = 0 }: { port?: number } = {}): Promise<number> {
  const started = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const message = (await stream.toArray()).join('')
      received.push({ to: envelope.rcptTo.map(({ address }) => address), message })
      done()
    },
  })
  server = started
  const { server: listening } = started
  started.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  return (listening.address() as AddressInfo).port
}

const stopServer = () => new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-test-'))
  received = []
})

afterEach(async () => {
  await stopServer()
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

test('without a mail server each mail is written as one file, named by time, order and event', async () => {
  const mailer = createMailer({ settings: { SMTP_URL: undefined, DATA_DIR: folder } })
  await mailer.send(mail)
  await mailer.send(mail)
  const files = await readdir(join(folder, 'mail'))
  expect(files).toEqual(['2026-03-01T10-20-30-456Z 7K3M-9QXT placed.eml'])
  const message = await readFile(join(folder, 'mail', files[0] ?? ''), 'utf8')
  expect(message).toMatch(/^Message-ID: <order-7\.12@shop\.example>\r$/m)
  expect(message).toMatch(/^References: <order-7@shop\.example>\r$/m)
  expect(message).toMatch(/^From: "?Loom & Lane"? <care@shop\.example>\r$/m)
  expect(message).toMatch(/^Content-Type: multipart\/alternative/m)
})

test('a mail is sent to the mail server; sending fails while the server is down and succeeds afterwards', async () => {
  const port = await startServer()
  const mailer = createMailer({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, DATA_DIR: folder } })
  await mailer.send(mail)
  await stopServer()
  await expect(mailer.send(mail)).rejects.toThrow(/ECONNREFUSED/)
  await startServer({ port })
  await mailer.send(mail)
  expect(received.map(({ to }) => to)).toEqual([['asha@example.com'], ['asha@example.com']])
  expect(received[0]?.message).toMatch(/^Subject: Order 7K3M-9QXT has been placed\r$/m)
})

test('mails one after another use one connection', async () => {
  const port = await startServer()
  let connections = 0
  server?.server.on('connection', () => {
    connections += 1
  })
  const mailer = createMailer({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, DATA_DIR: folder } })
  for (let sent = 0; sent < 3; sent += 1) await mailer.send(mail)
  expect(received).toHaveLength(3)
  expect(connections).toBe(1)
})

test('a name with line breaks adds neither a header nor a recipient', async () => {
  const port = await startServer()
  const mailer = createMailer({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, DATA_DIR: folder } })
  const name = 'Eve\r\nBcc: victim@example.com\r\n\r\n<p>Hello'
  await mailer.send({ ...mail, to: { name, address: mail.to.address }, subject: `Order\r\nBcc: victim@example.com` })
  expect(received.map(({ to }) => to)).toEqual([['asha@example.com']])
  const [headers] = received[0]?.message.split('\r\n\r\n') ?? []
  expect(headers).not.toMatch(/^Bcc/im)
  expect(headers).toMatch(/^MIME-Version: 1\.0/m)
})

test('mails in files are deleted after a month', async () => {
  const files = join(folder, 'mail')
  await mkdir(files)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [name, days] of [
    ['old.eml', 31],
    ['late.eml', 29],
  ] as const) {
    await writeFile(join(files, name), '')
    await utimes(join(files, name), daysAgo(days), daysAgo(days))
  }
  await createMailer({ settings: { SMTP_URL: undefined, DATA_DIR: folder } }).send(mail)
  expect(await readdir(files)).toEqual(['2026-03-01T10-20-30-456Z 7K3M-9QXT placed.eml', 'late.eml'])
})

test('a mail that can be ended has a header for the button of mail programs', async () => {
  const mailer = createMailer({ settings: { SMTP_URL: undefined, DATA_DIR: folder } })
  const unsubscribeUrl = 'https://shop.example/back-in-stock?token=abc'
  await mailer.send({ ...mail, unsubscribeUrl })
  const [name = ''] = await readdir(join(folder, 'mail'))
  const text = await readFile(join(folder, 'mail', name), 'utf8')
  expect(text).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
})
