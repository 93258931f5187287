import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { sendMails } from '#testing/send-mails.ts'
import { startShop } from '#testing/start-shop.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { recordEvent } from '../orders/order/order-events.ts'
import { placePaidOrder, placeUncollectedOrder } from '../orders/placing/place-order.ts'

const shop = await startShop({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
const { request, database, admin } = shop

let sent: Mail[] = []
const collecting: Mailer = { send: async (mail) => void sent.push(mail) }
const broken: Mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
const log = { warn: vi.fn(), error: vi.fn() }
const sendAll = (mailer = collecting) => sendMails({ shop, mailer, log })

beforeEach(async () => {
  await database.deleteFrom('outbox_mails').execute()
  sent = []
  log.warn.mockReset()
  log.error.mockReset()
})

async function placeGuest({ deliveryAddress = {}, name = 'Loom tee' }: { deliveryAddress?: object; name?: string } = {}) {
  const tee = await createTestProduct({ database, name })
  const order = buildGuestOrder([
    { ...tee, size: 'M', quantity: 2 },
    { ...tee, quantity: 1 },
  ])
  const reply = await request('POST', '/guest/cashondelivery', {
    body: { ...order, deliveryAddress: { ...order.deliveryAddress, ...deliveryAddress } },
  })
  return { reply, order: reply.json<{ order: Order }>().order }
}

const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })
const readMails = () => database.selectFrom('outbox_mails').select(['state', 'attempts']).orderBy('id').execute()
const makeDue = () => database.updateTable('outbox_mails').set({ due_at: sql<Date>`now()` }).execute()

async function placeCard(place = placePaidOrder) {
  const tee = await createTestProduct({ database })
  const line = { productId: tee.id, name: tee.name, imageKey: 'x', price: paise(79_900), quantity: 1, size: 'L' as const }
  return database.transaction().execute((trx) => place({ trx, order: { userId: null, deliveryAddress: address, lines: [line] } }))
}

test('the mail of an order takes twelve statements in a shop without online payments', async () => {
  await placeGuest()
  const queries = await captureQueries(() => sendAll())
  expect(queries.slice(queries.indexOf('begin'), queries.indexOf('commit') + 1)).toHaveLength(12)
})

const typed = { firstName: 'evil-pay.com', landmark: 'Win at prizes.example/x', city: 'Call 98765 43211' }

test('no word that was typed reaches a mailbox that has not confirmed the order', async () => {
  await placeGuest({ deliveryAddress: { ...typed, address: 'Your refund waits', lastName: 'Bank desk' } })
  await sendAll()
  for (const part of ['html', 'text'] as const) {
    expect(sent[0]?.[part]).not.toMatch(/evil|prizes|Win at|Call|refund waits|Bank desk/)
    expect(sent[0]?.[part]).toContain('Bengaluru, Karnataka 560001')
  }
})

test('domains and phone numbers in the address are no links', async () => {
  const { order } = await placeGuest({ deliveryAddress: typed })
  await database.updateTable('orders').set({ confirmed_by_link: true }).where('id', '=', order._id).execute()
  await sendAll()
  for (const part of ['html', 'text'] as const) {
    expect(sent[0]?.[part]).not.toMatch(/pay\.com|prizes\.example|98765 43211/)
    expect(sent[0]?.[part]).toContain('Win at prizes.')
  }
})

test('a mail whose statements fail is tried again later and does not stop the others', async () => {
  await database
    .insertInto('outbox_mails')
    .values({ account_mail: JSON.stringify({ kind: 'cart reminder', userId: 'no id' }) })
    .execute()
  await placeGuest()
  await sendAll()
  expect(sent).toHaveLength(1)
  expect(await readMails()).toEqual([
    { state: 'waiting', attempts: 1 },
    { state: 'sent', attempts: 0 },
  ])
  expect(log.warn.mock.lastCall?.[0]).toMatchObject({ attempts: 1 })
})

describe('which mails are sent', () => {
  test('placing an order queues a mail; a rejected order queues none', async () => {
    expect((await placeGuest()).reply.statusCode).toBe(201)
    expect(await readMails()).toHaveLength(1)
    const tee = await createTestProduct({ database, stock: 0 })
    expect((await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).statusCode).toBe(409)
    expect(await readMails()).toHaveLength(1)
  })

  test('an event whose transaction is rolled back queues no mail', async () => {
    const { order } = await placeGuest()
    const rolledBack = database.transaction().execute(async (trx) => {
      await recordEvent({ trx, orderId: order._id, event: 'Shipped', actor: 'admin', actorId: null })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await readMails()).toHaveLength(1)
  })

  test('mails are sent when an order is placed, shipped and delivered, not for the steps between', async () => {
    const { order } = await placeGuest()
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) await transition(order._id, to)
    await makeDue()
    await sendAll()
    expect(sent.map(({ about }) => about.event)).toEqual(['Placed', 'Shipped', 'Delivered'])
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
    expect(new Set(sent.map(({ threadId }) => threadId)).size).toBe(1)
  })

  const cancelSoldOut = ({ id: orderId }: { id: string }) =>
    database.transaction().execute(async (trx) => {
      await trx.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', orderId).execute()
      await recordEvent({ trx, orderId, event: 'Cancelled', actor: 'system', actorId: null })
    })

  test('a card order whose payment is not collected gets one mail, which says so', async () => {
    await cancelSoldOut(await placeCard(placeUncollectedOrder))
    await sendAll()
    expect(sent).toMatchObject([
      { about: { event: 'Cancelled' }, text: expect.stringContaining('sold out before we received your payment') },
    ])
    expect(sent[0]?.text).toContain('We have not collected your payment. Your bank returns the amount within 14 days.')
    expect(sent[0]?.text).not.toContain('refund')
  })

  test('a prepaid order is confirmed once, and not after it has been cancelled', async () => {
    await placeCard()
    await sendAll()
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Order \S{9} has been placed and paid$/)])
    await cancelSoldOut(await placeCard())
    sent = []
    await sendAll()
    expect(sent.map(({ about }) => about.event)).not.toContain('Paid')
    expect(sent.at(-1)?.text).toContain('sold out before we received your payment')
    expect(sent.at(-1)?.text).toContain('We will refund ₹799 to your original payment method.')
  })

  test('a cancelled order that was not paid has nothing to pay', async () => {
    const { order } = await placeGuest()
    await transition(order._id, 'Cancelled')
    await makeDue()
    await sendAll()
    const { text } = sent.find(({ about }) => about.event === 'Cancelled') ?? {}
    expect(text).toContain('(Cash on delivery, nothing to pay)')
    expect(text).toContain('You have nothing to pay.')
  })

  test('an order without an email address gets no mail', async () => {
    const { order } = await placeGuest()
    await sql`update orders set delivery_address = delivery_address || '{"email": ""}' where id = ${order._id}`.execute(database)
    await sendAll()
    expect([sent, await readMails()]).toEqual([[], [{ state: 'skipped', attempts: 0 }]])
  })
})

describe('each mail is sent once', () => {
  test('two servers at the same time send each mail once', async () => {
    const orders = await Promise.all([placeGuest(), placeGuest(), placeGuest()])
    await Promise.all([sendAll(), sendAll(), sendAll()])
    await sendAll()
    expect(sent.map(({ about }) => about.number).sort()).toEqual(orders.map(({ order }) => order.number).sort())
  })

  test('a mail that one server is sending is skipped by the others', async () => {
    await placeGuest()
    let release = () => {}
    const slow: Mailer = { send: () => new Promise<void>((resolve) => (release = resolve)) }
    const sending = vi.spyOn(slow, 'send')
    const first = sendAll(slow)
    await expect.poll(() => sending.mock.calls.length).toBe(1)
    await sendAll()
    release()
    await first
    expect([sent, await readMails()]).toEqual([[], [{ state: 'sent', attempts: 0 }]])
  })

  test('a crash between sending and commit sends the mail again with the same Message-ID', async () => {
    await placeGuest()
    const messageIds: string[] = []
    const crashing: Mailer = {
      async send({ messageId }) {
        messageIds.push(messageId)
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()
        `.execute(database)
      },
    }
    await expect(sendAll(crashing)).rejects.toThrow()
    expect(await readMails()).toEqual([{ state: 'waiting', attempts: 0 }])
    await sendAll()
    expect(sent.map(({ messageId }) => messageId)).toEqual(messageIds)
  })

  test('a server that shuts down finishes the current mail and leaves the others to the next run', async () => {
    await placeGuest()
    await placeGuest()
    const shutdown = new AbortController()
    const mailer: Mailer = {
      async send(mail) {
        shutdown.abort()
        sent.push(mail)
      },
    }
    await sendMails({ shop, mailer, log, signal: shutdown.signal })
    expect((await readMails()).map(({ state }) => state)).toEqual(['sent', 'waiting'])
    await sendAll()
    expect(sent).toHaveLength(2)
  })

  test('one mail that is always rejected does not stop the others', async () => {
    const { order } = await placeGuest()
    await placeGuest()
    const mailer: Mailer = { send: (mail) => (mail.about.number === order.number ? broken : collecting).send(mail) }
    await sendAll(mailer)
    expect((await readMails()).map(({ state }) => state)).toEqual(['waiting', 'sent'])
  })

  test('an order is placed while the mail server is down; its mail is sent later with the same Message-ID', async () => {
    const { reply } = await placeGuest()
    const attempted: string[] = []
    const failing: Mailer = {
      send(mail) {
        attempted.push(mail.messageId)
        return broken.send(mail)
      },
    }
    await sendAll(failing)
    expect(reply.statusCode).toBe(201)
    expect(await readMails()).toEqual([{ state: 'waiting', attempts: 1 }])
    await sendAll()
    expect(sent).toEqual([])
    await makeDue()
    await sendAll()
    expect(sent.map(({ messageId }) => messageId)).toEqual(attempted)
    expect(log.warn).toHaveBeenCalledTimes(1)
  })

  test('retries become rarer, and after three days a mail is given up and logged as an error', async () => {
    await placeGuest()
    const failOnce = async () => {
      await makeDue()
      await sendAll(broken)
      const { seconds } = await database
        .selectFrom('outbox_mails')
        .select(sql<number>`extract(epoch from due_at - now())::int`.as('seconds'))
        .executeTakeFirstOrThrow()
      return Math.round(seconds / 10) * 10
    }
    expect([await failOnce(), await failOnce(), await failOnce()]).toEqual([30, 60, 120])
    await database.updateTable('outbox_mails').set({ attempts: 40 }).execute()
    expect(await failOnce()).toBe(3_600)
    await sql`update outbox_mails set created_at = now() - interval '73 hours'`.execute(database)
    await makeDue()
    await sendAll(broken)
    expect(await readMails()).toEqual([{ state: 'given up', attempts: 42 }])
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ orderEvent: expect.any(Number), attempts: 42 })
  })
})
