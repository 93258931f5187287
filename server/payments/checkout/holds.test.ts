import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeCheckDue, startCheckout } from '#testing/card-checkout.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import type { Gateway } from '../provider/gateway.ts'
import { toGateways } from '../provider/gateways.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'
import { releaseExpiredHolds } from './holds.ts'

const { provider, gateway, control, request, database } = await startPayingApp()
const release = () => releaseExpiredHolds({ database })
const work = (by: Gateway = gateway) => runPaymentMaintenance({ database, gateways: toGateways([by]) })

/** A checkout of all items of a product, and a function that ends its hold this many minutes ago. */
async function startLastCheckout() {
  const checkout = await startCheckout({ request, database, provider, stock: 2, quantity: 2 })
  const endHold = async ({ minutesAgo }: { minutesAgo: number }) => {
    const endedAt = sql<Date>`clock_timestamp() - make_interval(mins => ${minutesAgo})`
    const ended = { hold_ends_at: endedAt, next_check_at: endedAt }
    await database.updateTable('payments').set(ended).where('provider_order_id', '=', checkout.orderId).execute()
  }
  return { ...checkout, endHold }
}

// The payments of the other tests are not due.
beforeEach(async () => {
  await database.updateTable('payments').set({ next_check_at: null }).execute()
})

describe('a hold that has ended', () => {
  test('is released after the provider has answered that nothing was paid', async () => {
    const { endHold, stock } = await startLastCheckout()
    await endHold({ minutesAgo: 1 })
    await release()
    expect(await stock()).toBe(0)
    await work()
    await release()
    expect(await stock()).toBe(2)
  })

  test('is kept for a shopper who paid in time, without browser and webhook', async () => {
    const { pay, endHold, orders, stock } = await startLastCheckout()
    await pay()
    await endHold({ minutesAgo: 1 })
    await release()
    expect(await stock()).toBe(0)
    await work()
    expect(await orders()).toMatchObject([{ paymentStatus: 'Paid', orderStatus: 'Placed' }])
  })

  test('is not released because of an answer from before its end', async () => {
    const { pay, endHold, orders, stock, orderId } = await startLastCheckout()
    await makeCheckDue({ database, orderId })
    await work()
    await pay()
    await database
      .updateTable('payments')
      .set({ hold_ends_at: sql<Date>`clock_timestamp()` })
      .where('provider_order_id', '=', orderId)
      .execute()
    await release()
    expect(await stock()).toBe(0)
    await endHold({ minutesAgo: 0 })
    await work()
    expect(await orders()).toMatchObject([{ orderStatus: 'Placed' }])
  })

  test('waits ten minutes for a provider that does not answer', async () => {
    const { endHold, stock, payment } = await startLastCheckout()
    await endHold({ minutesAgo: 9 })
    await control('faults', { kind: 'drop', path: '/payments', method: 'GET' })
    await work()
    await release()
    expect(await stock()).toBe(0)
    // The next check is a minute later.
    const { next_check_at: nextCheckAt, hold_ends_at: endedAt } = await payment()
    expect((nextCheckAt?.getTime() ?? 0) - endedAt.getTime()).toBeGreaterThan(9 * 60_000)
    expect((nextCheckAt?.getTime() ?? 0) - endedAt.getTime()).toBeLessThan(12 * 60_000)
    await endHold({ minutesAgo: 10 })
    await control('faults', { kind: 'drop', path: '/payments', method: 'GET' })
    await work()
    await release()
    expect(await stock()).toBe(2)
  })

  test('waits ten minutes for an attempt to pay that the bank has not decided', async () => {
    const { pay, endHold, orders, stock } = await startLastCheckout()
    const { payment } = await pay({ decision: 'none' })
    await endHold({ minutesAgo: 1 })
    await work()
    await release()
    expect(await stock()).toBe(0)
    await control(`payments/${payment.id}/answer`, { decision: 'success' })
    await endHold({ minutesAgo: 5 })
    await work()
    expect(await orders()).toMatchObject([{ orderStatus: 'Placed' }])
    const undecided = await startLastCheckout()
    await undecided.pay({ decision: 'none' })
    await undecided.endHold({ minutesAgo: 10 })
    await work()
    await release()
    expect(await undecided.stock()).toBe(2)
  })

  test('is released at once when the checkout has no order at the provider', async () => {
    const { endHold, stock, orderId } = await startLastCheckout()
    await endHold({ minutesAgo: 0 })
    await database.updateTable('payments').set({ provider_order_id: null }).where('provider_order_id', '=', orderId).execute()
    await release()
    expect(await stock()).toBe(2)
  })
})

/** Minutes after the checkout. */
const readMinutes = async (orderId: string) =>
  await database
    .selectFrom('payments')
    .select([
      sql<number>`extract(epoch from next_check_at - created_at)::float8 / 60`.as('check'),
      sql<number>`extract(epoch from hold_ends_at - created_at)::float8 / 60`.as('end'),
    ])
    .where('provider_order_id', '=', orderId)
    .executeTakeFirstOrThrow()

/** Makes the payment this old, its hold included, and due for a check. */
const age = (orderId: string, minutes: number) =>
  database
    .updateTable('payments')
    .set({
      created_at: sql<Date>`clock_timestamp() - make_interval(mins => ${minutes})`,
      hold_ends_at: sql<Date>`clock_timestamp() + make_interval(mins => ${15 - minutes})`,
      next_check_at: new Date(0),
    })
    .where('provider_order_id', '=', orderId)
    .execute()

describe('an open payment is checked', () => {
  test('first two to three minutes after the checkout, then at growing intervals and when its hold ends', async () => {
    const { orderId } = await startLastCheckout()
    const { check } = await readMinutes(orderId)
    expect([check >= 2, check <= 3]).toEqual([true, true])
    const next: number[] = []
    for (const minutes of [3, 6, 10, 15, 60]) {
      await age(orderId, minutes)
      await work()
      next.push(Math.round((await readMinutes(orderId)).check))
    }
    expect(next).toEqual([6, 12, 15, 30, 120])
  })

  test('by one server at a time', async () => {
    const { orderId } = await startLastCheckout()
    await age(orderId, 3)
    const answer = Promise.withResolvers<[]>()
    const first = vi.fn<Gateway['fetchPayments']>(() => answer.promise)
    const second = vi.fn<Gateway['fetchPayments']>(async () => [])
    const working = work({ ...gateway, fetchPayments: first })
    await expect.poll(() => first.mock.calls).toEqual([[orderId]])
    await work({ ...gateway, fetchPayments: second })
    expect(second).not.toHaveBeenCalled()
    answer.resolve([])
    await working
  })

  test('also when more are due than one batch', async () => {
    const { orderId } = await startLastCheckout()
    await sql`
      insert into payments (provider_order_id, amount_paise, cart_snapshot, delivery_address, fingerprint, hold_ends_at, hold_released_at, next_check_at)
      select 'order_copy' || copy, amount_paise, cart_snapshot, delivery_address, fingerprint, hold_ends_at, now(), now()
      from payments, generate_series(1, 60) as copy where provider_order_id = ${orderId}
    `.execute(database)
    const fetchPayments = vi.fn<Gateway['fetchPayments']>(async () => [])
    await work({ ...gateway, fetchPayments })
    expect(fetchPayments).toHaveBeenCalledTimes(60)
  })
})

describe('another checkout of the shopper', () => {
  test('makes an order of the first one if that was paid, before it releases its stock', async () => {
    const { cookies, tee, pay, orders, stock, open } = await startLastCheckout()
    await pay()
    await request('PATCH', `/cart/${tee.id}`, { cookies, body: { quantity: 1, size: 'M' } })
    const reply = await request('POST', '/order/create-order', { cookies, body: { amount: 799 } })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'cart_empty'])
    expect(await orders()).toMatchObject([{ paymentStatus: 'Paid', orderStatus: 'Placed', amountPaid: 1598 }])
    expect(await stock()).toBe(0)
    expect((await open()).json().code).toBe('cart_empty')
  })

  test('is refused while the provider does not answer, and the first one keeps its stock', async () => {
    const { cookies, tee, stock } = await startLastCheckout()
    await request('PATCH', `/cart/${tee.id}`, { cookies, body: { quantity: 1, size: 'M' } })
    await control('faults', { kind: 'drop', path: '/payments', method: 'GET' })
    const again = () => request('POST', '/order/create-order', { cookies, body: { amount: 799 } })
    const refused = await again()
    expect([refused.statusCode, refused.json().code, await stock()]).toEqual([503, 'order_creation_failed', 0])
    expect([(await again()).statusCode, await stock()]).toEqual([200, 1])
  })
})
