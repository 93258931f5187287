import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startMailServer } from '#testing/cluster/mail-server.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createMailer } from '../adapters/smtp.ts'
import { sendDueMails } from '../mail/send-due.ts'
import { createTrackingLinks } from '../orders/tracking.ts'

/** What a mail server's door does to who comes: lets through, or fails in its way. */
type Door = (near: Socket) => void

const mail = await startMailServer()
const mailPort = Number(new URL(mail.url).port)

const letThrough: Door = (near) => {
  const far = connect(mailPort, '127.0.0.1')
  for (const socket of [near, far]) socket.on('error', () => {})
  near.pipe(far).pipe(near)
}
const dropAtOnce: Door = (near) => near.destroy()
const sayNothing: Door = () => {}
const sayTooBusy: Door = (near) => void near.end('421 4.3.2 Too busy, try again later\r\n')
/** Takes the mail, and never says whether it has it. */
const takeAndSayNothing: Door = (near) => {
  near.write('220 here\r\n')
  near.on('data', (bytes) => {
    const line = String(bytes)
    if (/^(EHLO|MAIL|RCPT)/i.test(line)) near.write('250 ok\r\n')
    if (/^DATA/i.test(line)) near.write('354 go on\r\n')
  })
}

let door: Door = letThrough
let visitors = 0
const inside = new Set<Socket>()
const front = createServer((near) => {
  visitors += 1
  inside.add(near)
  near.on('error', () => {}).on('close', () => inside.delete(near))
  door(near)
}).listen(0, '127.0.0.1')
await once(front, 'listening')

const { request, database, settings, trackingKey } = await createTestApp()
const notifier = createMailer({
  settings: { SMTP_URL: `smtp://127.0.0.1:${(front.address() as AddressInfo).port}`, DATA_DIR: '' },
  patience: { connectMs: 1_000, sendMs: 2_000 },
})
const log = { warn: vi.fn(), error: vi.fn() }
const letterhead = { settings, links: createTrackingLinks({ key: trackingKey }) }
const sendAll = () => sendDueMails({ parts: { database, notifier, letterhead, log } })

afterAll(async () => {
  for (const socket of inside) socket.destroy()
  await new Promise((resolve) => front.close(resolve))
  await mail.close()
})

beforeEach(async () => {
  await database.deleteFrom('order_mails').execute()
  mail.received.length = 0
  visitors = 0
})

test.each([
  ['drops whoever comes', dropAtOnce],
  ['is too busy', sayTooBusy],
  ['says nothing', sayNothing],
  ['takes a mail and never says so', takeAndSayNothing],
])('while the mail server %s orders go on, and each mail follows once when it is back', async (_how, failing) => {
  const tee = await createTestProduct({ database })
  const order = async () => (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).statusCode
  door = failing
  expect(await order()).toBe(201)
  const sending = sendAll()
  await expect.poll(() => visitors).toBe(1)
  expect(await Promise.all([order(), order(), order()])).toEqual([201, 201, 201])
  await sending
  expect(mail.received).toEqual([])
  const { rows } = await sql<{ state: string }>`select distinct state from order_mails`.execute(database)
  expect(rows).toEqual([{ state: 'waiting' }])

  door = letThrough
  await database.updateTable('order_mails').set({ due_at: sql<Date>`now()` }).execute()
  await Promise.all([sendAll(), sendAll()])
  expect(mail.received).toHaveLength(4)
  expect(new Set(mail.received).size).toBe(4)
  await sendAll()
  expect(mail.received).toHaveLength(4)
})
