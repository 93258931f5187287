import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { ReturnsOfPerson } from '#contract/returns/admin-returns.ts'
import type { ReturnCounts } from '#contract/returns/return-counts.ts'
import { createReturns } from '#testing/returns.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { endUnreceived } from './end-unreceived.ts'

const { provider, request, database, trackingKey, cookies } = await startPayingShop()
const shop = createReturns({ request, database, trackingKey, provider, cookies })

const readBell = async () =>
  (await request('GET', '/order/admin/notifications', { cookies })).json<CallReply<'GET /order/admin/notifications'>>()
const countReturns = async () => (await readBell()).returns as ReturnCounts
const readPerson = async (orderId: string) => (await request('GET', `/returns/of-person/${orderId}`, { cookies })).json<ReturnsOfPerson>()
const listStates = async (state: string) =>
  (await request('GET', `/returns?state=${state}`, { cookies })).json<CallReply<'GET /returns'>>().returns.map(({ _id }) => _id)
const ask = async (order: Awaited<ReturnType<typeof shop.deliverCard>>) =>
  (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
const acceptedAgo = (id: string, days: number) =>
  sql`update returns set accepted_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(database)

const readOwner = async (id: string) =>
  (await database.selectFrom('orders').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()).user_id

test('the bell counts the returns that wait, and those that wait for the shop stay unread', async () => {
  const order = await shop.deliverCard()
  await request('POST', '/order/admin/notifications/read', { cookies })
  const before = await readBell()
  const id = await ask(order)
  expect(await countReturns()).toEqual({ asked: 1, coming: 0, overdue: 0, received: 0, notReceived: 0 })
  expect((await readBell()).unread).toBe(before.unread + 1)
  await shop.admin(id, 'accept', { handover: 'send' })
  await shop.admin(id, 'pick-up')
  expect(await countReturns()).toEqual({ asked: 0, coming: 1, overdue: 0, received: 0, notReceived: 0 })
  expect((await readBell()).unread).toBe(before.unread)
  expect([await listStates('coming'), await listStates('overdue')]).toEqual([[id], []])
  await acceptedAgo(id, 16)
  expect(await countReturns()).toEqual({ asked: 0, coming: 0, overdue: 1, received: 0, notReceived: 0 })
  expect(await listStates('overdue')).toEqual([id])
  await shop.sendReceipt(id, 1)
  expect(await countReturns()).toEqual({ asked: 0, coming: 0, overdue: 0, received: 1, notReceived: 0 })
  await shop.admin(id, 'settle', { refund: 699 })
  expect(await countReturns()).toEqual({ asked: 0, coming: 0, overdue: 0, received: 0, notReceived: 0 })
})

test('a return whose items have not come is shown for a week', async () => {
  const id = await ask(await shop.deliverCard())
  await shop.admin(id, 'accept', { handover: 'send' })
  await acceptedAgo(id, 16)
  await endUnreceived({ database, signal: new AbortController().signal })
  expect(await countReturns()).toMatchObject({ overdue: 0, notReceived: 1 })
  await acceptedAgo(id, 23)
  expect(await countReturns()).toMatchObject({ notReceived: 0 })
})

test('the returns of a person are shown with the share of worn pieces, and nothing is refused for them', async () => {
  const order = await shop.deliverCard()
  const id = await ask(order)
  await shop.admin(id, 'accept', { handover: 'send' })
  const worn = { isFault: false, lines: [{ line: 1, seen: { new: 0, worn: 1, faulty: 0, missing: 0 }, restock: 0, refund: 1 }] }
  await shop.admin(id, 'receive', worn)
  const person = { orders: 1, returns: 1, pieces: 1, worn: 1 }
  expect(await readPerson(order.id)).toMatchObject({
    person,
    returns: [{ _id: id, number: `${order.number}-R1`, isOfOrder: true, state: 'received', pieces: 1, refund: 699 }],
  })
  const other = await shop.deliverCard()
  await database
    .updateTable('orders')
    .set({ user_id: await readOwner(order.id) })
    .where('id', '=', other.id)
    .execute()
  expect(await readPerson(other.id)).toMatchObject({ person: { ...person, orders: 2 }, returns: [{ _id: id, isOfOrder: false }] })
  const desk = (await request('GET', '/order/admin/desk?view=all', { cookies })).json<CallReply<'GET /order/admin/desk'>>().orders
  expect(desk.find(({ _id }) => _id === other.id)?.personReturns).toEqual({ ...person, orders: 2 })
  const stranger = await shop.deliverGuest()
  expect(await readPerson(stranger.id)).toEqual({ person: { orders: 1, returns: 0, pieces: 0, worn: 0 }, returns: [] })
  expect(await readPerson('x')).toEqual({ person: { orders: 0, returns: 0, pieces: 0, worn: 0 }, returns: [] })
  expect((await order.preview([{ line: 1, quantity: 1, reason: 'other' }])).statusCode).toBe(200)
})
