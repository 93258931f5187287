import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { countChangedDays } from './count-days.ts'

const { app, request, database, cookies } = await startShop()
const count = () => countChangedDays({ database, signal: new AbortController().signal })
const dayMs = 86_400_000
const daysAgo = (days: number) => toIndianDay(Date.now() - days * dayMs)

afterEach(async () => {
  await database.deleteFrom('orders').execute()
  await count()
})

type Item = { id: string; name: string; price: number; quantity?: number; size?: string }

async function place({ items, age = 0 }: { items: readonly Item[]; age?: number }): Promise<string> {
  const { _id } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder(items) })).json().order
  await sql`update orders set placed_at = placed_at - make_interval(days => ${age}::int) where id = ${_id}`.execute(database)
  return _id
}
const transition = async (id: string, ...statuses: string[]) => {
  for (const to of statuses) await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
}
const readSales = async (query = '') =>
  (await request('GET', `/figures/sales${query}`, { cookies })).json<CallReply<'GET /figures/sales'>>()

test('an order counts when the job has run, on the day it was placed, until it is cancelled', async () => {
  const tee = await createTestProduct({ database, price: 500, sizes: { M: 10 } })
  const id = await place({ items: [{ ...tee, size: 'M', quantity: 2 }], age: 3 })
  expect((await readSales()).sums.figures.units).toBe(0)
  expect(await count()).toBe(2)
  const { sums, days, rows } = await readSales('?days=7&by=size')
  expect(sums).toMatchObject({ orders: 1, ordersBefore: 0, figures: { units: 2, sales: 1_000 } })
  expect(days.filter(({ units }) => units > 0)).toEqual([{ day: daysAgo(3), units: 2, sales: 1_000 }])
  expect(rows).toMatchObject([{ productId: tee.id, name: tee.name, size: 'M', stock: 8, daysLeft: 28, cost: null }])
  await transition(id, 'Cancelled')
  await count()
  expect((await readSales()).sums).toMatchObject({ orders: 0, figures: { units: 0, sales: 0, cancelled: 2 } })
})

test('what is refused, and what comes back of a delivered order, is beside what was sold', async () => {
  const tee = await createTestProduct({ database, price: 500, stock: 10 })
  const [refused, delivered] = [await place({ items: [tee] }), await place({ items: [{ ...tee, quantity: 3 }] })]
  await transition(refused, 'Confirmed', 'Packed', 'Shipped', 'Refused')
  await transition(delivered, 'Confirmed', 'Packed', 'Shipped', 'Delivered')
  await database
    .insertInto('returns')
    .values({ number: 'FIG-1', order_id: delivered, is_fault: false, fee_paise: 0 as never, refund_paise: 0 as never })
    .execute()
  await sql`insert into return_lines (return_id, order_id, line, quantity, reason) select id, order_id, 1, 2, 'late' from returns where order_id = ${delivered}`.execute(
    database,
  )
  await sql`update returns set state = 'accepted', accepted_at = now(), handover = 'send' where order_id = ${delivered}`.execute(database)
  await sql`update return_lines set seen = '{}', restocked = 2, refunded = 2 where order_id = ${delivered}`.execute(database)
  await count()
  expect((await readSales()).sums.figures).toMatchObject({ units: 3, refused: 1, returned: 0 })
  await sql`update returns set state = 'received' where order_id = ${delivered}`.execute(database)
  await count()
  expect((await readSales()).sums.figures).toEqual({ units: 3, sales: 1_500, cancelled: 0, refused: 1, undelivered: 0, returned: 2 })
})

test('a change that commits while its day is counted is counted next time', async () => {
  const tee = await createTestProduct({ database, price: 500, stock: 10 })
  await place({ items: [tee] })
  const change = await database.startTransaction().execute()
  await sql`update orders set status = 'Cancelled'`.execute(change)
  await count()
  expect((await readSales()).sums.figures.units).toBe(1)
  await change.commit().execute()
  await count()
  expect((await readSales()).sums.figures).toMatchObject({ units: 0, cancelled: 1 })
})

test('two servers count a day once', async () => {
  const tee = await createTestProduct({ database, stock: 10 })
  await place({ items: [tee] })
  await place({ items: [tee], age: 40 })
  const counted = await Promise.all([count(), count(), count()])
  expect(counted.reduce((sum, days) => sum + days, 0)).toBe(2)
  expect((await readSales('?days=90')).sums.figures.units).toBe(2)
})

test('days that were never counted are named until they are', async () => {
  await sql`insert into changed_order_days (day, transaction_id) select ${daysAgo(50)}::date - n, '0' from generate_series(0, 40) n`.execute(
    database,
  )
  expect((await readSales()).countedSince).toBe(daysAgo(49))
  expect(await countChangedDays({ database, signal: AbortSignal.abort() })).toBe(0)
  expect(await count()).toBe(41)
  expect((await readSales()).countedSince).toBeNull()
})

test('the colours of one style are one row, best sold first', async () => {
  const [red, blue, other] = [
    await createTestProduct({ database, name: 'Kurta, red', price: 100, stock: 5 }),
    await createTestProduct({ database, name: 'Kurta, blue', price: 100, stock: 7 }),
    await createTestProduct({ database, name: 'Dupatta', price: 250, stock: 9 }),
  ]
  for (const [product, colour] of [
    [red, 'Red'],
    [blue, 'Blue'],
  ] as const)
    await sql`update products set details = jsonb_build_object('style', 'K-1', 'colour', ${colour}::text), cost_paise = 4000 where id = ${product.id}`.execute(
      database,
    )
  await place({ items: [red, { ...blue, quantity: 2 }, other] })
  await count()
  const { rows, total } = await readSales('?by=style')
  expect(total).toBe(2)
  expect(rows).toMatchObject([
    {
      _id: 'K-1',
      productId: blue.id,
      name: 'Kurta, blue',
      products: 2,
      size: null,
      stock: 9,
      cost: 120,
      figures: { units: 3, sales: 300 },
    },
    { name: 'Dupatta', products: 1, stock: 8, cost: null, figures: { units: 1, sales: 250 } },
  ])
  const found = await readSales('?by=style&q=%20RED')
  expect(found).toMatchObject({ total: 1, rows: [{ _id: 'K-1', products: 2 }], sums: { figures: { units: 4 } } })
  expect((await readSales('?q=%25')).rows).toEqual([])
})

test('the file has all rows, and no formulas', async () => {
  const tee = await createTestProduct({ database, name: '=1+1', price: 250, sizes: { M: 4 } })
  await place({ items: [{ ...tee, size: 'M' }] })
  await count()
  const { body, headers } = await request('GET', '/figures/sales/export?days=7&by=size', { cookies })
  expect(headers['content-disposition']).toBe(`attachment; filename="sales-${daysAgo(6)}-to-${daysAgo(0)}.csv"`)
  const [head, row, ...others] = body.slice(1).trim().split('\r\n')
  expect(head).toBe(
    'Product,Size,Items sold,Items sold before,Sales,Sales before,Cancelled,Refused,Could not be delivered,Returned,Stock,Days left,Cost',
  )
  expect(row).toBe("'=1+1,M,1,0,250,0,0,0,0,0,3,21,")
  expect(others).toEqual([])
})

test('parcels are counted by state and courier, whichever way the state is written', async () => {
  const tee = await createTestProduct({ database, stock: 10 })
  const ids = [await place({ items: [tee] }), await place({ items: [tee] }), await place({ items: [tee] })]
  await sql`update orders set delivery_address = jsonb_set(delivery_address, '{state}', '" KARNATAKA "') where id = ${ids[1]}`.execute(
    database,
  )
  await database
    .insertInto('shipments')
    .values({ order_id: ids[0] as string, courier: 'dtdc' })
    .execute()
  for (const id of ids.slice(0, 2)) await transition(id, 'Confirmed', 'Packed', 'Shipped')
  await transition(ids[1] as string, 'Refused')
  await count()
  const readRows = async (by: string) => {
    const { body } = await request('GET', `/figures/deliveries/export?days=7&by=${by}`, { cookies })
    return body.slice(1).trim().split('\r\n')
  }
  expect(await readRows('state')).toEqual([
    'Name,Sent,Sent before,Delivered,Refused,Could not be delivered,Not taken before,Estimated freight of parcels not taken,Estimated freight before',
    'Karnataka,2,0,0,1,0,0,,',
  ])
  expect((await readRows('courier')).slice(1)).toEqual([',1,0,0,1,0,0,,', 'DTDC,1,0,0,0,0,0,,'])
})

test('products in stock that nobody has ordered for 60 days are listed, the most expensive stock first', async () => {
  const old = { createdAt: new Date(Date.now() - 200 * dayMs) }
  const [cheap, dear, sold, empty] = [
    await createTestProduct({ database, price: 100, stock: 10, ...old }),
    await createTestProduct({ database, price: 5_000, stock: 2, ...old }),
    await createTestProduct({ database, stock: 5, ...old }),
    await createTestProduct({ database, stock: 0, ...old }),
  ]
  await place({ items: [cheap], age: 61 })
  await place({ items: [sold], age: 10 })
  await count()
  const reply = (await request('GET', '/figures/unsold', { cookies })).json<CallReply<'GET /figures/unsold'>>()
  const file = (await request('GET', '/figures/unsold/export', { cookies })).body.trim().split('\r\n')
  expect(file.slice(1).map((row) => row.split(',')[0])).toEqual(reply.products.map(({ name }) => name))
  const ids = reply.products.map(({ _id }) => _id)
  expect(reply.products).toContainEqual({ _id: cheap.id, name: cheap.name, stock: 9, amount: 900, lastSold: daysAgo(61) })
  expect(reply.products).toContainEqual({ _id: dear.id, name: dear.name, stock: 2, amount: 10_000, lastSold: null })
  expect(ids.indexOf(dear.id)).toBeLessThan(ids.indexOf(cheap.id))
  expect(ids).not.toContain(sold.id)
  expect(ids).not.toContain(empty.id)
})

test('shoppers and strangers see no figures', async () => {
  const shopper = await signInShopper({ request })
  for (const path of ['/figures/sales', '/figures/sales/export', '/figures/unsold', '/figures/unsold/export', '/figures/deliveries']) {
    expect((await app.inject(`/api/v1${path}`)).statusCode).toBe(401)
    expect((await request('GET', path, { cookies: shopper.cookies })).statusCode).toBe(403)
  }
  expect((await request('GET', '/figures/sales?month=2026-13', { cookies })).statusCode).toBe(400)
})
