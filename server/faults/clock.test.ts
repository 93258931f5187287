import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { releaseExpiredHolds } from '../payments/checkout/holds.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'

const { provider, gateways, request, database } = await startPayingApp({ environment: { LIMITS_FACTOR: '1' } })
const work = async () => {
  await runPaymentMaintenance({ database, gateways })
  await releaseExpiredHolds({ database })
}

afterEach(() => void vi.useRealTimers())

const day = 86_400_000

/** Changes the server's clock; the database's stays right. */
function shiftClock(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

const wrongClocks = [
  ['a year ahead', 365 * day],
  ['a year behind', -365 * day],
  ['at the epoch', -Date.now()],
] as const

test.each(wrongClocks)(
  'with its clock %s a server accepts sessions, places an order once and throttles logins as usual',
  async (_when, by) => {
    const shopper = await signInShopper({ request })
    const tee = await createTestProduct({ database, stock: 1 })
    shiftClock(by)
    expect((await request('GET', '/users/loggedinuser', { cookies: shopper.cookies })).statusCode).toBe(200)
    const headers = { 'idempotency-key': randomUUID() }
    const order = () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]), headers })
    const [first, again] = [await order(), await order()]
    expect([first.statusCode, again.json().order.number]).toEqual([201, first.json().order.number])
    const placed = first.json().order.createdAt
    vi.useRealTimers()
    // Orders are dated by the database's clock.
    expect(hoursFromNow(placed)).toBe(0)
    shiftClock(by)
    await database.updateTable('users').set({ failed_attempts: 15 }).where('id', '=', shopper._id).execute()
    const fail = () => request('POST', '/users/login', { body: { name: shopper.name, pin: '0000' } })
    const [wrong, stopped] = [await fail(), await fail()]
    expect([wrong.statusCode, stopped.statusCode]).toEqual([409, 429])
    // 15 minutes, however slow the test is.
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(900)
  },
)

test('a limit that was reached with a wrong clock ends when the clock is right', async () => {
  const write = () => request('POST', '/contact', { body: { name: 'Asha', replyTo: 'asha@example.com', message: 'Hello' } })
  shiftClock(-365 * day)
  for (let count = 0; count < 6; count += 1) await write()
  expect((await write()).statusCode).toBe(429)
  vi.useRealTimers()
  expect((await write()).statusCode).toBe(202)
})

test.each(wrongClocks)('with its clock %s a server holds stock for 15 minutes and releases it then', async (_when, by) => {
  shiftClock(by)
  const { orderId, stock, orders, pay, verify } = await startCheckout({ request, database, provider })
  const readHold = async () => {
    const minutes = sql<number>`extract(epoch from hold_ends_at - clock_timestamp())::float8 / 60`.as('minutes')
    return database.selectFrom('payments').select(minutes).where('provider_order_id', '=', orderId).executeTakeFirstOrThrow()
  }
  expect(Math.round((await readHold()).minutes)).toBe(15)
  await work()
  expect(await stock()).toBe(8)
  const ended = sql<Date>`clock_timestamp()`
  await database
    .updateTable('payments')
    .set({ hold_ends_at: ended, next_check_at: ended })
    .where('provider_order_id', '=', orderId)
    .execute()
  await work()
  expect(await stock()).toBe(10)
  // The payment succeeds after its hold has ended.
  expect((await verify((await pay()).browser.response)).statusCode).toBe(200)
  expect([await stock(), await orders()]).toMatchObject([8, [{ paymentStatus: 'Paid' }]])
})

test.each(wrongClocks)('with its clock %s a server requests a refund, and syncs it at once after a provider event', async (_when, by) => {
  const { orderId, pay, verify, cookies, orders } = await startCheckout({ request, database, provider })
  const { order } = (await verify((await pay()).browser.response)).json()
  shiftClock(by)
  await provider.control('faults', { kind: 'status', status: 500, path: '/refund', method: 'POST', times: 99 })
  await request('POST', `/order/${order._id}/cancel`, { cookies })
  await work()
  expect(await orders()).toMatchObject([{ orderStatus: 'Cancelled', paymentStatus: 'Paid' }])
  await fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
  const event = { event: 'refund.created', provider_event_id: randomUUID(), provider_order_id: orderId, payload: '{}' }
  await database.insertInto('payment_events').values(event).execute()
  await work()
  expect(await orders()).toMatchObject([{ orderStatus: 'Cancelled', paymentStatus: 'Refunded' }])
  const { late } = await database
    .selectFrom('payment_events')
    .select(sql<number>`extract(epoch from clock_timestamp() - processed_at)::float8`.as('late'))
    .where('provider_event_id', '=', event.provider_event_id)
    .executeTakeFirstOrThrow()
  expect(Math.abs(late)).toBeLessThan(3_600)
})
