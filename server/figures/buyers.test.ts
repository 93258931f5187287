import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { BuyerFigures } from '#contract/figures/buyer-figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { addReferrals, liveOrders, orderSteps } from '#testing/order-lives.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { countChangedDays } from './count-days.ts'

const { request, database, cookies } = await startShop()
const tee = { ...(await createTestProduct({ database, price: 500, stock: 1_000 })), size: 'M' }
const count = () => countChangedDays({ database, signal: new AbortController().signal })
const readBuyers = async (query = '?days=30') => {
  await count()
  return (await request('GET', `/figures/buyers${query}`, { cookies })).json<CallReply<'GET /figures/buyers'>>()
}

beforeEach(async () => {
  await database.deleteFrom('orders').execute()
  await count()
})

const place = async ({ phone, age, source }: { phone: string; age: number; source?: string }) => {
  const body = { ...buildGuestOrder([tee]), deliveryAddress: { ...address, phone }, ...(source && { visit: { source } }) }
  const { _id } = (await request('POST', '/guest/cashondelivery', { body })).json().order
  await sql`update orders set placed_at = placed_at - make_interval(days => ${age}::int) where id = ${_id}`.execute(database)
  return _id as string
}

test('a person counts once, by the source of the first order, and comes back', async () => {
  await place({ phone: '9000000001', age: 9, source: 'instagram' })
  await place({ phone: '9000000002', age: 8, source: 'instagram' })
  await count()
  await place({ phone: '9000000001', age: 4, source: 'google' })
  await place({ phone: '9000000001', age: 1 })
  const { rows, sums, orders, days } = await readBuyers()
  const figures = { persons: 2, again: 1, daysToSecond: 5, orders: 4 }
  expect(rows.map((row) => [row.kind, row.source, row.figures])).toEqual([['visit', 'instagram', figures]])
  expect([sums.figures, orders.figures]).toEqual([figures, { first: 2, returning: 2, unnamed: 0 }])
  expect(days.filter((day) => day.orders > 0).map((day) => day.orders)).toEqual([1, 1])
})

test('an order of an earlier day becomes the first one', async () => {
  await place({ phone: '9000000003', age: 2, source: 'google' })
  await count()
  await place({ phone: '9000000003', age: 12, source: 'instagram' })
  const { rows } = await readBuyers()
  expect(rows.map((row) => [row.source, row.figures])).toEqual([['instagram', { persons: 1, again: 1, daysToSecond: 10, orders: 2 }]])
  const { body } = await request('GET', '/figures/buyers/export?days=30', { cookies })
  expect(body.trim().split('\r\n')[1]).toBe('visit,instagram,1,0,1,0,10,,2,0')
})

test('of two orders of a person at the same moment one is the first', async () => {
  await place({ phone: '9000000004', age: 3 })
  await place({ phone: '9000000004', age: 3 })
  await sql`update orders set placed_at = (select min(placed_at) from orders)`.execute(database)
  const { sums, orders } = await readBuyers()
  expect(sums.figures).toEqual({ persons: 1, again: 1, daysToSecond: 0, orders: 2 })
  expect(orders.figures).toEqual({ first: 1, returning: 1, unnamed: 0 })
})

test('somebody without phone and email who takes items away is no person', async () => {
  const sale = { payment: 'paid', manualPayment: { method: 'cash' }, isTakenAway: true, channel: 'fair' }
  const body = { products: [{ product: tee.id, size: 'M', quantity: 1 }], totalPrice: 500, ...sale }
  expect((await request('POST', '/order/admin', { cookies, body })).statusCode).toBe(201)
  const { rows, orders } = await readBuyers()
  expect([rows, orders.figures]).toEqual([[], { first: 0, returning: 0, unnamed: 1 }])
})

/** Reads the persons from all listed orders that are no exchanges. */
async function addPersons() {
  const { rows } = await sql<{ person: string; at: Date; id: string; source: string }>`
    select customer_key as person, placed_at as at, orders.id, case
        when exists (select from order_events where order_id = orders.id and event = 'Placed' and actor = 'admin') then 'entered ' || coalesce(source, '')
        else coalesce('visit ' || source, 'not known ') end as source
    from orders left join order_referrals on order_id = orders.id
    where exchange_return_id is null and not exists (select from archived_orders where order_id = orders.id)
    order by placed_at, orders.id
  `.execute(database)
  const persons = [...Map.groupBy(rows, ({ person }) => person).values()]
  return ({ from, to }: { from: string; to: string }) => {
    const isIn = ({ at }: { at: Date }) => toIndianDay(at) >= from && toIndianDay(at) <= to
    const found = persons.filter(([first]) => first && isIn(first))
    const gaps = found.flatMap(([first, second]) =>
      first && second ? (Date.parse(toIndianDay(second.at)) - Date.parse(toIndianDay(first.at))) / 86_400_000 : [],
    )
    const figures: BuyerFigures = {
      persons: found.length,
      again: gaps.length,
      daysToSecond: gaps.length === 0 ? null : Math.round((gaps.reduce((sum, days) => sum + days, 0) * 10) / gaps.length) / 10,
      orders: found.reduce((sum, of) => sum + of.length, 0),
    }
    const sources = Object.fromEntries([...Map.groupBy(found, ([first]) => first?.source ?? '')].map(([source, of]) => [source, of.length]))
    return { figures, sources, orders: { first: found.length, returning: rows.filter(isIn).length - found.length, unnamed: 0 } }
  }
}

/** Three persons share the orders. */
const givePhones = () =>
  sql`
    update orders set delivery_address = jsonb_set(delivery_address, '{phone}', to_jsonb('900000001' || ascii(right(id::text, 1)) % 3))
    where delivery_address ->> 'phone' not like '900000001_'
  `.execute(database)

test('after any lives of orders the persons are those of the orders', async () => {
  const products = [tee.id, ...(await Promise.all([1, 2, 3].map(() => createTestProduct({ database })))).map(({ id }) => id)]
  await fc.assert(
    fc.asyncProperty(orderSteps, fc.boolean(), async (steps, isEarly) => {
      await database.deleteFrom('orders').execute()
      await liveOrders({
        database,
        steps,
        productIds: products,
        count: async () => [isEarly && (await givePhones()), await addReferrals({ database }), await count()],
      })
      await Promise.all([givePhones(), addReferrals({ database })])
      const { period, before, sums, orders, rows } = await readBuyers('?days=7')
      const sourcesOf = (name: 'figures' | 'before') =>
        Object.fromEntries(rows.filter((row) => row[name].persons > 0).map((row) => [`${row.kind} ${row.source}`, row[name].persons]))
      const add = await addPersons()
      expect({ figures: sums.figures, orders: orders.figures, sources: sourcesOf('figures') }).toEqual(add(period))
      expect({ figures: sums.before, orders: orders.before, sources: sourcesOf('before') }).toEqual(add(before))
    }),
    fuzzRuns({ runs: 30 }),
  )
})

test('only administrators with the right to reports read them', async () => {
  for (const path of ['/figures/buyers', '/figures/buyers/export']) {
    expect((await request('GET', path)).statusCode).toBe(401)
    expect((await request('GET', path, { cookies: (await signInShopper({ request })).cookies })).statusCode).toBe(403)
  }
})
