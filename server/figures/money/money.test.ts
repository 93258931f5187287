import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { type MoneyPlaceKey, moneyPlaceKeys } from '#contract/figures/money-places.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/order-status.ts'
import { address } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { startShop } from '#testing/start-shop.ts'
import { countChangedDays } from '../count-days.ts'

const { request, database, cookies } = await startShop()
const month = toIndianDay().slice(0, 7)

const readMoney = async (query = '') =>
  (await request('GET', `/figures/money${query}`, { cookies })).json<CallReply<'GET /figures/money'>>()
const listOrders = async (place: MoneyPlaceKey, more = '') =>
  (await request('GET', `/figures/money/orders?place=${place}${more}`, { cookies })).json<CallReply<'GET /figures/money/orders'>>()

interface LifeOrder {
  readonly status: OrderStatus
  readonly kind: 'guest' | 'cod' | 'card'
  readonly isManual: boolean
  readonly cost: number
  /** what is paid before the delivery */
  readonly paid: number
  readonly collect: number
  readonly refunds: readonly { readonly amount: number; readonly status: 'requested' | 'pending' | 'processed' | 'failed' }[]
  readonly cashRefund: number
  readonly transfer: number
  readonly courierPaid: readonly number[]
  readonly isResolved: boolean
}

const amount = fc.nat(40)
const anyOrder: fc.Arbitrary<LifeOrder> = fc.record({
  status: fc.constantFrom(...orderStatuses),
  kind: fc.constantFrom('guest', 'cod', 'card'),
  isManual: fc.boolean(),
  cost: amount,
  paid: fc.oneof(fc.constant(0), amount),
  collect: fc.oneof(fc.constant(0), amount),
  refunds: fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 30 }), status: fc.constantFrom('requested', 'pending', 'processed', 'failed') }),
    { maxLength: 2 },
  ),
  cashRefund: fc.oneof(fc.constant(0), amount),
  transfer: fc.oneof(fc.constant(0), amount),
  courierPaid: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
  isResolved: fc.boolean(),
})

let numbers = 0

const isCollected = ({ kind, isManual }: LifeOrder) => kind !== 'card' && !isManual

async function insertOrder(order: LifeOrder): Promise<void> {
  numbers += 1
  const stored = order.paid + (order.status === 'Delivered' && isCollected(order) ? order.collect : 0)
  const { rows } = await sql<{ id: string }>`
    insert into orders (number, kind, status, total_paise, paid_paise, collect_paise, refunded_paise, delivery_address, manual_payment, manual_payment_at)
    values (${`MONEY${numbers}`}, ${order.kind}, ${order.status}, ${order.cost}, ${stored}, ${order.collect}, ${order.cashRefund},
      ${JSON.stringify(address)}, ${order.isManual ? 'cash' : null}, ${order.isManual ? new Date() : null})
    returning id
  `.execute(database)
  const id = rows[0]?.id ?? ''
  await sql`
    with payment as (
      insert into payments (provider_payment_id, amount_paise, status, cart_snapshot, delivery_address, fingerprint, hold_ends_at, order_id)
      values (${`pay_${numbers}`}, 1000, 'paid', '[]', '{}', 'money', now(), ${id}) returning id
    )
    insert into cash_refunds (order_id, amount_paise, reason) select ${id}, ${order.cashRefund}, 'cash' from payment where ${order.cashRefund}::int > 0
  `.execute(database)
  for (const refund of order.refunds)
    await sql`
      insert into refunds (payment_id, provider_payment_id, amount_paise, reason, status, settled_at)
      select id, provider_payment_id, ${refund.amount}, 'test', ${refund.status}::text, case when ${refund.status}::text in ('processed', 'failed') then now() end
      from payments where order_id = ${id}
    `.execute(database)
  if (order.transfer > 0)
    await sql`insert into payouts (order_id, amount_paise, reason) values (${id}, ${order.transfer}, 'test')`.execute(database)
  for (const [index, paid] of order.courierPaid.entries())
    await sql`
      with list as (insert into cod_remittances (courier, fingerprint) values ('dtdc', ${`${numbers} ${index}`}) returning id)
      insert into cod_remittance_lines (remittance_id, line, tracking_number, amount_paise, order_id, outcome)
      select id, 1, 'T1', ${paid}, ${id}, 'matched' from list
    `.execute(database)
  if (order.isResolved) await sql`insert into cod_resolutions (order_id, note) values (${id}, 'lost')`.execute(database)
}

/** Puts each paisa of what an order costs in a place, one after another. */
function divide(order: LifeOrder): { places: MoneyPlaceKey[]; surplus: number } {
  const { status, cost, paid, collect } = order
  const delivered = status === 'Delivered' && isCollected(order)
  const given = delivered
    ? Math.min(
        collect,
        order.courierPaid.reduce((sum, each) => sum + each, 0),
      )
    : 0
  const isEnded = status === 'Cancelled' || status === 'Refused' || status === 'Undelivered'
  const online: MoneyPlaceKey = isEnded ? 'kept' : order.isManual ? 'paidToShop' : 'paidOnline'
  const coins: MoneyPlaceKey[] = [...Array<MoneyPlaceKey>(paid).fill(online), ...Array<MoneyPlaceKey>(given).fill('paidByCouriers')]
  const places = coins.slice(0, cost)
  let extra = coins.length - places.length
  const sumOf = (...statuses: string[]) =>
    order.refunds.filter((each) => statuses.includes(each.status)).reduce((sum, each) => sum + each.amount, 0)
  const giveBack = (coinsBack: number, place: MoneyPlaceKey) => {
    for (let coin = 0; coin < coinsBack; coin += 1) {
      if (extra > 0) extra -= 1
      else {
        const next = places.findIndex((each) => each === online || each === 'paidByCouriers')
        if (next >= 0) places[next] = place
      }
    }
  }
  giveBack(sumOf('processed') + order.cashRefund, 'refunded')
  giveBack(sumOf('requested', 'pending') + order.transfer, 'refundsDue')
  const isClosed = order.courierPaid.length > 0 || order.isResolved
  for (let left = collect - given; places.length < cost; left -= 1) {
    const isToCollect = left > 0
    if (status === 'Cancelled') places.push('cancelled')
    else if (status === 'Refused' || status === 'Undelivered') places.push('notTaken')
    else if (status === 'Shipped' || status === 'Delivered') {
      if (!isToCollect || !isCollected(order)) places.push('unpaid')
      else if (status === 'Shipped') places.push('onTheWay')
      else places.push(isClosed ? 'lost' : 'owed')
    } else places.push(isToCollect ? 'toSend' : 'toPay')
  }
  return { places, surplus: extra }
}

const countDays = () => countChangedDays({ database, signal: new AbortController().signal })

const clear = async () => {
  for (const table of ['cod_remittances', 'refunds', 'cash_refunds', 'payments', 'orders'])
    await sql`delete from ${sql.table(table)}`.execute(database)
}

test('each rupee of any orders is in exactly one place, and the lists have the same sums', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOrder, { minLength: 1, maxLength: 12 }), fc.nat(12), async (orders, counted) => {
      await clear()
      // Stored sums of the days, and of days that have changed since.
      for (const [index, order] of orders.entries()) {
        if (index === counted) await countDays()
        await insertOrder(order)
      }
      const divided = orders.map(divide)
      if (counted % 2 === 0) await countDays()
      const { places, total, surplus, orders: count } = await readMoney()
      expect([count, total]).toEqual([orders.length, orders.reduce((sum, { cost }) => sum + cost, 0) / 100])
      const expected = moneyPlaceKeys.map((place) => ({
        place,
        orders: divided.filter((order) => order.places.includes(place)).length,
        amount: divided.flatMap((order) => order.places).filter((each) => each === place).length / 100,
        before: 0,
      }))
      expect(places).toEqual(expected)
      expect(Math.round(places.reduce((sum, place) => sum + place.amount, 0) * 100)).toBe(Math.round(total * 100))
      expect(surplus).toBe(divided.reduce((sum, order) => sum + order.surplus, 0) / 100)
    }),
    fuzzRuns({ runs: 40 }),
  )
  const { places } = await readMoney()
  for (const { place, orders, amount: sum } of places) expect(await listOrders(place)).toMatchObject({ total: orders, sum })
})

const paidOrder: LifeOrder = {
  status: 'Confirmed',
  kind: 'card',
  isManual: false,
  cost: 100,
  paid: 100,
  collect: 0,
  refunds: [],
  cashRefund: 0,
  transfer: 0,
  courierPaid: [],
  isResolved: false,
}

test('the list of a place has its orders by page, newest first, and the file all orders of the month', async () => {
  await clear()
  for (let count = 0; count < 3; count += 1) await insertOrder({ ...paidOrder, refunds: [{ amount: 30, status: 'requested' }] })
  const second = await listOrders('refundsDue', '&page=2&limit=2')
  expect(second).toMatchObject({
    total: 3,
    page: 2,
    totalPages: 2,
    sum: 0.9,
    orders: [{ orderStatus: 'Confirmed', toPay: 1, amount: 0.3 }],
  })
  const file = (await request('GET', `/figures/money/export?month=${month}`, { cookies })).body.trim().split('\r\n')
  expect(file).toHaveLength(4)
  expect(file[1]).toMatch(/^MONEY\d+,\d{4}-\d\d-\d\d,Confirmed,1,0\.7,0,0,0,0,0,0,0\.3,0,/)
})

test('pages go on from day to day, also past a day that has changed', async () => {
  await clear()
  for (let count = 0; count < 7; count += 1) await insertOrder(paidOrder)
  // Two or three orders on each of three days.
  await sql`update orders set placed_at = '2026-03-10T06:00:00Z'::timestamptz + make_interval(days => substr(number, 6)::int % 3, secs => substr(number, 6)::int)`.execute(
    database,
  )
  await countDays()
  await sql`update orders set paid_paise = 90 where placed_at < '2026-03-11' or number = (select max(number) from orders)`.execute(database)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => listOrders('paidOnline', `&month=2026-03&limit=2&page=${page}`)))
  const { rows } = await sql<{ id: string; paid: number }>`
    select id, paid_paise::int as paid from orders order by placed_at desc, id desc
  `.execute(database)
  expect(pages.flatMap(({ orders }) => orders).map(({ _id, amount: paid }) => [_id, Math.round(paid * 100)])).toEqual(
    rows.map(({ id, paid }) => [id, paid]),
  )
  expect(pages.map(({ orders }) => orders.length)).toEqual([2, 2, 2, 1])
  expect((await listOrders('paidOnline', '&month=2026-03&page=9')).orders).toEqual([])
})

test('a day that the version before counts again, without its money, is counted when it is read', async () => {
  await clear()
  await insertOrder(paidOrder)
  await countDays()
  await insertOrder(paidOrder)
  await sql`delete from changed_order_days`.execute(database)
  expect((await readMoney()).orders).toBe(2)
})

test('an order belongs to the month of its day in India', async () => {
  await clear()
  await insertOrder(paidOrder)
  await database
    .updateTable('orders')
    .set({ placed_at: new Date('2026-02-28T18:30:00Z') })
    .execute()
  expect([(await readMoney('?month=2026-02')).orders, (await readMoney('?month=2026-03')).orders]).toEqual([0, 1])
  const april = await readMoney('?month=2026-04')
  expect([april.orders, april.before]).toEqual([0, { month: '2026-03', orders: 1, total: 1, surplus: 0 }])
  expect(april.places.filter(({ before }) => before > 0)).toEqual([{ place: 'paidOnline', orders: 0, amount: 0, before: 1 }])
  expect((await request('GET', '/figures/money?month=2026-13', { cookies })).statusCode).toBe(400)
})
