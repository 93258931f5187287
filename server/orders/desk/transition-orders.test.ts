import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { undoSeconds } from '#contract/kernel/business.ts'
import type { Order } from '#contract/orders/orders.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const shop = await startPayingShop()
const { provider, request, database, admin: first } = shop
const second = await signInAdministrator(shop)
const tee = await createTestProduct({ database, stock: 1_000 })

interface SeenOrder {
  _id: string
  version: number
}

/** Places guest orders. */
async function place(count: number): Promise<SeenOrder[]> {
  const replies = await Promise.all(
    Array.from({ length: count }, () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })),
  )
  return replies.map((reply) => ({ _id: reply.json<{ order: Order }>().order._id, version: 1 }))
}

const sendTransitions = (to: string, orders: readonly SeenOrder[], { cookies } = first) =>
  request('POST', '/order/admin/moves', { cookies, body: { to, orders } })
const transition = async (...parameters: Parameters<typeof sendTransitions>) =>
  (await sendTransitions(...parameters)).json<CallReply<'POST /order/admin/moves'>>()
const undo = async (orders: readonly SeenOrder[]) =>
  (await request('POST', '/order/admin/moves/undo', { cookies: first.cookies, body: { orders } })).json<
    CallReply<'POST /order/admin/moves/undo'>
  >()

/** The answered orders as an undo sends them. */
const toSeen = ({ answers }: CallReply<'POST /order/admin/moves'>) => answers.map(({ _id, version }) => ({ _id, version: version ?? 0 }))

const readOrder = (id: string) => database.selectFrom('orders').select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
const listEvents = async (id: string) => {
  const rows = await database.selectFrom('order_events').select('event').where('order_id', '=', id).orderBy('id').execute()
  return rows.map(({ event }) => event)
}
const stock = async () => (await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()).stock

test('each order is moved or keeps its status, with an answer', async () => {
  const [moved, delivered, changed] = (await place(3)) as [SeenOrder, SeenOrder, SeenOrder]
  await sql`update orders set status = 'Cancelled' where id = ${delivered._id}`.execute(database)
  await transition('Confirmed', [changed], second)
  const unknown = { _id: randomUUID(), version: 1 }
  const reply = await transition('Confirmed', [moved, { ...delivered, version: 2 }, changed, unknown, { _id: 'x', version: 1 }])
  expect(reply.message).toBe('1 of 5 orders moved')
  expect(reply.undoSeconds).toBeGreaterThan(undoSeconds - 10)
  expect(reply.answers).toMatchObject([
    { _id: moved._id, result: 'moved', message: 'The order is now Confirmed', orderStatus: 'Confirmed', version: 2 },
    { _id: delivered._id, result: 'refused', message: 'This order can no longer be changed this way.', orderStatus: 'Cancelled' },
    { _id: changed._id, result: 'changed', message: expect.stringContaining('has changed'), orderStatus: 'Confirmed', version: 2 },
    { _id: unknown._id, result: 'refused', message: 'Not found.', number: null, orderStatus: null, version: null },
    { _id: 'x', result: 'refused', number: null },
  ])
})

test('an order with an incomplete address is packed only by itself', async () => {
  const orders = await place(2)
  const [incomplete, complete] = toSeen(await transition('Confirmed', orders)) as [SeenOrder, SeenOrder]
  await sql`update orders set delivery_address = delivery_address || '{"pinCode": ""}' where id = ${incomplete._id}`.execute(database)
  const { version } = await readOrder(incomplete._id)
  const { answers } = await transition('Packed', [{ ...incomplete, version }, complete])
  expect(answers.map(({ result }) => result)).toEqual(['refused', 'moved'])
  expect(answers[0]?.message).toBe('The address is incomplete. Open the order to move it.')
  const alone = await request('POST', `/order/admin/${incomplete._id}/move`, { cookies: first.cookies, body: { to: 'Packed' } })
  expect([alone.statusCode, (await readOrder(incomplete._id)).status]).toEqual([200, 'Packed'])
})

test('a repeated request gets the same answers, also after the orders have changed again', async () => {
  const orders = await place(2)
  const reply = await transition('Confirmed', orders)
  expect((await transition('Confirmed', orders)).answers).toEqual(reply.answers)
  await transition('Packed', toSeen(reply).slice(0, 1), second)
  const undone = await undo(toSeen(reply))
  expect(undone.answers.map(({ result }) => result)).toEqual(['changed', 'moved'])
  expect((await undo(toSeen(reply))).answers).toEqual(undone.answers)
  expect((await transition('Confirmed', orders)).answers).toEqual(reply.answers)
  expect((await readOrder(orders[0]?._id ?? '')).status).toBe('Packed')
  expect(await readOrder(orders[1]?._id ?? '')).toEqual({ status: 'Placed', version: 3 })
})

test('parallel requests of two administrators move each order once', async () => {
  const orders = await place(3)
  const [double, repeated, other] = await Promise.all([
    transition('Confirmed', orders),
    transition('Confirmed', orders),
    transition('Cancelled', orders.toReversed(), second),
  ])
  expect(repeated.answers).toEqual(double.answers)
  for (const { _id } of orders) {
    const changed = [...double.answers, ...other.answers].filter((answer) => answer._id === _id && answer.result === 'moved')
    expect([changed.length, await listEvents(_id)]).toEqual([1, ['Placed', changed[0]?.orderStatus]])
  }
})

test('a change is undone for all its orders, with their stock and before their mails', async () => {
  const orders = await place(3)
  const before = await stock()
  const cancelled = await transition('Cancelled', orders)
  expect(await stock()).toBe(before + 3)
  const reply = await undo(toSeen(cancelled))
  expect([reply.message, await stock()]).toEqual(['3 of 3 orders undone', before])
  expect(reply.answers[0]).toMatchObject({ result: 'moved', message: 'The order is Placed again', orderStatus: 'Placed' })
  const confirmed = await transition(
    'Confirmed',
    reply.answers.map(({ _id, version }) => ({ _id, version: version ?? 0 })),
  )
  await sql`update order_events set happened_at = happened_at - make_interval(secs => ${undoSeconds})`.execute(database)
  const late = await undo(toSeen(confirmed))
  expect(late.answers[0]).toMatchObject({ result: 'refused', message: 'This change can no longer be undone.', orderStatus: 'Confirmed' })
})

test('nothing is moved before an administrator has entered the PIN that a refund needs', async () => {
  const checkout = await startCheckout({ request, database, provider })
  const { browser } = await checkout.pay()
  const { order } = (await checkout.verify(browser.response)).json<{ order: Order }>()
  const paid = { _id: order._id, version: (await readOrder(order._id)).version }
  const [unpaid] = (await place(1)) as [SeenOrder]
  await sql`update sessions set proven_at = now() - interval '16 minutes'`.execute(database)
  const reply = await sendTransitions('Cancelled', [unpaid, paid])
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'reauthentication_required'])
  expect((await readOrder(unpaid._id)).status).toBe('Placed')
  expect((await transition('Cancelled', [unpaid])).answers).toMatchObject([{ result: 'moved' }])
  expect((await transition('Confirmed', [paid])).answers).toMatchObject([{ result: 'moved' }])
})

test.each([
  { to: 'Confirmed', orders: [] },
  { to: 'Lost', orders: [{ _id: tee.id, version: 1 }] },
  { to: 'Confirmed', orders: [{ _id: tee.id }] },
  { to: 'Confirmed', orders: [tee.id, tee.id.toUpperCase()].map((_id) => ({ _id, version: 1 })) },
  { to: 'Confirmed', orders: Array.from({ length: 201 }, () => ({ _id: randomUUID(), version: 1 })) },
])('a request that is not valid is rejected: %#', async (body) => {
  expect((await request('POST', '/order/admin/moves', { cookies: first.cookies, body })).statusCode).toBe(400)
})
