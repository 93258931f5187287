import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { CodeFigures } from '#contract/figures/code-figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { createOffers } from '#testing/offers.ts'
import { liveOrders, orderSteps } from '#testing/order-lives.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { countChangedDays } from './count-days.ts'

const { request, database, cookies } = await startShop()
const offers = await createOffers({ request, database })
const tee = { ...(await createTestProduct({ database, price: 1_000, stock: 1_000 })), size: 'M' }
const count = () => countChangedDays({ database, signal: new AbortController().signal })
const readCodes = async (query = '?days=7') => {
  await count()
  return (await request('GET', `/figures/codes${query}`, { cookies })).json<CallReply<'GET /figures/codes'>>()
}

beforeEach(async () => {
  await database.deleteFrom('orders').execute()
  await count()
})

test('the commission is of what was sold with the code and did not come back', async () => {
  const { code, _id } = await offers.add({ kind: 'percent', percent: 10, commissionPercent: 15 })
  const items = [{ ...tee, quantity: 4 }]
  const place = async () => {
    const reply = await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder(items), offerCode: code, toPay: 3_600 } })
    expect([reply.statusCode, reply.json().error]).toEqual([201, undefined])
    return reply.json().order._id as string
  }
  const [sold, cancelled] = [await place(), await place()]
  await request('POST', '/guest/cashondelivery', { body: buildGuestOrder(items) })
  await sql`update orders set status = 'Cancelled' where id = ${cancelled}`.execute(database)
  const before = { orders: 0, sales: 0, returned: 0, returnedOrders: 0, cancelled: 0, notTaken: 0, commission: 0 }
  const first = { orders: 1, sales: 3_600, returned: 0, returnedOrders: 0, cancelled: 1, notTaken: 0, commission: 540 }
  const { rows, sums, days } = await readCodes()
  expect(rows).toMatchObject([{ offerId: _id, code, commissionPercent: 15, figures: first, before }])
  expect([sums, days.at(-1)]).toEqual([
    { figures: first, before },
    { day: toIndianDay(), orders: 1 },
  ])
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
    await request('POST', `/order/admin/${sold}/move`, { cookies, body: { to } })
  await sql`insert into returns (number, order_id, is_fault, fee_paise, refund_paise) values ('CODE-1', ${sold}, false, 0, 0)`.execute(
    database,
  )
  await sql`insert into return_lines (return_id, order_id, line, quantity, reason) select id, order_id, 1, 1, 'late' from returns`.execute(
    database,
  )
  await sql`update returns set state = 'accepted', accepted_at = now(), handover = 'send'`.execute(database)
  await sql`update return_lines set seen = '{}', restocked = 1, refunded = 1`.execute(database)
  await sql`update returns set state = 'received'`.execute(database)
  expect((await readCodes()).rows[0]?.figures).toMatchObject({ sales: 3_600, returned: 900, returnedOrders: 1, commission: 405 })
  const { body } = await request('GET', '/figures/codes/export?days=7', { cookies })
  expect(body.trim().split('\r\n')[1]).toMatch(new RegExp(`^${code},[^,]*,15,1,0,3600,0,900,0,405,0,1,0,1,0,0,0$`))
})

test('a percentage needs a code, and is a whole number up to 100', async () => {
  const { _id } = await offers.add({ commissionPercent: 20 })
  const read = async (id: string) => (await request('GET', `/offers/${id}`, { cookies })).json().offer
  expect((await read(_id)).commissionPercent).toBe(20)
  const { _id: automatic } = await offers.add({ code: null, commissionPercent: 20 })
  expect((await read(automatic)).commissionPercent).toBeNull()
  for (const commissionPercent of [0, 101, 1.5, '१०']) {
    const reply = await offers.send({ ...offers.buildDraft(), commissionPercent })
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['commissionPercent']])
  }
})

/** Adds up the lines of the listed orders by their code. */
async function addLines() {
  const { rows } = await sql<{ offerId: string; day: Date; id: string; status: string; paise: number; back: number; quantity: number }>`
    select offer_id as "offerId", placed_at as day, orders.id, status, coalesce(subtotal_paise + adjustment, 0) as paise, coalesce(quantity, 1) as quantity,
      coalesce((select sum(refunded) from return_lines join returns on return_id = returns.id where return_lines.order_id = orders.id
        and return_lines.line = lines.line and state in ('received', 'settled')), 0)::int as back
    from offer_uses join orders on orders.id = order_id
      left join (select order_id, line, quantity, subtotal_paise, adjustment_paise as adjustment from order_lines) as lines on lines.order_id = orders.id
    where exchange_return_id is null and not exists (select from archived_orders where archived_orders.order_id = orders.id)
  `.execute(database)
  return ({ from, to }: { from: string; to: string }) => {
    const found = rows.filter(({ day }) => toIndianDay(day) >= from && toIndianDay(day) <= to)
    const add = (lines: typeof rows): CodeFigures => {
      const orders = [...Map.groupBy(lines, ({ id }) => id).values()].map((of) => ({ status: of[0]?.status ?? '', of }))
      const having = (...statuses: string[]) => orders.filter(({ status }) => statuses.includes(status)).length
      const sold = lines.filter(({ status }) => !['Cancelled', 'Refused', 'Undelivered'].includes(status))
      const sales = sold.reduce((sum, { paise }) => sum + paise, 0)
      const returned = sold.reduce((sum, { paise, back, quantity }) => sum + Math.round((paise * back) / quantity), 0)
      return {
        orders: orders.length - having('Cancelled'),
        sales: sales / 100,
        returned: returned / 100,
        returnedOrders: orders.filter(({ of }) => of.some(({ back }) => back > 0)).length,
        cancelled: having('Cancelled'),
        notTaken: having('Refused', 'Undelivered'),
        commission: Math.round(((sales - returned) * 7) / 100) / 100,
      }
    }
    return Object.fromEntries([...Map.groupBy(found, ({ offerId }) => offerId)].map(([id, of]) => [id, add(of)]))
  }
}

test('after any lives of orders the codes add up to the lines of the orders', async () => {
  const products = [tee.id, ...(await Promise.all([1, 2, 3].map(() => createTestProduct({ database })))).map(({ id }) => id)]
  const [one, two] = [await offers.add({ commissionPercent: 7 }), await offers.add({ commissionPercent: 7 })]
  // Two of three orders have a code, from their first count on.
  const addUses = () =>
    sql`
      insert into offer_uses (offer_id, order_id, person, amount_paise)
      select case ascii(left(id::text, 1)) % 2 when 0 then ${one._id}::uuid else ${two._id}::uuid end, id, '\\x00', 0 from orders
      where ascii(right(id::text, 1)) % 3 > 0 and not exists (select from offer_uses where order_id = orders.id)
    `.execute(database)
  await fc.assert(
    fc.asyncProperty(orderSteps, async (steps) => {
      await database.deleteFrom('orders').execute()
      await liveOrders({ database, steps, productIds: products, count: async () => [await addUses(), await count()] })
      await addUses()
      const { period, before, rows } = await readCodes()
      const add = await addLines()
      for (const [name, of] of [
        ['figures', period],
        ['before', before],
      ] as const) {
        const shown = rows.filter((row) => row[name].orders + row[name].cancelled > 0)
        expect(Object.fromEntries(shown.map((row) => [row.offerId, row[name]]))).toEqual(add(of))
      }
    }),
    fuzzRuns({ runs: 30 }),
  )
})

test('only administrators with the right to reports read them', async () => {
  for (const path of ['/figures/codes', '/figures/codes/export']) {
    expect((await request('GET', path)).statusCode).toBe(401)
    expect((await request('GET', path, { cookies: (await signInShopper({ request })).cookies })).statusCode).toBe(403)
  }
})
