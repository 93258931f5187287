import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { maxViewedProducts } from '#contract/figures/funnel.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type VisitStep, visitSteps } from '#contract/kernel/visit-steps.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { countChangedDays } from './count-days.ts'

const { request, database, cookies } = await startShop()
const tee = { ...(await createTestProduct({ database, name: 'Tee', price: 500, stock: 1_000 })), size: 'M' }
const kurta = await createTestProduct({ database, name: 'Kurta' })
const dayMs = 86_400_000
const daysAgo = (days: number) => toIndianDay(Date.now() - days * dayMs)

beforeEach(async () => {
  for (const table of ['orders', 'daily_steps', 'daily_product_views', 'daily_sales', 'daily_order_sources'] as const)
    await database.deleteFrom(table).execute()
})

const reach = async (body: { step: VisitStep; after?: VisitStep; product?: string }) =>
  (await request('POST', '/track/step', { body })).statusCode
const count = () => countChangedDays({ database, signal: new AbortController().signal })
const read = async <Path extends 'funnel' | 'views'>(path: Path, query = '?days=7') => {
  await count()
  return (await request('GET', `/figures/${path}${query}`, { cookies })).json<CallReply<`GET /figures/${Path}`>>()
}
const listSteps = ({ steps }: CallReply<'GET /figures/funnel'>) => steps.map(({ visits, before }) => [visits, before])

test('a visit counts once at each step that it has reached, also at those it has left out', async () => {
  await Promise.all([
    reach({ step: 'visit' }),
    reach({ step: 'visit' }),
    reach({ step: 'product', after: 'visit', product: tee.id }),
    reach({ step: 'checkout', after: 'visit' }),
    reach({ step: 'product', after: 'checkout', product: tee.id }),
  ])
  await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), visit: {} } })
  await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })
  const reply = await read('funnel')
  expect(listSteps(reply)).toEqual([
    [2, 0],
    [2, 0],
    [1, 0],
    [1, 0],
    [1, 0],
  ])
  expect(reply.days.at(-1)).toEqual({ day: daysAgo(0), visits: 2, orders: 1 })
})

test('orders of days before the steps were counted are in no share', async () => {
  await reach({ step: 'visit' })
  await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), visit: {} } })
  await sql`update orders set placed_at = placed_at - interval '2 days'`.execute(database)
  expect(listSteps(await read('funnel')).at(-1)).toEqual([0, 0])
})

test('views of products are beside what was sold, and unknown products are no fault', async () => {
  for (const product of [tee.id, tee.id, kurta.id, crypto.randomUUID(), 'no id', '\u0000', `${'😀'.repeat(20)}\ud83d`])
    expect(await reach({ step: 'product', after: 'product', product })).toBe(201)
  await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 3 }]) })
  const { rows, sums, days } = await read('views')
  expect(rows.map(({ name, figures }) => [name, figures.views, figures.units])).toEqual([
    ['Tee', 2, 3],
    ['Kurta', 1, 0],
  ])
  expect([sums.figures, days.at(-1)?.visits]).toEqual([{ views: 3, units: 3 }, 3])
  expect(await database.selectFrom('daily_steps').selectAll().execute()).toEqual([])
  const { body } = await request('GET', '/figures/views/export?days=7', { cookies })
  expect(body.trim().split('\r\n')).toEqual(['Product,Views,Views before,Items sold,Items sold before', 'Tee,2,0,3,0', 'Kurta,1,0,0,0'])
})

test('what is cancelled or not taken is sold in neither period, and a product that was only cancelled is not listed', async () => {
  const toShipped = ['Confirmed', 'Packed', 'Shipped']
  const place = async (line: typeof tee & { quantity?: number }, days: number, statuses: readonly string[]) => {
    const { _id } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([line]) })).json().order
    for (const status of statuses) await sql`update orders set status = ${status} where id = ${_id}`.execute(database)
    await sql`update orders set placed_at = placed_at - make_interval(days => ${days}::int) where id = ${_id}`.execute(database)
  }
  for (const days of [0, 8]) {
    await place({ ...tee, quantity: 2 }, days, [])
    await place(tee, days, ['Cancelled'])
    await place(tee, days, [...toShipped, 'Refused'])
    await place(tee, days, [...toShipped, 'Undelivered'])
    await place({ ...tee, ...kurta }, days, ['Cancelled'])
  }
  const { rows, total, sums } = await read('views')
  expect([rows.map(({ name }) => name), total]).toEqual([['Tee'], 1])
  expect(sums).toEqual({ figures: { views: 0, units: 2 }, before: { views: 0, units: 2 } })
})

test('of products that were looked at and sold as often as others, those come first whose name does, also where the list ends', async () => {
  const ties = 130
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key)
    select 'Tie ' || lpad((${ties}::int - n)::text, 3, '0'), 'Soft.', 'TEE', 79900, 5, 'image' from generate_series(0, ${ties}::int - 1) as n
  `.execute(database)
  await sql`insert into daily_product_views select ${daysAgo(1)}::date, id, 4 from products where name like 'Tie %'`.execute(database)
  const { rows, total, sums } = await read('views')
  const names = Array.from({ length: ties }, (_, index) => `Tie ${String(index + 1).padStart(3, '0')}`)
  expect(rows.map(({ name }) => name)).toEqual(names.slice(0, maxViewedProducts))
  expect([total, sums.figures.views]).toEqual([ties, 4 * ties])
  const { body } = await request('GET', '/figures/views/export?days=7', { cookies })
  expect(body.trim().split('\r\n').slice(1)).toEqual(names.map((name) => `${name},4,0,0,0`))
})

const row = fc.record({
  age: fc.nat(13),
  step: fc.constantFrom(...visitSteps),
  product: fc.constantFrom(tee.id, kurta.id),
  number: fc.nat(90),
})

test('the figures of a period are the sums of its days, beside the days before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      for (const table of ['daily_steps', 'daily_product_views'] as const) await database.deleteFrom(table).execute()
      for (const { age, step, product, number } of rows) {
        await sql`insert into daily_steps values (${daysAgo(age)}, ${step}, ${number}) on conflict (day, step)
          do update set visits = daily_steps.visits + excluded.visits`.execute(database)
        await sql`insert into daily_product_views values (${daysAgo(age)}, ${product}, ${number}) on conflict (day, product_id)
          do update set views = daily_product_views.views + excluded.views`.execute(database)
      }
      const sum = (isOf: (each: (typeof rows)[number]) => boolean) => rows.filter(isOf).reduce((total, { number }) => total + number, 0)
      const [funnel, views] = [await read('funnel'), await read('views')]
      for (const { step, visits, before } of funnel.steps.slice(0, 4))
        expect([visits, before]).toEqual([
          sum((each) => each.step === step && each.age < 7),
          sum((each) => each.step === step && each.age >= 7),
        ])
      expect([views.sums.figures.views, views.sums.before.views]).toEqual([sum(({ age }) => age < 7), sum(({ age }) => age >= 7)])
      for (const { productId, figures } of views.rows)
        expect(figures.views).toBe(sum(({ product, age }) => product === productId && age < 7))
    }),
    fuzzRuns({ runs: 30 }),
  )
})

test('only administrators read them, and other steps are refused', async () => {
  const shopper = await signInShopper({ request })
  for (const path of ['funnel', 'funnel/export', 'views', 'views/export']) {
    expect((await request('GET', `/figures/${path}`)).statusCode).toBe(401)
    expect((await request('GET', `/figures/${path}`, { cookies: shopper.cookies })).statusCode).toBe(403)
  }
  expect((await request('POST', '/track/step', { body: { step: 'order' } })).statusCode).toBe(400)
})
