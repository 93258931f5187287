import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReturns } from '#testing/returns.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { findDrift } from '../inventory/ledger.ts'

const { provider, request, database, trackingKey, cookies } = await startPayingShop()
const shop = createReturns({ request, database, trackingKey, provider, cookies })

type Order = Awaited<ReturnType<typeof shop.deliverCard>>
const small = (quantity: number) => [{ line: 1, quantity, reason: 'too small' }]
const askFor = async (order: Pick<Order, 'ask'>, quantity = 1) =>
  (await order.ask(small(quantity), quantity * 799 - 100)).json().return._id as string
const statuses = (replies: readonly { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode).sort()
const refund = (id: string, amount: number, refunded = 0) =>
  request('POST', `/order/admin/${id}/refund`, { cookies, body: { amount, refunded, reason: 'Goodwill' } })
/** What was paid, and what is refunded online, by hand, and still to be paid by hand. */
async function readMoney(id: string) {
  const { rows } = await sql<{ paid: number; back: number }>`
    select paid_paise as paid, (
      coalesce((select sum(refunds.amount_paise) from refunds join payments on payments.id = payment_id where payments.order_id = orders.id and refunds.status <> 'failed'), 0)
      + coalesce((select sum(amount_paise) from cash_refunds where order_id = orders.id), 0)
      + coalesce((select sum(amount_paise) from payouts where order_id = orders.id and paid_at is null), 0)
    )::bigint as back
    from orders where id = ${id}
  `.execute(database)
  return rows[0] ?? { paid: 0, back: 0 }
}

test('a return that is asked for and a refund of everything at once never pay back more than was paid', async () => {
  for (const order of [await shop.deliverCard(), await shop.deliverCard(), await shop.deliverCard()]) {
    const [asked, refunded] = await Promise.all([order.ask(small(2), 1_498), refund(order.id, 1_598)])
    if (asked.statusCode === 201 && refunded.statusCode !== 200) expect(shop.code(refunded)).toBe('return_open')
    if (asked.statusCode === 201) {
      const id = asked.json().return._id as string
      await shop.receive(id, 2)
      const { amount } = await shop.read(id)
      expect((await shop.admin(id, 'settle', { refund: amount.refund })).statusCode).toBe(200)
    }
    const { paid, back } = await readMoney(order.id)
    expect(back).toBeLessThanOrEqual(paid)
    expect(back).toBeGreaterThan(0)
  }
})

test('of two settlements at once one pays back', async () => {
  for (const order of [await shop.deliverCard(), await shop.deliverGuest()]) {
    const id = await askFor(order)
    await shop.receive(id, 1)
    expect(statuses(await Promise.all([1, 2, 3].map(() => shop.admin(id, 'settle', { refund: 699 }))))).toEqual([200, 409, 409])
    expect((await readMoney(order.id)).back).toBe(69_900)
  }
})

test('two returns of one order that are settled at once pay back what was paid, less two fees', async () => {
  const order = await shop.deliverCard()
  const ids = [await askFor(order), await askFor(order)]
  for (const id of ids) await shop.receive(id, 1)
  expect(statuses(await Promise.all(ids.map((id) => shop.admin(id, 'settle', { refund: 699 }))))).toEqual([200, 200])
  expect(await readMoney(order.id)).toEqual({ paid: 159_800, back: 139_800 })
})

test('a parcel that is received twice at once returns its stock once', async () => {
  const order = await shop.deliverCard()
  const id = await askFor(order, 2)
  await shop.admin(id, 'accept', { handover: 'send' })
  expect(statuses(await Promise.all([1, 2, 3].map(() => shop.sendReceipt(id, 2))))).toEqual([200, 409, 409])
  expect(await order.stock()).toBe(10)
  expect((await findDrift({ database })).drifts).toEqual([])
})

test('a return is withdrawn or received, never both', async () => {
  for (const order of [await shop.deliverCard(), await shop.deliverCard(), await shop.deliverCard()]) {
    const id = await askFor(order)
    await shop.admin(id, 'accept', { handover: 'send' })
    const [received, withdrawn] = await Promise.all([shop.sendReceipt(id, 1), order.withdraw(id)])
    expect(statuses([received, withdrawn])).toEqual([200, 409])
    expect(await order.stock()).toBe(received.statusCode === 200 ? 9 : 8)
  }
})

test('a return is accepted or withdrawn first, and a version that is not the last changes nothing', async () => {
  const order = await shop.deliverCard()
  const id = await askFor(order)
  const { version } = await shop.read(id)
  const accept = { cookies, body: { handover: 'send', version } }
  const replies = await Promise.all([request('POST', `/returns/${id}/accept`, accept), order.withdraw(id)])
  expect((await shop.read(id)).state).toBe('withdrawn')
  expect(replies[1]?.statusCode).toBe(200)
  const late = await request('POST', `/returns/${id}/accept`, accept)
  expect([late.statusCode, shop.code(late)]).toEqual([409, 'return_changed'])
})

test('a refund without a return moves no stock', async () => {
  const order = await shop.deliverCard()
  expect((await refund(order.id, 799)).statusCode).toBe(200)
  expect(await order.stock()).toBe(8)
  // The half that is left is all that a return pays back.
  expect((await order.preview(small(2))).json()).toMatchObject({ goods: 1_598, refund: 799 })
})
