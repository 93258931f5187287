import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paise } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { recordEvent } from '../orders/events.ts'
import { placePaidOrder } from '../orders/place-order.ts'
import { createTrackingLinks } from '../orders/tracking.ts'
import type { Mailer, OrderMail } from './mailer.ts'
import { sendDueMails } from './send-due.ts'

const { request, database, settings, trackingKey } = await createTestApp({
  environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' },
})
const admin = await signInAdministrator({ request, database })
const links = createTrackingLinks({ key: trackingKey })

let sent: OrderMail[] = []
const collecting: Mailer = { send: async (mail) => void sent.push(mail) }
const broken: Mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
const log = { warn: vi.fn(), error: vi.fn() }
const sendAll = (notifier = collecting) => sendDueMails({ parts: { database, notifier, letterhead: { settings, links }, log } })

beforeEach(async () => {
  await database.deleteFrom('order_mails').execute()
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

const move = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })
const readMails = () => database.selectFrom('order_mails').select(['state', 'attempts']).orderBy('event_id').execute()
const makeDue = () => database.updateTable('order_mails').set({ due_at: sql<Date>`now()` }).execute()

async function placeCard() {
  const tee = await createTestProduct({ database })
  const line = { productId: tee.id, name: tee.name, imageKey: 'x', price: paise(79_900), quantity: 1, size: 'L' as const }
  return database.transaction().execute((trx) => placePaidOrder({ trx, order: { userId: null, deliveryAddress: address, lines: [line] } }))
}

describe('when', () => {
  test('a mail is due exactly when its order was placed', async () => {
    expect((await placeGuest()).reply.statusCode).toBe(201)
    expect(await readMails()).toHaveLength(1)
    const tee = await createTestProduct({ database, stock: 0 })
    expect((await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).statusCode).toBe(409)
    expect(await readMails()).toHaveLength(1)
  })

  test('an event whose transaction is undone leaves no mail', async () => {
    const { order } = await placeGuest()
    const undone = database.transaction().execute(async (trx) => {
      await recordEvent({ trx, orderId: order._id, event: 'Shipped', actor: 'admin', actorId: null })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await readMails()).toHaveLength(1)
  })

  test('an order is followed from placed to delivered, without its inner steps', async () => {
    const { order } = await placeGuest()
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) await move(order._id, to)
    await sendAll()
    expect(sent.map(({ about }) => about.event)).toEqual(['Placed', 'Shipped', 'Delivered'])
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
    expect(new Set(sent.map(({ conversation }) => conversation)).size).toBe(1)
  })

  test('a prepaid order is confirmed once, and not when it is cancelled already', async () => {
    await placeCard()
    await sendAll()
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Order \S{9} is placed and paid$/)])
    const late = await placeCard()
    await database.transaction().execute(async (trx) => {
      await trx.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', late.id).execute()
      await recordEvent({ trx, orderId: late.id, event: 'Cancelled', actor: 'system', actorId: null })
    })
    sent = []
    await sendAll()
    expect(sent.map(({ about }) => about.event)).not.toContain('Paid')
    expect(sent.at(-1)?.text).toContain('sold out before your payment reached us')
    expect(sent.at(-1)?.text).toContain('We send ₹799 back the way you paid.')
  })

  test('who left no address gets none', async () => {
    const { order } = await placeGuest()
    await sql`update orders set delivery_address = delivery_address || '{"email": ""}' where id = ${order._id}`.execute(database)
    await sendAll()
    expect([sent, await readMails()]).toEqual([[], [{ state: 'skipped', attempts: 0 }]])
  })
})

describe('once', () => {
  test('two servers at once send one mail', async () => {
    const orders = await Promise.all([placeGuest(), placeGuest(), placeGuest()])
    await Promise.all([sendAll(), sendAll(), sendAll()])
    await sendAll()
    expect(sent.map(({ about }) => about.number).sort()).toEqual(orders.map(({ order }) => order.number).sort())
  })

  test("a mail that is being sent is no one else's", async () => {
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

  test('a mail server that is down does not hold the order; the mail follows under the same id', async () => {
    const { reply } = await placeGuest()
    const tried: string[] = []
    const failing: Mailer = {
      send(mail) {
        tried.push(mail.messageId)
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
    expect(sent.map(({ messageId }) => messageId)).toEqual(tried)
    expect(log.warn).toHaveBeenCalledTimes(1)
  })

  test('tries become rarer, and after three days a mail is given up and told of', async () => {
    const { order } = await placeGuest()
    const wait = async () => {
      await makeDue()
      await sendAll(broken)
      const { seconds } = await database
        .selectFrom('order_mails')
        .select(sql<number>`extract(epoch from due_at - now())::int`.as('seconds'))
        .executeTakeFirstOrThrow()
      return Math.round(seconds / 10) * 10
    }
    expect([await wait(), await wait(), await wait()]).toEqual([30, 60, 120])
    await database.updateTable('order_mails').set({ attempts: 40 }).execute()
    expect(await wait()).toBe(3_600)
    await sql`update order_events set happened_at = now() - interval '73 hours'`.execute(database)
    await makeDue()
    await sendAll(broken)
    expect(await readMails()).toEqual([{ state: 'given up', attempts: 42 }])
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ order: order.number, event: 'Placed' })
  })
})

describe('what', () => {
  test('a mail has what its reader asks for', async () => {
    const { order } = await placeGuest()
    await sendAll()
    const [mail] = sent
    expect(mail).toMatchObject({
      subject: `Order ${order.number} is placed`,
      from: { name: 'Loom & Lane', address: 'care@loomandlane.example' },
      to: { name: 'Asha Rao', address: 'asha@example.com' },
    })
    const token = links.create(order._id)
    for (const words of [
      'Loom tee, Size M × 2: ₹1,598',
      'Loom tee, Size to be confirmed × 1: ₹799',
      'Total: ₹2,397 (Cash on delivery, ₹2,397)',
      'Bengaluru, Karnataka 560001',
      'It reaches you within 4 days of your order.',
      'Please keep ₹2,397 ready for the courier.',
      `https://shop.example/order-tracking?token=${token}`,
      'care@loomandlane.example',
    ])
      expect(mail?.text).toContain(words)
    expect(mail?.html).toContain(`href="https://shop.example/order-tracking?token=${token}"`)
    expect(mail?.html).toContain('Loom &amp; Lane')
  })

  test('what people typed is text, in no line of its own', async () => {
    const deliveryAddress = {
      firstName: 'Eve\r\nBcc: victim@example.com',
      address: '<img src=x onerror=alert(1)>\n\nTotal: ₹1',
      lastName: `"O'Neil"`,
    }
    await placeGuest({ deliveryAddress, name: '<script>alert("tee")</script>' })
    await sendAll()
    const [mail] = sent
    expect(mail?.to.name).toBe(`Eve Bcc: victim@example.com "O'Neil"`)
    expect(mail?.html).not.toMatch(/<script|<img/)
    expect(mail?.html).toContain('&lt;script&gt;alert(&quot;tee&quot;)&lt;/script&gt;')
    expect(mail?.text).not.toMatch(/^Total: ₹1$|^Bcc/m)
  })
})
