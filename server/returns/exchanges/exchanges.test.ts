import { beforeEach, expect, test } from 'vitest'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const app = await createTestApp({ environment: { ...taxedShop, LIMITS_FACTOR: '1000' } })
const { request, database } = app
const taxed = await createTaxedOrders(app)
const shop = createExchanges({ ...app, taxed })
const { cookies, deliver, accept, receive, admin, code, stockOf, findFaults, readReturn } = shop
const runJob = createJobRunner(app)
const createTee = (sizes: Record<string, number> = { M: 5, L: 5 }) => createTestProduct({ database, price: 799, sizes })
const readOrder = (id: string) => taxed.read(id)

beforeEach(() => shop.setPolicies())

test('an exchange is off until the owner switches it on', async () => {
  await shop.setPolicies({ exchanges: 'off' })
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const read = await order.read()
  expect([read.exchange, read.lines[0]?.offered]).toEqual([undefined, undefined])
  expect(code(await order.preview([exchangeToL]))).toBe('exchange_not_offered')
  expect(code(await order.ask([exchangeToL]))).toBe('exchange_not_offered')
})

test('an accepted exchange holds the new item, and receiving the old one places an order with nothing to pay', async () => {
  const tee = await createTee()
  const order = await deliver([{ ...tee, size: 'M' }])
  expect((await order.read()).lines[0]?.offered?.map(({ size, stock }) => [size, stock])).toEqual([['L', 5]])
  expect((await order.preview([exchangeToL])).json()).toEqual({ goods: 799, fee: 0, refund: 0, toPay: 0, isFault: false })
  await database.updateTable('orders').set({ shopper_note: 'Call first', is_gift: true }).where('id', '=', order.id).execute()
  const id = await order.askId()
  expect(await stockOf(tee.id)).toEqual({ M: 4, L: 5 })
  expect((await accept(id)).statusCode).toBe(200)
  expect(await stockOf(tee.id)).toEqual({ M: 4, L: 4 })
  const [held] = (await order.read()).returns
  expect(held).toMatchObject({
    kind: 'exchange',
    state: 'accepted',
    refund: 0,
    exchange: { heldUntil: held?.sendBy, money: 699, order: null },
  })
  expect((await receive(id)).statusCode).toBe(200)
  expect(await stockOf(tee.id)).toEqual({ M: 5, L: 4 })
  const placed = (await readReturn(id)).exchange.order
  const sent = await readOrder(placed._id)
  expect(sent).toMatchObject({
    kind: 'exchange',
    note: 'Call first',
    isGift: true,
    orderStatus: 'Confirmed',
    paymentStatus: 'Paid',
    toPay: 0,
    amountPaid: 0,
    cashOndelivery: 0,
  })
  expect(sent.products).toMatchObject([{ size: 'L', quantity: 1 }])
  expect(sent.adjustments).toEqual([{ kind: 'discount', source: 'exchange', labelCode: 'exchange', amount: -799 }])
  expect(sent.exchangeOf).toMatchObject({ order: order.id, returnId: id })
  expect(await findFaults()).toEqual([])

  await shop.send(placed._id)
  await runJob('settle-exchanges')
  expect((await readReturn(id)).state).toBe('settled')
  const [invoice, credit] = await taxed.readStored(order.id)
  expect([invoice?.total_paise, credit?.kind, credit?.total_paise]).toEqual([79_900, 'credit note', 79_900])
  expect((await taxed.readStored(placed._id)).map(({ kind, total_paise }) => [kind, total_paise])).toEqual([['invoice', 79_900]])
  expect(await findFaults()).toEqual([])
})

test('of the last piece, an exchange or an order gets exactly one', async () => {
  const tee = await createTee({ M: 5, L: 1 })
  const order = await deliver([{ ...tee, size: 'M' }])
  const id = await order.askId()
  const buy = () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'L' }]) })
  const [accepted, bought] = await Promise.all([accept(id), buy()])
  expect([accepted.statusCode, bought.statusCode].filter((status) => status < 300)).toHaveLength(1)
  expect(await stockOf(tee.id)).toEqual({ M: 4, L: 0 })
  expect(await findFaults()).toEqual([])
})

test('two acceptances at once hold one piece', async () => {
  const tee = await createTee()
  const order = await deliver([{ ...tee, size: 'M' }])
  const id = await order.askId()
  const { version } = await readReturn(id)
  const send = () => request('POST', `/returns/${id}/accept`, { cookies, body: { handover: 'send', version } })
  const replies = await Promise.all([send(), send(), send()])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  expect(await stockOf(tee.id)).toEqual({ M: 4, L: 4 })
})

test('the same key asks for one exchange', async () => {
  const order = await deliver([{ ...(await createTee()), size: 'M' }])
  const [first, second] = await Promise.all([order.ask([exchangeToL], {}, 'one'), order.ask([exchangeToL], {}, 'one')])
  expect(first.json().return._id).toBe(second.json().return._id)
  expect(code(await order.ask([{ ...exchangeToL, reason: 'other' }], {}, 'one'))).toBe('key_reused')
})

test('a sold-out size, the same size and a foreign product are refused with a sentence', async () => {
  const [tee, other] = [await createTee({ M: 5, L: 0 }), await createTee()]
  const order = await deliver([{ ...tee, size: 'M' }])
  const soldOut = await order.ask([exchangeToL])
  expect([soldOut.statusCode, code(soldOut)]).toEqual([409, 'exchange_sold_out'])
  expect(soldOut.json().message).toBe(`${tee.name} (L) is sold out. Choose another size or colour, or the money.`)
  expect(code(await order.ask([{ ...exchangeToL, newSize: 'M' }]))).toBe('exchange_item')
  expect(code(await order.ask([{ ...exchangeToL, newSize: 'XL' }]))).toBe('exchange_item')
  expect(code(await order.ask([{ ...exchangeToL, newProduct: other.id }]))).toBe('exchange_item')
  expect(code(await order.ask([{ ...exchangeToL, quantity: 2 }]))).toBe('return_pieces')
})

test('another colour of the style is exchanged at the same price only', async () => {
  const [blue, red, dear] = [await createTee(), await createTee(), await createTestProduct({ database, price: 899, sizes: { M: 5 } })]
  for (const [id, colour] of [
    [blue.id, 'Blue'],
    [red.id, 'Red'],
    [dear.id, 'Green'],
  ] as const) {
    const details = JSON.stringify({ style: `style ${blue.id}`, colour })
    await database.updateTable('products').set({ details }).where('id', '=', id).execute()
  }
  const order = await deliver([{ ...blue, size: 'M' }])
  const offered = (await order.read()).lines[0]?.offered?.map(({ product, size }) => [product, size])
  expect(offered).toEqual([
    [blue.id, 'L'],
    [red.id, 'M'],
    [red.id, 'L'],
  ])
  expect(code(await order.ask([{ ...exchangeToL, newProduct: dear.id, newSize: 'M' }]))).toBe('exchange_item')
  const id = await order.askId([{ ...exchangeToL, newProduct: red.id, newSize: 'M' }])
  await accept(id)
  await receive(id)
  expect([await stockOf(blue.id), await stockOf(red.id)]).toEqual([
    { M: 5, L: 5 },
    { M: 4, L: 5 },
  ])
  expect(await findFaults()).toEqual([])
})

/** As the daily job does for a return whose items have not arrived. */
async function endAfter16Days(id: string): Promise<void> {
  await database
    .updateTable('returns')
    .set({ accepted_at: new Date(Date.now() - 16 * 86_400_000) })
    .where('id', '=', id)
    .execute()
  await runJob('end-unreceived-returns')
}

test.each(['withdrawn', 'not received'] as const)('a held piece is released when the exchange is %s', async (end) => {
  const tee = await createTee()
  const order = await deliver([{ ...tee, size: 'M' }])
  const id = await order.askId()
  await accept(id)
  if (end === 'withdrawn') await order.withdraw(id)
  else await endAfter16Days(id)
  expect((await readReturn(id)).state).toBe(end)
  expect(await stockOf(tee.id)).toEqual({ M: 4, L: 5 })
  expect(await findFaults()).toEqual([])
})

test.each([
  [1, 'exchange'],
  [0, 'refund'],
] as const)('a parcel that was given up and arrives with %i left becomes an %s', async (left, kind) => {
  const tee = await createTee({ M: 5, L: 1 })
  const order = await deliver([{ ...tee, size: 'M' }])
  const id = await order.askId()
  await accept(id)
  await endAfter16Days(id)
  if (left === 0) await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'L' }]) })
  expect((await receive(id)).json().return).toMatchObject({ kind, state: 'received' })
  expect(await stockOf(tee.id)).toEqual({ M: 5, L: 0 })
  expect(await findFaults()).toEqual([])
})

test('a sold-out exchange is not accepted; the shopper is asked and takes the money that was shown', async () => {
  const tee = await createTee({ M: 5, L: 1 })
  const order = await deliver([{ ...tee, size: 'M' }])
  const id = await order.askId()
  await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'L' }]) })
  expect(code(await accept(id))).toBe('exchange_sold_out')
  expect((await readReturn(id)).soldOut).toContain('is sold out')
  await admin(id, 'sold-out')
  const [asked] = (await order.read()).returns
  expect(asked?.exchange).toMatchObject({ isSoldOut: true, canTakeMoney: true, money: 699 })
  expect(code(await order.takeMoney(id, 799))).toBe('return_amount_changed')
  expect((await order.takeMoney(id, 699)).json().return).toMatchObject({ kind: 'refund', state: 'asked', refund: 699 })
  await accept(id)
  await receive(id)
  expect((await admin(id, 'settle', { refund: 699 })).statusCode).toBe(200)
  expect(await findFaults()).toEqual([])
})

test('only accepted pieces are exchanged, and what is held for the others goes back', async () => {
  const tee = await createTee()
  const order = await deliver([{ ...tee, size: 'M', quantity: 2 }])
  const id = await order.askId([{ ...exchangeToL, quantity: 2 }])
  await accept(id)
  expect(await stockOf(tee.id)).toEqual({ M: 3, L: 3 })
  await receive(id, 2, 1)
  expect(await stockOf(tee.id)).toEqual({ M: 5, L: 4 })
  const { exchange } = await readReturn(id)
  expect((await readOrder(exchange.order._id)).products).toMatchObject([{ quantity: 1 }])
  await shop.send(exchange.order._id)
  await runJob('settle-exchanges')
  expect(await findFaults()).toEqual([])
})
