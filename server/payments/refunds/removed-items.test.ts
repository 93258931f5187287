import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { startRefunds } from '#testing/refunds.ts'

const { request, admin: cookies, database, payOrder, work } = await startRefunds()

beforeEach(async () => void (await database.updateTable('sessions').set({ proven_at: new Date() }).execute()))

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
/** Removes one of the two items, which cost ₹799 each. */
const remove = async (id: string, { version, refund }: { version?: number; refund?: number } = {}) => {
  const body = { line: 1, quantity: 1, refund, version: version ?? (await read(id)).version }
  return request('POST', `/order/admin/${id}/remove`, { cookies, body })
}

describe('removing an item from a prepaid order', () => {
  test('refunds its price, and cancelling the order refunds the rest', async () => {
    const { id, refunds, providerRefunds, cancel, paymentStatus } = await payOrder()
    expect((await remove(id)).json().order).toMatchObject({ totalPrice: 799, amountPaid: 1598, amountRefunded: 799, cashOndelivery: 0 })
    await work()
    expect(await refunds()).toMatchObject([{ amount: 799, status: 'processed', reason: 'items removed', askedBy: expect.any(String) }])
    expect([await paymentStatus(), (await read(id)).orderStatus]).toEqual(['Paid', 'Placed'])
    await cancel()
    await work()
    expect([await providerRefunds(), await paymentStatus()]).toEqual([[79_900, 79_900], 'Refunded'])
  })

  test('needs the PIN of the administrator', async () => {
    const { id, refunds } = await payOrder()
    await database
      .updateTable('sessions')
      .set({ proven_at: new Date(0) })
      .execute()
    expect((await remove(id)).json()).toMatchObject({ code: 'reauthentication_required' })
    expect([await refunds(), (await read(id)).totalPrice]).toEqual([[], 1598])
  })

  test('refunds its price also after a refund for another reason', async () => {
    const { id, refund, refunds, providerRefunds } = await payOrder()
    await refund(500, 0)
    await remove(id)
    await work()
    expect((await refunds()).map(({ amount }: { amount: number }) => amount)).toEqual([500, 799])
    expect(await providerRefunds()).toEqual(expect.arrayContaining([50_000, 79_900]))
    expect(await read(id)).toMatchObject({ totalPrice: 799, amountRefunded: 1_299, paymentStatus: 'Paid' })
  })

  test('refunds no more than is left of the payment', async () => {
    const { id, refund, refunds } = await payOrder()
    await refund(1_000, 0)
    await remove(id)
    expect((await refunds()).map(({ amount }: { amount: number }) => amount)).toEqual([1_000, 598])
  })

  test('refunds less when it was paid back before, but keeps no more than the new total', async () => {
    const { id, refund, refunds } = await payOrder()
    await refund(799, 0)
    for (const wrong of [799.01, 1_598]) expect((await remove(id, { refund: wrong })).json().code).toBe('removal_refund_invalid')
    expect((await remove(id, { refund: 0 })).statusCode).toBe(200)
    expect([await refunds(), await read(id)]).toMatchObject([[{ amount: 799 }], { totalPrice: 799, amountRefunded: 799 }])
    const other = await payOrder()
    expect((await remove(other.id, { refund: 0 })).json().code).toBe('removal_refund_invalid')
    expect([await other.refunds(), (await read(other.id)).totalPrice]).toEqual([[], 1_598])
  })

  test('and refunding or cancelling it at once never refunds more than was paid', async () => {
    for (const act of ['refund', 'cancel'] as const) {
      const order = await payOrder()
      const { version } = await read(order.id)
      await Promise.all([remove(order.id, { version }), act === 'refund' ? order.refund(1598, 0) : order.cancel()])
      await work()
      const sum = (await order.providerRefunds()).reduce((total, amount) => total + amount, 0)
      const { orderStatus, totalPrice } = await read(order.id)
      expect(sum).toBe(act === 'cancel' || sum === 159_800 ? 159_800 : 79_900)
      expect(orderStatus).toBe(act === 'cancel' ? 'Cancelled' : 'Placed')
      expect([799, 1598]).toContain(totalPrice)
    }
  })
})

describe('the version of an order', () => {
  test('rises when a refund is requested, and not when the provider has processed it', async () => {
    for (const amount of [500, 1_598]) {
      const { id, refund, paymentStatus } = await payOrder()
      const { version: before } = await read(id)
      await refund(amount, 0)
      const { version: requested } = await read(id)
      await work({ times: 2 })
      expect([requested > before, (await read(id)).version, await paymentStatus()]).toEqual([
        true,
        requested,
        amount === 500 ? 'Paid' : 'Refunded',
      ])
    }
  })
})
