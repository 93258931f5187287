import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { type DeliveryGroup, deliveryGroups } from '#contract/figures/delivery-figures.ts'
import { unsoldDays } from '#contract/figures/figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { insertPlannedOrders, insertPlannedProducts } from '#testing/insert-planned-orders.ts'
import { namePlanned, type PlannedOrder, plannedSizes, planOrders, unsoldSince } from '#testing/planned-orders.ts'
import { startShop } from '#testing/start-shop.ts'
import { countChangedDays } from './count-days.ts'

// What an owner asks of 100,000 orders of two years, answered by the calls of the screens. The answers are those of the plan.

const { request, database, cookies } = await startShop()
await sql`update products set status = 'archived'`.execute(database)
await sql`set session_replication_role = replica; delete from stock_movements; set session_replication_role = origin`.execute(database)
const orders = planOrders({ orders: 100_000, products: 300 })
const productIds = await insertPlannedProducts({ database, products: 300 })
await insertPlannedOrders({ database, orders, productIds })
await countChangedDays({ database, signal: new AbortController().signal })

const dayMs = 86_400_000
const today = toIndianDay()
const daysAgo = (days: number) => toIndianDay(Date.now() - days * dayMs)
/** The month before this one. */
const month = toIndianDay(Date.parse(`${today.slice(0, 7)}-01T00:00:00+05:30`) - dayMs).slice(0, 7)

const get = async (path: string) => (await request('GET', `/figures/${path}`, { cookies })).json()
const readSales = (query: string): Promise<CallReply<'GET /figures/sales'>> => get(`sales?${query}`)
const readDeliveries = (by: DeliveryGroup): Promise<CallReply<'GET /figures/deliveries'>> => get(`deliveries?days=90&by=${by}`)

type Condition = (order: PlannedOrder) => boolean
const sum = (read: (order: PlannedOrder) => number, ...conditions: Condition[]): number =>
  orders.filter((order) => conditions.every((holds) => holds(order))).reduce((total, order) => total + read(order), 0)
const inDays =
  (from: string, to: string): Condition =>
  ({ day }) =>
    day >= from && day <= to
const inMonth: Condition = ({ day }) => day.startsWith(month)
const last30 = inDays(daysAgo(29), today)
const last90 = inDays(daysAgo(89), today)
const isSold: Condition = ({ status }) => !['Cancelled', 'Refused', 'Undelivered'].includes(status)
const isFailed: Condition = ({ status }) => status === 'Refused' || status === 'Undelivered'
const isSent: Condition = (order) => order.status === 'Shipped' || order.status === 'Delivered' || isFailed(order)
const one = () => 1
const items = ({ quantity }: PlannedOrder) => quantity
const rupees = ({ paise }: PlannedOrder) => paise / 100
const most = (counts: Readonly<Record<string, number>>) => Object.entries(counts).toSorted(([, a], [, b]) => b - a)[0]?.[0]

test('which size of a kurta sold most in a month, and how many of each', async () => {
  const { rows } = await readSales(`month=${month}&by=size&q=${encodeURIComponent(namePlanned(0))}`)
  for (const size of plannedSizes) {
    const row = rows.find((each) => each.productId === productIds[0] && each.size === size)
    expect(row?.figures.units).toBe(sum(items, inMonth, isSold, (order) => order.product === 0 && order.size === size))
  }
  const ofKurta = rows.filter(({ productId }) => productId === productIds[0])
  const counts = Object.fromEntries(ofKurta.map(({ size, figures }) => [size, figures.units]))
  expect(most(counts)).toBe('M')
})

test('which product sold best in 30 days, and what it brought beside the 30 days before', async () => {
  const { rows, sums } = await readSales('days=30')
  const ofProduct = Object.fromEntries(productIds.map((id, place) => [id, sum(rupees, last30, isSold, ({ product }) => product === place)]))
  expect(rows[0]?.productId).toBe(most(ofProduct))
  expect(rows[0]?.figures.sales).toBe(Math.max(...Object.values(ofProduct)))
  expect(sums.figures.sales).toBe(sum(rupees, last30, isSold))
  expect(sums.before.sales).toBe(sum(rupees, inDays(daysAgo(59), daysAgo(30)), isSold))
})

test('how many orders there were, and how many items were cancelled, refused and returned in a month', async () => {
  const { sums } = await readSales(`month=${month}`)
  expect(sums.orders).toBe(sum(one, inMonth, ({ status }) => status !== 'Cancelled'))
  expect(sums.figures.cancelled).toBe(sum(items, inMonth, ({ status }) => status === 'Cancelled'))
  expect(sums.figures.refused).toBe(sum(items, inMonth, ({ status }) => status === 'Refused'))
  expect(sums.figures.returned).toBe(sum(({ returned }) => returned, inMonth))
  const { rows } = await readSales(`month=${month}&q=${encodeURIComponent(namePlanned(3))}`)
  const ofThird = rows.find(({ productId }) => productId === productIds[3])
  expect(ofThird?.figures.returned).toBe(
    sum(
      ({ returned }) => returned,
      inMonth,
      ({ product }) => product === 3,
    ),
  )
})

test('which day of a month was the best', async () => {
  const { days } = await readSales(`month=${month}`)
  const ofDay = Object.fromEntries(days.map(({ day }) => [day, sum(rupees, isSold, (order) => order.day === day)]))
  expect(Object.fromEntries(days.map(({ day, sales }) => [day, sales]))).toEqual(ofDay)
})

test('for how many days the stock of a product lasts', async () => {
  const { rows } = await readSales(`days=30&q=${encodeURIComponent(namePlanned(0))}`)
  const units = sum(items, last30, isSold, ({ product }) => product === 0)
  expect(rows.find(({ productId }) => productId === productIds[0])?.daysLeft).toBe(Math.floor((200 * 30) / units))
})

test('what became of the parcels by PIN code, state, payment and courier in 90 days and before', async () => {
  const names: Record<string, string> = { delhivery: 'Delhivery', dtdc: 'DTDC', ekart: 'Ekart', xpressbees: 'XpressBees' }
  const keys: Readonly<Record<DeliveryGroup, (order: PlannedOrder) => string>> = {
    pin: ({ pin }) => pin.slice(0, 3),
    state: ({ state }) => state,
    payment: ({ payment }) => payment,
    courier: ({ courier }) => names[courier] ?? '',
  }
  const earlier = inDays(daysAgo(179), daysAgo(90))
  for (const by of deliveryGroups) {
    const { rows } = await readDeliveries(by)
    const expected = [...new Set(orders.map(keys[by]))].map((name) => {
      const ofName: Condition = (order) => keys[by](order) === name
      const count = (period: Condition) => ({
        sent: sum(one, period, ofName, isSent),
        delivered: sum(one, period, ofName, ({ status }) => status === 'Delivered'),
        refused: sum(one, period, ofName, ({ status }) => status === 'Refused'),
        undelivered: sum(one, period, ofName, ({ status }) => status === 'Undelivered'),
      })
      return [name, { figures: count(last90), before: count(earlier) }]
    })
    expect(Object.fromEntries(rows.map(({ name, figures, before }) => [name, { figures, before }]))).toEqual(Object.fromEntries(expected))
  }
})

test('which PIN codes refuse most, and which courier and which payment fail most', async () => {
  expect((await readDeliveries('pin')).rows[0]?.name).toBe('800')
  expect((await readDeliveries('courier')).rows[0]?.name).toBe('Ekart')
  expect((await readDeliveries('payment')).rows[0]?.name).toBe('on delivery')
  const ofPatna = (await readDeliveries('pin')).rows[0]
  expect(ofPatna?.onDelivery?.refused).toBe(
    sum(one, last90, ({ pin, payment, status }) => pin.startsWith('800') && payment === 'on delivery' && status === 'Refused'),
  )
})

test('what nobody has ordered for 60 days, and when it was last sold', async () => {
  const { products }: CallReply<'GET /figures/unsold'> = await get('unsold')
  const lastDay = (place: number) => orders.filter(({ product, status }) => product === place && status !== 'Cancelled').at(-1)?.day ?? null
  const unsold = productIds.map((id, place) => [id, lastDay(place)] as const).filter(([, day]) => (day ?? '') <= daysAgo(unsoldDays))
  expect(unsold.map(([id]) => id)).toEqual(expect.arrayContaining([...unsoldSince.keys()].map((place) => productIds[place])))
  expect(Object.fromEntries(products.map(({ _id, lastSold }) => [_id, lastSold]))).toEqual(Object.fromEntries(unsold))
})

test('how today is beside the same weekday of the last four weeks', async () => {
  const { today: now, weekdays, until }: CallReply<'GET /figures/today'> = await get('today')
  const count = (from: number, end: number) => {
    const placed: Condition = ({ placedAt, status }) => placedAt.getTime() >= from && placedAt.getTime() < end && status !== 'Cancelled'
    return { orders: sum(one, placed), sales: sum(rupees, placed) }
  }
  const start = Date.parse(`${today}T00:00:00+05:30`)
  expect(now).toEqual(count(start, start + dayMs))
  expect(weekdays).toEqual(
    [7, 14, 21, 28].map((days) => ({
      day: daysAgo(days),
      untilNow: count(start - days * dayMs, Date.parse(until) - days * dayMs),
      whole: count(start - days * dayMs, start - (days - 1) * dayMs),
    })),
  )
})

test('what to sew of a size that was sold out for ten days, and for whom', async () => {
  const id = productIds[0] as string
  await sql`
    insert into stock_movements (product_id, size, change, stock_after, cause, moved_at)
    values (${id}, 'M', -50, 0, 'correction', now() - interval '20 days'), (${id}, 'M', 50, 50, 'correction', now() - interval '10 days')
  `.execute(database)
  await sql`
    insert into restock_requests (product_id, size, email, recipient, confirmed_at)
    select ${id}, 'M', n || '@example.com', n || '@example.com', now() from generate_series(1, 3) n
  `.execute(database)
  const { rows }: CallReply<'GET /figures/sewing'> = await get('sewing?days=30')
  const sold = sum(items, last30, ({ product, size, status }) => product === 0 && size === 'M' && status !== 'Cancelled')
  const hours = (Date.now() - Date.parse(`${daysAgo(29)}T00:00:00+05:30`)) / 3_600_000
  const missed = expect.closeTo((240 * sold) / (hours - 240), 0)
  expect(rows).toMatchObject([{ name: namePlanned(0), size: 'M', sold, hoursSoldOut: 240, waiting: 3, missed }])
})
