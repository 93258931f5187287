import { beforeEach, expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { runWhileLocked } from '#testing/run-while-locked.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createPaymentLinks } from '../../orders/order/order-links.ts'
import { completeExchanges } from './complete-exchanges.ts'

const app = await startPayingApp({ environment: { ...taxedShop, LIMITS_FACTOR: '1000' } })
const { provider, request, database } = app
const taxed = await createTaxedOrders(app)
const shop = createExchanges({ ...app, taxed })
const { cookies, deliver, accept, receive, admin, code, stockOf, findFaults, readReturn } = shop
const runJob = createJobRunner(app)
const createTee = (sizes: Record<string, number> = { M: 5, L: 5 }) => createTestProduct({ database, price: 799, sizes })
const readOrder = (id: string) => taxed.read(id)
/** The order with the new items. */
const sentFor = async (returnId: string): Promise<string> => (await readReturn(returnId)).exchange.order._id

beforeEach(() => shop.setPolicies())

/** A delivered exchange of one piece that cost ₹799, settled. */
async function exchange() {
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const id = await order.askId()
  await accept(id)
  await receive(id)
  const sent = await sentFor(id)
  await shop.send(sent)
  await runJob('settle-exchanges')
  return { order, id, sent: shop.asGuest(sent) }
}

test('sent at once, the order exists from the acceptance on, and the return waits for both parcels', async () => {
  await shop.setPolicies({ exchangesSent: 'accepted' })
  const tee = await createTee()
  const order = await deliver([{ ...tee, size: 'M' }])
  const id = await order.askId()
  await accept(id)
  const sent = await sentFor(id)
  expect(await stockOf(tee.id)).toEqual({ M: 4, L: 4 })
  expect(code(await order.withdraw(id))).toBe('exchange_on_its_way')
  expect((await order.read()).returns[0]?.canWithdraw).toBe(false)
  await receive(id)
  expect(await stockOf(tee.id)).toEqual({ M: 5, L: 4 })
  expect(code(await admin(id, 'settle', { refund: 0 }))).toBe('return_step_not_possible')
  await runJob('settle-exchanges')
  expect((await readReturn(id)).state).toBe('received')
  await shop.send(sent)
  await runJob('settle-exchanges')
  expect((await readReturn(id)).state).toBe('settled')
  expect(await findFaults()).toEqual([])
})

test('two servers that settle the same exchange at once settle it once', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const id = await order.askId()
  await accept(id)
  await receive(id)
  await shop.send(await sentFor(id))
  const settle = () => completeExchanges({ database, signal: new AbortController().signal })
  const settled = await runWhileLocked({
    database,
    lock: (trx) => trx.selectFrom('orders').select('id').where('id', '=', order.id).forUpdate().execute(),
    work: () => Promise.all([settle(), settle()]),
    waiting: 2,
  })
  expect(settled).toEqual([true, true])
  const events = await database.selectFrom('order_events').select('event').where('order_id', '=', order.id).execute()
  expect(events.filter(({ event }) => event === 'Return settled')).toHaveLength(1)
  expect((await taxed.readStored(order.id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit note'])
  expect(await findFaults()).toEqual([])
})

test('exchanges in time are accepted by themselves where that is switched on, faulty ones are not', async () => {
  await shop.setPolicies({ exchangesAccepted: 'on' })
  const tee = await createTee({ M: 5, L: 1 })
  const order = await deliver([{ ...tee, size: 'M', quantity: 2 }])
  const asked = await order.ask([{ ...exchangeToL, reason: 'faulty' }])
  expect(asked.json().return.state).toBe('asked')
  const accepted = await order.ask([exchangeToL])
  expect(accepted.json()).toMatchObject({ message: 'Your exchange is accepted.', return: { state: 'accepted', handover: 'send' } })
  expect(await stockOf(tee.id)).toEqual({ M: 3, L: 0 })
  const mails = database
    .selectFrom('outbox_mails')
    .innerJoin('order_events', 'order_events.id', 'order_event_id')
    .select(['event', 'state'])
  const ofReturns = (await mails.where('order_id', '=', order.id).orderBy('order_events.id').execute()).filter(({ event }) =>
    /Return/.test(event),
  )
  expect(ofReturns.at(-1)).toEqual({ event: 'Return accepted', state: 'waiting' })
  expect(ofReturns.at(-2)).toMatchObject({ event: 'Return asked', state: 'skipped' })
})

test('an exchange after the last day is refused, except of a faulty item', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const happened_at = new Date(Date.now() - 9 * 86_400_000)
  await database
    .updateTable('order_events')
    .set({ happened_at })
    .where('order_id', '=', order.id)
    .where('event', '=', 'Delivered')
    .execute()
  expect(code(await order.ask([exchangeToL]))).toBe('return_too_late')
  expect((await order.ask([{ ...exchangeToL, reason: 'faulty' }])).statusCode).toBe(201)
})

test('the fee is paid by a link and must be the one that was shown; a faulty item has none', async () => {
  await shop.setPolicies({ exchangeFee: 'link' })
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  expect((await order.read()).exchange).toEqual({ fee: 100, isSentAtOnce: false })
  expect((await order.preview([exchangeToL])).json()).toMatchObject({ toPay: 100, refund: 0, fee: 0 })
  expect((await order.preview([{ ...exchangeToL, reason: 'faulty' }])).json()).toMatchObject({ toPay: 0 })
  expect(code(await order.ask([exchangeToL]))).toBe('exchange_fee_changed')
  const id = await order.askId([exchangeToL], { toPay: 100 })
  await accept(id)
  await receive(id)
  const sent = await sentFor(id)
  expect(await readOrder(sent)).toMatchObject({
    kind: 'exchange',
    orderStatus: 'Placed',
    isToBePaid: true,
    toPay: 100,
    paymentStatus: 'Pending',
    adjustments: [{ source: 'exchange' }, { kind: 'fee', source: 'exchange_fee', amount: 100 }],
  })
  expect(await findFaults()).toEqual([])
  // A server of the version before writes no source.
  const old = { order_id: sent, line: 1, kind: 'discount' as const, label_code: 'exchange', amount_paise: paise(-1) }
  const sources: string[] = []
  const write = database.transaction().execute(async (trx) => {
    const { source } = await trx.insertInto('order_adjustments').values(old).returning('source').executeTakeFirstOrThrow()
    sources.push(source)
    throw new Error('undone')
  })
  await expect(write).rejects.toThrow('undone')
  expect(sources).toEqual(['exchange'])
})

test.each([
  ['Cancelled', 69_900],
  ['Undelivered', 79_900],
] as const)('a fee that is paid is deducted from the money only when it is refunded: %s', async (end, refund) => {
  await shop.setPolicies({ exchangeFee: 'link' })
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const id = await order.askId([exchangeToL], { toPay: 100 })
  await accept(id)
  await receive(id)
  const sent = await sentFor(id)
  const [, token] = createPaymentLinks({ key: app.trackingKey }).create(sent).split('/o/')
  const opened = (await request('POST', '/order/confirmation/pay', { body: { token } })).json()
  expect(opened.amount).toBe(10_000)
  await provider.control('payments', { order_id: opened.id })
  await request('POST', '/order/confirmation/payment', { body: { token } })
  expect(await readOrder(sent)).toMatchObject({ orderStatus: 'Confirmed', paymentStatus: 'Paid', amountPaid: 100 })
  await taxed.transition(sent, 'Packed')
  await taxed.issue()
  if (end === 'Undelivered') await taxed.transition(sent, 'Shipped')
  expect((await taxed.transition(sent, end)).statusCode).toBe(200)
  expect(await readReturn(id)).toMatchObject({ kind: 'refund', refund: refund / 100, amount: { refund: refund / 100 } })
  expect((await admin(id, 'settle', { refund: refund / 100 })).statusCode).toBe(200)
  expect(await findFaults()).toEqual([])
})

test.each(['Cancelled', 'Undelivered'] as const)('an exchange whose order is %s goes back to money', async (end) => {
  const tee = await createTee()
  const order = await deliver([{ ...tee, size: 'M' }])
  const id = await order.askId()
  await accept(id)
  await receive(id)
  const sent = await sentFor(id)
  await taxed.transition(sent, 'Packed')
  await taxed.issue()
  if (end === 'Undelivered') await taxed.transition(sent, 'Shipped')
  expect((await taxed.transition(sent, end)).statusCode).toBe(200)
  const { version, undo } = await readOrder(sent)
  expect(undo ?? null).toBeNull()
  expect(code(await request('POST', `/order/admin/${sent}/undo`, { cookies, body: { version } }))).toBe('undo_not_possible')
  if (end === 'Undelivered') await request('POST', `/order/admin/${sent}/receive`, { cookies, body: { condition: 'sellable', version } })
  expect(await stockOf(tee.id)).toEqual({ M: 5, L: 5 })
  expect(await readReturn(id)).toMatchObject({ kind: 'refund', state: 'received', amount: { refund: 699 } })
  expect((await admin(id, 'settle', { refund: 699 })).statusCode).toBe(200)
  const documents = await taxed.readStored(sent)
  expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit note'])
  expect(await findFaults()).toEqual([])
})

test('an exchanged item is returned once, for what was paid for the first one, and not exchanged again', async () => {
  const { order, sent } = await exchange()
  expect((await sent.read()).exchange).toBeUndefined()
  expect(code(await sent.ask([{ ...exchangeToL, newSize: 'M' }]))).toBe('exchange_once')
  const chosen = [{ line: 1, quantity: 1, reason: 'other' }]
  expect((await sent.preview(chosen, 'refund')).json()).toEqual({ goods: 799, fee: 100, refund: 699, isFault: false })
  const id = await sent.askId(chosen, { kind: 'refund', refund: 699 })
  const refund = { reason: 'Late', amount: 100, refunded: 0 }
  const beside = await request('POST', `/order/admin/${order.id}/refund`, { cookies, body: refund })
  expect(code(beside)).toBe('return_open')
  await accept(id)
  await receive(id)
  expect((await admin(id, 'settle', { refund: 699 })).json().return).toMatchObject({ state: 'settled', cash: 699 })
  expect(code(await sent.ask(chosen, { kind: 'refund', refund: 699 }))).toBe('return_pieces')
  const payout = await database
    .selectFrom('payouts')
    .select(['order_id', 'amount_paise'])
    .where('return_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(payout).toEqual({ order_id: order.id, amount_paise: 69_900 })
  expect(await findFaults()).toEqual([])
})

test('a refund and an exchange of one order add up, also when both are accepted at once', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M', quantity: 2 }])
  const [exchanged, refunded] = await Promise.all([
    order.askId(),
    order.askId([{ line: 1, quantity: 1, reason: 'other' }], { kind: 'refund', refund: 699 }),
  ])
  await Promise.all([accept(exchanged), accept(refunded)])
  await Promise.all([receive(exchanged), receive(refunded)])
  expect((await admin(refunded, 'settle', { refund: 699 })).statusCode).toBe(200)
  await shop.send(await sentFor(exchanged))
  await runJob('settle-exchanges')
  expect(await readReturn(exchanged)).toMatchObject({ state: 'settled' })
  expect(await findFaults()).toEqual([])
})

test('exchanges are in no count, average or takings', async () => {
  const read = async (path: string) => (await request('GET', path, { cookies })).json()
  const { id, order } = await exchange()
  const rows = await database.selectFrom('orders').select(['total_paise']).where('exchange_return_id', 'is', null).execute()
  const [daily, day] = [await read('/order/admin/daily'), await read('/order/admin/summary')]
  const { customer } = await read(`/customers/${order.id}`)
  expect([customer.orders, customer.paid]).toEqual([1, 799])
  const today = daily.days.at(-1)
  expect(today.orders).toBe(rows.length)
  expect(day.figures.placed.count).toBe(rows.length)
  const csv = (await request('GET', '/order/admin/export?rows=orders', { cookies })).body
  const row = csv.split('\r\n').find((text) => text.includes('exchange'))
  expect(row).toMatch(/,0,0,0,0,0,0,/)
  const listed = (await request('GET', '/cod/adminOrder?kind=exchange', { cookies })).json().orders
  expect(listed.map(({ _id }: { _id: string }) => _id)).toContain((await readReturn(id)).exchange.order._id)
})

test('two of three items of a discounted order that was paid online are exchanged for what was paid for them', async () => {
  const offers = await createOffers({ request, database })
  await offers.add({ code: null, kind: 'percent', percent: 7 })
  const checkout = await startCheckout({ request, database, provider, quantity: 3, price: 333 })
  const { order } = (await checkout.verify((await checkout.pay()).browser.response)).json()
  await taxed.transition(order._id, 'Confirmed')
  await shop.send(order._id)
  const paid = (await readOrder(order._id)).toPay
  const guest = shop.asGuest(order._id)
  const id = await guest.askId([{ ...exchangeToL, quantity: 2 }])
  await accept(id)
  await receive(id, 2)
  const sent = await sentFor(id)
  const { value } = await database
    .selectFrom('order_lines')
    .select('exchange_paise as value')
    .where('order_id', '=', sent)
    .executeTakeFirstOrThrow()
  await shop.send(sent)
  await runJob('settle-exchanges')
  expect(await findFaults()).toEqual([])
  const rest = (await guest.preview([{ line: 1, quantity: 1, reason: 'faulty' }], 'refund')).json().refund
  expect(Math.round(rest * 100) + (value ?? 0)).toBe(Math.round((paid ?? 0) * 100))
  // What came back is refunded from the payment of the first order.
  const returned = await shop
    .asGuest(sent)
    .askId([{ line: 1, quantity: 2, reason: 'faulty' }], { kind: 'refund', refund: (value ?? 0) / 100 })
  await accept(returned)
  await receive(returned, 2)
  const settled = await admin(returned, 'settle', { refund: (value ?? 0) / 100 - 100 })
  expect(settled.json().return).toMatchObject({ state: 'settled', cash: 0 })
  expect(await findFaults()).toEqual([])
})
