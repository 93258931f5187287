import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import type { ReturnableOrder, ShopperReturn } from '#contract/returns/returns.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { findDrift } from '../inventory/ledger.ts'
import { createTrackingLinks } from '../orders/order/tracking.ts'
import { endUnreceived } from './end-unreceived.ts'

const provider = await startProvider()
const publish = vi.fn()
const { request, database, trackingKey, cookies } = await startShop({ gateways: provider.gateways, publishTo: publish })
const shop = createReturns({ request, database, trackingKey, provider, cookies })
const { deliverCard, deliverGuest, admin, code } = shop

beforeEach(() => publish.mockClear())

test('a prepaid return is paid back: the price less the fee, once, as the preview said', async () => {
  const order = await deliverCard()
  const { fee, lastDay, lines } = (await order.read()).json<ReturnableOrder>()
  expect([fee, lines.map(({ returnable }) => returnable)]).toEqual([100, [2]])
  expect(lastDay).toMatch(/^\d{4}-\d\d-\d\d$/)
  const chosen = [{ line: 1, quantity: 1, reason: 'too small' }]
  expect((await order.preview(chosen)).json()).toEqual({ goods: 799, fee: 100, refund: 699, isFault: false })
  const asked = await order.ask(chosen, 699)
  expect(asked.statusCode).toBe(201)
  const { return: created } = asked.json<{ return: ShopperReturn }>()
  expect(created).toMatchObject({ number: `${order.number}-R1`, state: 'asked', refund: 699, fee: 100, canWithdraw: true })

  await admin(created._id, 'accept', { handover: 'send' })
  await admin(created._id, 'pick-up')
  const received = await admin(created._id, 'receive', {
    isFault: false,
    lines: [{ line: 1, seen: { new: 1, worn: 0, faulty: 0, missing: 0 }, restock: 1, refund: 1 }],
  })
  expect(received.json().return).toMatchObject({ state: 'received', amount: { goods: 799, fee: 100, refund: 699, online: 699, cash: 0 } })
  const settled = await admin(created._id, 'settle', { refund: 699 })
  expect(settled.json().return).toMatchObject({ state: 'settled', refund: 699, cash: 0, lines: [{ refund: 699 }] })
  const refunds = await database
    .selectFrom('refunds')
    .select(['amount_paise', 'reason'])
    .where('payment_id', 'in', order.payments)
    .execute()
  expect(refunds).toEqual([{ amount_paise: 69_900, reason: `return ${created.number}` }])
  expect(await order.stock()).toBe(9)
  expect((await findDrift({ database })).drifts).toEqual([])
  expect((await order.read()).json<ReturnableOrder>().lines[0]?.returnable).toBe(1)
})

test('a faulty item is returned without a fee, also after the last day', async () => {
  const order = await deliverCard({ daysAgo: 30 })
  const late = await order.preview([{ line: 1, quantity: 1, reason: 'too small' }])
  expect([late.statusCode, code(late)]).toEqual([409, 'return_too_late'])
  expect(late.json().message).toContain((await order.read()).json<ReturnableOrder>().lastDay?.slice(0, 4))
  const chosen = [{ line: 1, quantity: 1, reason: 'faulty' }]
  expect((await order.preview(chosen)).json()).toEqual({ goods: 799, fee: 0, refund: 799, isFault: true })
  expect((await order.ask(chosen, 799)).statusCode).toBe(201)
})

test('items can be returned until the end of the seventh day in India', async () => {
  const order = await deliverCard()
  const chosen = [{ line: 1, quantity: 1, reason: 'other' }]
  const setDelivery = (time: string) =>
    sql`update order_events set happened_at = (${time})::timestamptz where order_id = ${order.id} and event = 'Delivered'`.execute(database)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
  const day = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
  await setDelivery(`${day(7)} 00:00:01+05:30`)
  expect((await order.preview(chosen)).statusCode).toBe(200)
  await setDelivery(`${day(8)} 23:59:59+05:30`)
  expect(code(await order.preview(chosen))).toBe('return_too_late')
})

test('an order that is not delivered has nothing to return', async () => {
  const tee = await createTestProduct({ database })
  const shopper = await signInShopper({ request })
  const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json()
  await database.updateTable('orders').set({ user_id: shopper._id }).where('id', '=', order._id).execute()
  const path = `/order/${order._id}`
  const read = (await request('GET', `${path}/returnable`, { cookies: shopper.cookies })).json()
  expect(read).toMatchObject({ lastDay: null, lines: [{ returnable: 0 }] })
  const body = { lines: [{ line: 1, quantity: 1, reason: 'other' }] }
  expect(code(await request('POST', `${path}/returns/preview`, { cookies: shopper.cookies, body }))).toBe('return_not_delivered')
})

test('no more pieces are returned than were ordered, also by requests at once', async () => {
  const order = await deliverCard()
  const chosen = [{ line: 1, quantity: 2, reason: 'other' }]
  const replies = await Promise.all([1, 2, 3].map(() => order.ask(chosen, 1_498)))
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 409, 409])
  expect(code(await order.preview([{ line: 1, quantity: 1, reason: 'other' }]))).toBe('return_pieces')
  expect(code(await order.preview([{ line: 1, quantity: 3, reason: 'other' }]))).toBe('return_pieces')
  expect(code(await order.preview([{ line: 2, quantity: 1, reason: 'other' }]))).toBe('return_pieces')
})

test('the same key asks for one return, and with other contents for none', async () => {
  const order = await deliverCard()
  const chosen = [{ line: 1, quantity: 1, reason: 'other' }]
  const [first, second] = [await order.ask(chosen, 699, 'one key'), await order.ask(chosen, 699, 'one key')]
  expect(second.json().return._id).toBe(first.json().return._id)
  expect((await order.read()).json().returns).toHaveLength(1)
  expect(code(await order.ask([{ line: 1, quantity: 1, reason: 'late' }], 699, 'one key'))).toBe('key_reused')
})

test('another amount than the preview has shown is rejected', async () => {
  const order = await deliverCard()
  expect(code(await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 799))).toBe('return_amount_changed')
})

test('a shopper withdraws a return until it is picked up, and can ask again', async () => {
  const order = await deliverCard()
  const chosen = [{ line: 1, quantity: 2, reason: 'other' }]
  const id = (await order.ask(chosen, 1_498)).json().return._id
  expect((await order.withdraw(id)).json().return.state).toBe('withdrawn')
  expect((await order.withdraw(id)).statusCode).toBe(200)
  const again = (await order.ask(chosen, 1_498)).json().return
  expect(again.number).toBe(`${order.number}-R2`)
  await admin(again._id, 'accept', { handover: 'pickup' })
  await admin(again._id, 'pick-up')
  expect(code(await order.withdraw(again._id))).toBe('return_step_not_possible')
})

test('an order has at most ten returns', async () => {
  const order = await deliverCard()
  const chosen = [{ line: 1, quantity: 1, reason: 'other' }]
  for (let count = 0; count < 10; count += 1) await order.withdraw((await order.ask(chosen, 699)).json().return._id)
  expect(code(await order.ask(chosen, 699))).toBe('returns_full')
})

test('returns that were withdrawn by a link leave the account of the order its ten', async () => {
  const order = await deliverCard()
  const token = createTrackingLinks({ key: trackingKey }).create({ orderId: order.id, purpose: 'return', revision: 0 })
  const chosen = [{ line: 1, quantity: 1, reason: 'other' }]
  const askByLink = () =>
    request('POST', '/order/returns', { headers: { 'idempotency-key': randomUUID() }, body: { token, lines: chosen, refund: 699 } })
  for (let count = 0; count < 10; count += 1)
    await request('POST', '/order/returns/withdraw', { body: { token, returnId: (await askByLink()).json().return._id } })
  expect(code(await askByLink())).toBe('returns_full')
  for (let count = 0; count < 10; count += 1)
    expect((await order.withdraw((await order.ask(chosen, 699)).json().return._id)).statusCode).toBe(200)
  expect(code(await order.ask(chosen, 699))).toBe('returns_full')
})

test('a declined return names its reason to the shopper', async () => {
  const order = await deliverCard()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 699)).json().return._id
  expect((await admin(id, 'decline', { reason: ' ' })).statusCode).toBe(400)
  await admin(id, 'decline', { reason: 'The seal is broken.' })
  expect((await order.read()).json().returns[0]).toMatchObject({ state: 'declined', declineReason: 'The seal is broken.' })
  expect(code(await admin(id, 'accept', { handover: 'send' }))).toBe('return_step_not_possible')
})

test('a return that has changed since it was seen is not changed', async () => {
  const order = await deliverCard()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 699)).json().return._id
  const { version } = (await request('GET', `/returns/${id}`, { cookies })).json<AdminReturn>()
  const accept = () => request('POST', `/returns/${id}/accept`, { cookies, body: { handover: 'send', version } })
  const replies = await Promise.all([accept(), accept()])
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
  const pickUp = await request('POST', `/returns/${id}/pick-up`, { cookies, body: { version } })
  expect([pickUp.statusCode, code(pickUp)]).toEqual([409, 'return_changed'])
})

test('stock comes back once, in the counts that were received', async () => {
  const order = await deliverCard()
  const id = (await order.ask([{ line: 1, quantity: 2, reason: 'other' }], 1_498)).json().return._id
  await admin(id, 'accept', { handover: 'send' })
  const counts = (seen: object, more = {}) => ({
    isFault: false,
    lines: [{ line: 1, seen: { new: 0, worn: 0, faulty: 0, missing: 0, ...seen }, restock: 1, refund: 1, ...more }],
  })
  expect(code(await admin(id, 'receive', counts({ new: 1 })))).toBe('return_counts')
  expect(code(await admin(id, 'receive', counts({ new: 1, missing: 1 }, { restock: 2 })))).toBe('return_counts')
  expect(code(await admin(id, 'receive', { isFault: false, lines: [] }))).toBe('invalid_request')
  const { version } = (await request('GET', `/returns/${id}`, { cookies })).json<AdminReturn>()
  publish.mockClear()
  const receive = () => request('POST', `/returns/${id}/receive`, { cookies, body: { ...counts({ new: 1, worn: 1 }), version } })
  const replies = await Promise.all([receive(), receive(), receive()])
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409])
  expect(await order.stock()).toBe(9)
  expect(publish).toHaveBeenCalledOnce()
  expect(replies.find((reply) => reply.statusCode === 200)?.json().return.amount).toMatchObject({ goods: 799, fee: 100, refund: 699 })
})

test('nothing else is refunded beside an open return', async () => {
  const order = await deliverCard()
  const refund = () => request('POST', `/order/admin/${order.id}/refund`, { cookies, body: { amount: 100, refunded: 0, reason: 'Late' } })
  const { _id: id, number } = (await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 699)).json().return
  const refused = await refund()
  expect([refused.statusCode, code(refused)]).toEqual([409, 'return_open'])
  expect(refused.json().message).toContain(number)
  await order.withdraw(id)
  expect((await refund()).statusCode).toBe(200)
})

test('a refund and a return never pay back more than was paid', async () => {
  const order = await deliverCard()
  await request('POST', `/order/admin/${order.id}/refund`, { cookies, body: { amount: 1_400, refunded: 0, reason: 'Goodwill' } })
  const chosen = [{ line: 1, quantity: 2, reason: 'other' }]
  expect((await order.preview(chosen)).json()).toEqual({ goods: 1_598, fee: 100, refund: 198, isFault: false })
})

test('a settled amount must be the one that was seen, and is paid once', async () => {
  const order = await deliverCard()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 699)).json().return._id
  await shop.receive(id, 1)
  expect(code(await admin(id, 'settle', { refund: 799 }))).toBe('return_amount_changed')
  const { version } = (await request('GET', `/returns/${id}`, { cookies })).json<AdminReturn>()
  const settle = () => request('POST', `/returns/${id}/settle`, { cookies, body: { refund: 699, version } })
  const replies = await Promise.all([settle(), settle()])
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
  const { sum } = await database
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number>('amount_paise').as('sum'))
    .where('payment_id', 'in', order.payments)
    .executeTakeFirstOrThrow()
  expect(Number(sum)).toBe(69_900)
})

test('a guest returns by the link of the mail, and the cash is paid back by hand', async () => {
  const order = await deliverGuest()
  const chosen = [{ line: 1, quantity: 1, reason: 'too large' }]
  expect((await order.preview(chosen)).json()).toMatchObject({ refund: 699 })
  const id = (await order.ask(chosen, 699)).json().return._id
  await shop.receive(id, 1)
  const settled = (await admin(id, 'settle', { refund: 699 })).json().return
  expect(settled).toMatchObject({ state: 'settled', refund: 699, cash: 699, amount: { online: 0, cash: 699 } })
})

test('accepted returns that do not arrive end after fifteen days, and may still arrive', async () => {
  const order = await deliverCard()
  const ask = async () => (await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 699)).json().return._id as string
  const [late, fresh] = [await ask(), await ask()]
  for (const id of [late, fresh]) await admin(id, 'accept', { handover: 'send' })
  await sql`update returns set accepted_at = now() - interval '16 days' where id = ${late}`.execute(database)
  const { signal } = new AbortController()
  expect(await endUnreceived({ database, signal })).toBe(true)
  expect(await endUnreceived({ database, signal })).toBe(false)
  const states = async () => (await order.read()).json<ReturnableOrder>().returns.map(({ state }) => state)
  expect(await states()).toEqual(['accepted', 'not received'])
  const again = await ask()
  await admin(again, 'accept', { handover: 'send' })
  expect(code(await shop.sendReceipt(late, 1))).toBe('return_pieces')
  await order.withdraw(again)
  expect((await shop.sendReceipt(late, 1)).statusCode).toBe(200)
})

test('a delivery with a return cannot be undone', async () => {
  const order = await deliverCard()
  await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 699)
  const { version } = (await request('GET', `/order/admin/${order.id}`, { cookies })).json()
  expect(code(await request('POST', `/order/admin/${order.id}/undo`, { cookies, body: { version } }))).toBe('undo_not_possible')
})

test('administrators find returns, open ones first', async () => {
  const order = await deliverCard()
  const ask = async () => (await order.ask([{ line: 1, quantity: 1, reason: 'other' }], 699)).json().return._id as string
  const [first, second] = [await ask(), await ask()]
  await order.withdraw(first)
  const list = async (query: string) =>
    (await request('GET', `/returns?${query}`, { cookies })).json().returns.map(({ _id }: { _id: string }) => _id)
  expect(await list(`q=${order.number.toLowerCase()}`)).toEqual([second, first])
  expect(await list(`q=${order.number}&state=open`)).toEqual([second])
  expect(await list(`q=${order.number}&state=withdrawn`)).toEqual([first])
  expect(await list('q=nothing')).toEqual([])
})
