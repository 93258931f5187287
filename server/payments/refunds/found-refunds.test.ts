import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { startRefunds } from '#testing/refunds.ts'
import type { Gateway } from '../provider/gateway.ts'
import { toGateways } from '../provider/gateways.ts'
import { compareWithProvider } from '../settlement/captured-payments.ts'

const { request, admin: cookies, database, gateway, payOrder, work } = await startRefunds()

/** The refunds of this payment that the comparison finds. */
async function compare({ paymentId, by = gateway }: { paymentId: string; by?: Gateway }) {
  const { refunds } = await compareWithProvider({ database, gateways: toGateways([by]), provider: 'razorpay' })
  return refunds.filter((refund) => refund.paymentId === paymentId)
}
const list = async ({ id }: { id: string }): Promise<Discrepancy[]> => {
  const { mismatches } = (await request('GET', '/payments/mismatches', { cookies })).json<{ mismatches: Discrepancy[] }>()
  return mismatches.filter(({ orderId }) => orderId === id)
}
const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const move = async (id: string, to: string) =>
  (await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })).json<{ code?: string }>().code

test('a part that was refunded at the provider is found once, and holds the order until it is resolved', async () => {
  const order = await payOrder()
  const { id, refundInDashboard } = order
  await move(id, 'Confirmed')
  await refundInDashboard(799)
  const { number } = await read(id)
  expect(await compare(order)).toMatchObject([{ amount: 79_900, orderNumber: number, isWhole: false }])
  expect(await compare(order)).toEqual([])
  await work()
  expect([await read(id), await move(id, 'Packed')]).toMatchObject([{ amountRefunded: 799, paymentStatus: 'Paid' }, 'refund_found'])
  expect(await request('GET', '/order/admin/desk?view=problems', { cookies }).then((reply) => reply.json().orders)).toMatchObject([
    { _id: id },
  ])

  const [listed] = await list(order)
  expect(listed).toMatchObject({ kind: 'refund found', orderId: id, amount: 799 })
  const body = { kind: 'refund found', message: listed?.message, note: 'The blue one was paid back, and removed' }
  await request('POST', `/payments/mismatches/${listed?._id}/resolve`, { cookies, body })
  expect([await list(order), await move(id, 'Packed'), await move(id, 'Shipped')]).toEqual([[], undefined, undefined])
})

test('an order that was packed is not shipped, and is not listed any more when it is cancelled', async () => {
  const order = await payOrder()
  const { id, refundInDashboard, providerRefunds } = order
  for (const to of ['Confirmed', 'Packed']) await move(id, to)
  await refundInDashboard(1_598)
  expect(await compare(order)).toMatchObject([{ amount: 159_800, isWhole: true }])
  expect([await move(id, 'Shipped'), (await list(order)).length]).toEqual(['order_refunded', 1])
  expect([await move(id, 'Cancelled'), await list(order)]).toEqual([undefined, []])
  await work({ times: 2 })
  expect([(await read(id)).paymentStatus, await providerRefunds()]).toEqual(['Refunded', [159_800]])
})

/** Resolves the discrepancy of a found refund. */
async function resolve(order: { id: string }): Promise<void> {
  const [listed] = await list(order)
  const body = { kind: 'refund found', message: listed?.message, note: 'Looked at the dashboard' }
  const reply = await request('POST', `/payments/mismatches/${listed?._id}/resolve`, { cookies, body })
  expect(reply.statusCode).toBe(200)
}

test('no item is removed with a refund while a found one is not resolved, and what is left is refunded after that', async () => {
  const order = await payOrder()
  const { id, refundInDashboard, providerRefunds } = order
  await refundInDashboard(1_000)
  await compare(order)
  const remove = async (refund?: number) => {
    const body = { line: 1, quantity: 1, refund, version: (await read(id)).version }
    return request('POST', `/order/admin/${id}/remove`, { cookies, body })
  }
  const refused = await remove()
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'refund_found'])
  expect(await read(id)).toMatchObject({ totalPrice: 1_598, amountRefunded: 1_000, products: [{ quantity: 2 }] })
  await work({ times: 2 })
  expect(await providerRefunds()).toEqual([100_000])

  await resolve(order)
  expect((await remove()).json().order).toMatchObject({ totalPrice: 799, amountRefunded: 1_598 })
  await work({ times: 2 })
  expect(await providerRefunds()).toEqual([100_000, 59_800])
})

test('an item is removed without another refund when the found one has paid for it', async () => {
  const order = await payOrder()
  const { id, refundInDashboard, providerRefunds } = order
  await refundInDashboard(799)
  await compare(order)
  const body = { line: 1, quantity: 1, refund: 0, version: (await read(id)).version }
  const removed = await request('POST', `/order/admin/${id}/remove`, { cookies, body })
  expect(removed.json().order).toMatchObject({ totalPrice: 799, amountRefunded: 799 })
  await work({ times: 2 })
  expect(await providerRefunds()).toEqual([79_900])
})

test('no administrator refunds by hand while a found refund is not resolved, and what is left is refunded after that', async () => {
  const order = await payOrder()
  const { refund, refundInDashboard, providerRefunds } = order
  await refundInDashboard(1_000)
  await compare(order)
  const refused = await refund(598, 1_000)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'refund_found'])
  await work({ times: 2 })
  expect(await providerRefunds()).toEqual([100_000])

  await resolve(order)
  expect((await refund(599, 1_000)).statusCode).toBe(409)
  expect((await refund(598, 1_000)).statusCode).toBe(200)
  await work({ times: 2 })
  expect(await providerRefunds()).toEqual([100_000, 59_800])
})

test('a refund in the dashboard whose event has not arrived is seen before an administrator refunds or removes an item', async () => {
  const refunded = await payOrder()
  await refunded.refundInDashboard(799)
  expect((await refunded.refund(799, 0)).statusCode).toBe(409)
  expect(await read(refunded.id)).toMatchObject({ amountRefunded: 799 })
  expect((await refunded.refund(799, 799)).statusCode).toBe(200)
  await work({ times: 2 })
  expect(await refunded.providerRefunds()).toEqual([79_900, 79_900])

  const { id, refundInDashboard, providerRefunds } = await payOrder()
  await refundInDashboard(799)
  const remove = async (refund: number) =>
    request('POST', `/order/admin/${id}/remove`, { cookies, body: { line: 1, quantity: 1, refund, version: (await read(id)).version } })
  expect((await remove(799)).statusCode).toBe(409)
  expect((await remove(0)).statusCode).toBe(200)
  await work({ times: 2 })
  expect(await providerRefunds()).toEqual([79_900])
})

test('a cancellation refunds what a found refund has left', async () => {
  const order = await payOrder()
  const { id, refundInDashboard, providerRefunds } = order
  await refundInDashboard(1_000)
  await compare(order)
  expect(await move(id, 'Cancelled')).toBeUndefined()
  await work({ times: 2 })
  expect([await providerRefunds(), (await read(id)).paymentStatus]).toEqual([[100_000, 59_800], 'Refunded'])
})

test('the age of a payment does not hide its refund', async () => {
  const { id, paymentId, refundInDashboard } = await payOrder()
  await refundInDashboard(500)
  const listPayments: typeof gateway.listPayments = async function* () {
    yield []
  }
  expect(await compare({ paymentId, by: { ...gateway, listPayments } })).toMatchObject([{ amount: 50_000 }])
  expect((await read(id)).amountRefunded).toBe(500)
})

test('a captured payment that was missing is found with its refund', async () => {
  const { id, paymentId, refundInDashboard } = await payOrder()
  await refundInDashboard(500)
  // As in a backup from before the payment.
  await database.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.deleteFrom('captured_payments').where('provider_payment_id', '=', paymentId).execute()
    const open = { status: 'created', provider_payment_id: null, order_id: null } as const
    await trx.updateTable('payments').set(open).where('order_id', '=', id).execute()
    await trx.deleteFrom('orders').where('id', '=', id).execute()
  })
  const found = await compareWithProvider({ database, gateways: toGateways([gateway]), provider: 'razorpay' })
  const [payment] = found.payments
  expect(payment).toMatchObject({ id: paymentId, outcome: 'order' })
  expect(found.refunds).toContainEqual({ paymentId, amount: 50_000, orderNumber: payment?.orderNumber, isWhole: false })
})

test('refunds of the shop are not found, also while their answer is lost', async () => {
  const order = await payOrder()
  const { paymentId, cancel, refunds, providerRefunds } = order
  await cancel()
  const [requested] = await refunds()
  await gateway.refund({ paymentId, amount: toPaise(1_598), key: requested._id })
  expect([await compare(order), await list(order)]).toEqual([[], []])
  await work()
  expect([await compare(order), await refunds(), await providerRefunds()]).toMatchObject([[], [{ status: 'processed' }], [159_800]])
})

test('a payment that was refunded before the shop saw it has one refund', async () => {
  const order = await payOrder()
  await order.refundInDashboard(1_598)
  const { id } = await database.selectFrom('payments').select('id').where('order_id', '=', order.id).executeTakeFirstOrThrow()
  const made = { amount_paise: toPaise(1_598), reason: 'refunded before', status: 'processed', settled_at: new Date() } as const
  await database
    .insertInto('refunds')
    .values({ ...made, payment_id: id, provider_payment_id: order.paymentId })
    .execute()
  await order.receiveWebhook()
  expect([await compare(order), await order.refunds()]).toMatchObject([[], [{ amount: 1_598 }]])
})
