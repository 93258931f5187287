import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const { app, request, database, cookies } = await startShop()
const readToday = async () => (await request('GET', '/figures/today', { cookies })).json<CallReply<'GET /figures/today'>>()
let numbers = 0

beforeEach(async () => {
  await database.deleteFrom('orders').execute()
  await sql`update products set status = 'archived'`.execute(database)
})

/** An order of ₹100 with its age in hours. */
async function place({ hoursAgo = 0, status = 'Placed' }: { hoursAgo?: number; status?: string }): Promise<string> {
  numbers += 1
  const { rows } = await sql<{ id: string }>`
    insert into orders (number, kind, status, total_paise, delivery_address, placed_at)
    values (${`TODAY${numbers}`}, 'guest', ${status}, ${toPaise(100)}, ${JSON.stringify(address)}, now() - make_interval(hours => ${hoursAgo}))
    returning id
  `.execute(database)
  return (rows[0] as { id: string }).id
}

const week = 7 * 24

test('today is compared with the same weekday until the same time, and with its whole day', async () => {
  await place({})
  await place({ status: 'Cancelled' })
  for (const weeks of [1, 1, 3]) await place({ hoursAgo: weeks * week })
  await sql`
    update orders set placed_at = (date_trunc('day', now() at time zone 'Asia/Kolkata') + interval '1 day' - interval '1 millisecond' - interval '7 days') at time zone 'Asia/Kolkata'
    where id = ${await place({})}`.execute(database)
  const { day, today, weekdays } = await readToday()
  expect(day).toBe(toIndianDay())
  expect(today).toEqual({ orders: 1, sales: 100 })
  const nothing = { orders: 0, sales: 0 }
  const daysAgo = (days: number) => toIndianDay(Date.now() - days * 86_400_000)
  expect(weekdays).toEqual([
    { day: daysAgo(7), untilNow: { orders: 2, sales: 200 }, whole: { orders: 3, sales: 300 } },
    { day: daysAgo(14), untilNow: nothing, whole: nothing },
    { day: daysAgo(21), untilNow: { orders: 1, sales: 100 }, whole: { orders: 1, sales: 100 } },
    { day: daysAgo(28), untilNow: nothing, whole: nothing },
  ])
})

test('archived orders do not count', async () => {
  const id = await place({})
  await sql`insert into archived_orders (order_id) values (${id})`.execute(database)
  expect((await readToday()).today.orders).toBe(0)
})

test('what waits is counted as its lists count it', async () => {
  const confirming = await place({})
  await sql`update orders set flags = '{large}' where id = ${confirming}`.execute(database)
  for (const status of ['Confirmed', 'Confirmed', 'Shipped', 'Delivered']) await place({ status })
  const { rows } = await sql<{ id: string; status: string }>`select id, status from orders`.execute(database)
  const find = (status: string) => rows.find((row) => row.status === status)?.id
  await sql`
    with booked as (
      insert into courier_bookings (reference, order_id, attempt, state, collect_paise, weight_grams) values ('T-B1', ${find('Shipped')}, 1, 'booked', 0, 1)
      returning reference, order_id
    )
    insert into courier_parcels (reference, order_id, state) select reference, order_id, 'failed' from booked
  `.execute(database)
  await sql`
    insert into returns (number, order_id, is_fault, fee_paise, refund_paise) values ('T-R1', ${find('Delivered')}, false, 0, 0)
  `.execute(database)
  expect((await readToday()).work).toEqual({
    ...{ toConfirm: 1, toPack: 2, failedDeliveries: 1, returnsAsked: 1, returnsReceived: 0, soldOut: 0 },
  })
})

test('what was sold out since the evening is named until it is back', async () => {
  const kurta = await createTestProduct({ database, name: 'Palash Kurta', sizes: { M: 1, L: 5 } })
  const tee = await createTestProduct({ database, name: 'Tee', stock: 1 })
  await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...kurta, size: 'M' }, tee]) })
  const { work, soldOut } = await readToday()
  expect(work.soldOut).toBe(2)
  expect(soldOut).toEqual([
    { productId: kurta.id, name: 'Palash Kurta', size: 'M' },
    { productId: tee.id, name: 'Tee', size: '' },
  ])
  await sql`update products set stock = 4 where id = ${tee.id}`.execute(database)
  expect((await readToday()).soldOut.map(({ name }) => name)).toEqual(['Palash Kurta'])
})

test('the file has today and the weekdays before it', async () => {
  await place({})
  for (const weeks of [1, 1, 3]) await place({ hoursAgo: weeks * week })
  const { day, weekdays } = await readToday()
  const reply = await request('GET', '/figures/today/export', { cookies })
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="today-${day}.csv"`)
  const [head, ...lines] = reply.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head).toBe('Day,Until,Orders until then,Sales until then,Orders of the day,Sales of the day')
  expect(lines.map((line) => line.replace(/,\d\d:\d\d,/, ','))).toEqual([
    `${day},1,100,,`,
    ...[200, 0, 100, 0].map((sales, index) => `${weekdays[index]?.day},${sales / 100},${sales},${sales / 100},${sales}`),
  ])
})

test('the file of visits and sales has each day, without cancelled orders', async () => {
  await place({})
  await place({ status: 'Cancelled' })
  await sql`update orders set payment_status = 'Paid', paid_paise = total_paise where status = 'Placed'`.execute(database)
  await sql`insert into visit_totals (day, visits) values (${toIndianDay()}, 12) on conflict (day) do update set visits = 12`.execute(
    database,
  )
  const reply = await request('GET', '/figures/visits-and-sales/export?days=7', { cookies })
  const [head, ...lines] = reply.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect([head, lines.length, lines.at(-1)]).toEqual(['Day,Visits,Orders,Sales,COD due', 7, `${toIndianDay()},12,1,100,0`])
  expect((await request('GET', '/figures/visits-and-sales/export?days=8', { cookies })).statusCode).toBe(400)
})

test('strangers see nothing of today', async () => {
  for (const path of ['today/export', 'visits-and-sales/export']) expect((await request('GET', `/figures/${path}`)).statusCode).toBe(401)
  expect((await app.inject('/api/v1/figures/today')).statusCode).toBe(401)
})
