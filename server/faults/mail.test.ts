import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startMailServer } from '#testing/cluster/mail-server.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { sendMails } from '#testing/send-mails.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createMailer } from '../adapters/smtp.ts'
import type { Mailer } from '../mail/mailer.ts'

/** How the proxy in front of the mail server treats a connection: passes it on, or fails in some way. */
type Behaviour = (client: Socket) => void

const mail = await startMailServer()
const mailPort = Number(new URL(mail.url).port)

const passOn: Behaviour = (client) => {
  const server = connect(mailPort, '127.0.0.1')
  for (const socket of [client, server]) socket.on('error', () => {})
  client.pipe(server).pipe(client)
  client.on('close', () => server.destroy())
}
const dropConnection: Behaviour = (client) => client.destroy()
const stayHanging: Behaviour = () => {}
const replyBusy: Behaviour = (client) => void client.end('421 4.3.2 Too busy, try again later\r\n')
/** Takes a mail and never confirms it. */
const takeAndHang: Behaviour = (client) => {
  client.write('220 here\r\n')
  client.on('data', (bytes) => {
    const line = String(bytes)
    if (/^(EHLO|MAIL|RCPT)/i.test(line)) client.write('250 ok\r\n')
    if (/^DATA/i.test(line)) client.write('354 go on\r\n')
  })
}

let behaviour: Behaviour = passOn
let connections = 0
const sockets = new Set<Socket>()
const proxy = createServer((client) => {
  connections += 1
  sockets.add(client)
  client.on('error', () => {}).on('close', () => sockets.delete(client))
  behaviour(client)
}).listen(0, '127.0.0.1')
await once(proxy, 'listening')

const shop = await createTestApp()
const { request, database } = shop
const SMTP_URL = `smtp://127.0.0.1:${(proxy.address() as AddressInfo).port}`
let mailer: Mailer
const log = { warn: vi.fn(), error: vi.fn() }
const sendAll = () => sendMails({ shop, mailer, log })

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => proxy.close(resolve))
  await mail.close()
})

beforeEach(async () => {
  await database.deleteFrom('outbox_mails').execute()
  mail.received.length = 0
  connections = 0
  // A mailer of its own, without a connection that the previous test left open.
  mailer = createMailer({ settings: { SMTP_URL, DATA_DIR: '' }, timeouts: { connectMs: 1_000, sendMs: 2_000 } })
})

test.each([
  ['drops connections', dropConnection],
  ['replies that it is busy', replyBusy],
  ['never greets', stayHanging],
  ['takes a mail and never confirms it', takeAndHang],
])('while the mail server %s, orders are placed; each mail is sent once when it is back', async (_how, failing) => {
  const tee = await createTestProduct({ database })
  const order = async () => (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).statusCode
  behaviour = failing
  expect(await order()).toBe(201)
  const sending = sendAll()
  await expect.poll(() => connections).toBe(1)
  expect(await Promise.all([order(), order(), order()])).toEqual([201, 201, 201])
  await sending
  expect(mail.received).toEqual([])
  const { rows } = await sql<{ state: string }>`select distinct state from outbox_mails`.execute(database)
  expect(rows).toEqual([{ state: 'waiting' }])

  behaviour = passOn
  await database.updateTable('outbox_mails').set({ due_at: sql<Date>`now()` }).execute()
  await Promise.all([sendAll(), sendAll()])
  expect(mail.received).toHaveLength(4)
  expect(new Set(mail.received).size).toBe(4)
  await sendAll()
  expect(mail.received).toHaveLength(4)
})
