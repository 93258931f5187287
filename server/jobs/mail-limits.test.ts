import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { sendMails, verifyEmail } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createConfirmationLinks } from '../orders/order/order-links.ts'
import { placePaidOrder } from '../orders/placing/place-order.ts'

const shop = await startShop({ environment: { LIMITS_FACTOR: '1000' } })
const { request, database, trackingKey, admin } = shop
const tee = await createTestProduct({ database, stock: 10_000 })

const createEmail = () => `stranger-${randomUUID().slice(0, 8)}@example.com`

async function place(email: string, { quantity = 1 }: { quantity?: number } = {}) {
  const body = { ...buildGuestOrder([{ ...tee, size: 'M', quantity }]), deliveryAddress: { ...address, email } }
  const reply = await request('POST', '/guest/cashondelivery', { body })
  expect(reply.statusCode).toBe(201)
  return reply.json<{ order: Order }>().order
}

/** Sends what is due and returns which events were mailed to which address. */
async function send() {
  const sent: { to: string; event: string; number: string }[] = []
  const mailer: Mailer = { send: async ({ to, about }) => void sent.push({ ...about, to: to.address }) }
  await sendMails({ shop, mailer })
  return sent
}
const makeDue = () => sql`update outbox_mails set due_at = now() where state = 'waiting'`.execute(database)
const age = async (hours: number) => {
  await sql`update limited_mails set handled_at = handled_at - make_interval(hours => ${hours})`.execute(database)
}
const transition = async (id: string, ...statuses: string[]) => {
  for (const to of statuses) await request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })
}

test('fifty orders with the address of a stranger send five mails; another address gets all of its own', async () => {
  const [stranger, other] = [createEmail(), createEmail()]
  for (let round = 0; round < 25; round += 1) await Promise.all([place(stranger), place(stranger.toUpperCase())])
  await place(other)
  const sent = (await Promise.all([send(), send(), send()])).flat()
  expect(sent.filter(({ to }) => to.toLowerCase() === stranger)).toHaveLength(5)
  expect(sent.filter(({ to }) => to === other)).toHaveLength(1)
  const skipped = await database.selectFrom('outbox_mails').select('skip_reason').where('state', '=', 'skipped').execute()
  expect(skipped).toEqual(Array(45).fill({ skip_reason: 'daily limit' }))
  await place(other)
  expect((await send()).map(({ to }) => to)).toEqual([other])
})

test('notations of one mailbox are counted together', async () => {
  const name = `vic${Date.now()}`
  for (const email of [`${name}@gmail.com`, `${name}+1@gmail.com`, `v.i.c${name.slice(3)}@GMAIL.com`]) {
    await place(email)
    await place(email)
  }
  expect(await send()).toHaveLength(5)
})

test('the limit ends after 24 hours', async () => {
  const email = createEmail()
  for (let round = 0; round < 6; round += 1) await place(email)
  expect(await send()).toHaveLength(5)
  await age(23)
  await place(email)
  expect(await send()).toEqual([])
  await age(2)
  await place(email)
  expect(await send()).toHaveLength(1)
})

test('a mail that could not be sent does not count', async () => {
  const email = createEmail()
  for (let round = 0; round < 5; round += 1) await place(email)
  const failing: Mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
  await sendMails({ shop, mailer: failing, log: { warn() {}, error() {} } })
  await makeDue()
  expect(await send()).toHaveLength(5)
})

test('an address that confirmed an order by the link in its mail gets ten mails a day of orders that anybody can place', async () => {
  const email = createEmail()
  const { _id } = await place(email, { quantity: 6 })
  const token = createConfirmationLinks({ key: trackingKey }).create(_id).split('/o/')[1]
  await request('POST', '/order/confirmation', { body: { token, isAccepted: true } })
  for (let round = 0; round < 14; round += 1) await place(email.toUpperCase())
  expect(await send()).toHaveLength(10)
})

test('an address that an account has verified gets all mails', async () => {
  const email = createEmail()
  await verifyEmail({ shop, shopper: await signInShopper({ request }), email })
  for (let round = 0; round < 7; round += 1) await place(email.toUpperCase())
  expect(await send()).toHaveLength(7)
})

test('an address whose order an administrator confirmed is still limited, and not any more when one was delivered', async () => {
  const email = createEmail()
  const orders = []
  for (let round = 0; round < 7; round += 1) orders.push(await place(email))
  await transition(orders[0]?._id ?? '', 'Confirmed', 'Packed', 'Shipped')
  expect(await send()).toHaveLength(5)
  await transition(orders[0]?._id ?? '', 'Delivered')
  await place(email)
  await makeDue()
  expect((await send()).map(({ event }) => event)).toEqual(['Shipped', 'Delivered', 'Placed'])
})

test('the orders of strangers do not use up the mails of the account that has verified the address', async () => {
  const email = createEmail()
  const shopper = await signInShopper({ request })
  await verifyEmail({ shop, shopper, email })
  for (let round = 0; round < 14; round += 1) await place(email)
  // The verification itself was one of the ten.
  expect(await send()).toHaveLength(9)
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: { ...address, email } })
  expect((await send()).map(({ to }) => to)).toEqual([email])
})

test('orders, messages, stock and links together mail an address ten times a day', async () => {
  const email = createEmail()
  const contact = { name: 'Asha', replyTo: email, message: 'Hello' }
  for (let round = 0; round < 6; round += 1) await place(email)
  for (let round = 0; round < 6; round += 1) await request('POST', '/contact', { body: contact })
  const { number } = await place(email)
  await request('POST', '/order/track/link', { body: { number, phone: address.phone } })
  expect((await send()).filter(({ to }) => to === email)).toHaveLength(10)
})

test('an address that paid by card gets all mails', async () => {
  const email = createEmail()
  const line = { productId: tee.id, name: tee.name, imageKey: 'x', price: paise(79_900), quantity: 1, size: 'L' as const }
  const order = { userId: null, deliveryAddress: { ...address, email }, lines: [line] }
  for (let round = 0; round < 7; round += 1) await database.transaction().execute((trx) => placePaidOrder({ trx, order }))
  expect(await send()).toHaveLength(7)
})

describe('a shopper who orders and cancels with an unconfirmed address', async () => {
  const { cookies } = await signInShopper({ request })
  const order = async (email: string) => {
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    return (await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, email } })).json<{ order: Order }>().order
  }
  const cancel = ({ _id }: Order) => request('POST', `/order/${_id}/cancel`, { cookies })

  test('sends one mail, when the job runs after each step', async () => {
    const email = createEmail()
    const sent = []
    for (let round = 0; round < 4; round += 1) {
      const placed = await order(email)
      sent.push(...(await send()))
      await cancel(placed)
      sent.push(...(await send()))
    }
    await makeDue()
    expect([...sent, ...(await send())].map(({ event }) => event)).toEqual(['Placed'])
  })

  test('sends one mail, when the job runs at the end', async () => {
    const email = createEmail()
    for (let round = 0; round < 4; round += 1) await cancel(await order(email))
    expect((await send()).map(({ event }) => event)).toEqual(['Cancelled'])
  })

  test('gets the mail of the order that is kept, a little later', async () => {
    const email = createEmail()
    const first = await order(email)
    await send()
    await cancel(first)
    await send()
    const { number } = await order(email)
    expect(await send()).toEqual([])
    await makeDue()
    expect(await send()).toEqual([])
    await sql`update order_events set happened_at = happened_at - interval '15 minutes'`.execute(database)
    await makeDue()
    expect(await send()).toMatchObject([{ event: 'Placed', number }])
  })
})
