import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { SourceFigures } from '#contract/figures/source-figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { type Provider, startProvider } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { addReferrals, liveOrders, orderSteps } from '#testing/order-lives.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { deleteShopperNotes } from '../accounts/privacy/shopper-notes.ts'
import { countChangedDays } from './count-days.ts'

const provider: Provider = await startProvider()
const shop = await createTestApp({ gateways: provider.gateways })
const { request, database } = shop
const { cookies } = await signInAdministrator({ request, database })
const run = createJobRunner(shop)
const tee = { ...(await createTestProduct({ database, price: 500, stock: 10_000 })), size: 'M' }
const count = () => countChangedDays({ database, signal: new AbortController().signal })

afterEach(async () => {
  await sql`truncate payments cascade`.execute(database)
  await database.deleteFrom('orders').execute()
  await count()
})

const placeGuest = async (visit?: unknown) => {
  const reply = await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), visit } })
  expect(reply.statusCode).toBe(201)
  return reply.json().order._id as string
}
const readSources = async (query = '') => {
  await count()
  return (await request('GET', `/figures/sources${query}`, { cookies })).json<CallReply<'GET /figures/sources'>>()
}
const listRows = ({ rows }: Awaited<ReturnType<typeof readSources>>) =>
  rows.map(({ kind, source, medium, campaign, figures: { orders } }) => [kind, source, medium, campaign, orders])

test('every door that places an order is counted as what it is', async () => {
  await placeGuest({ source: 'Instagram', medium: 'Story', campaign: 'Diwali', host: 'l.instagram.com' })
  await placeGuest()
  const shopper = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  const ofAccount = { ...address, visit: { clickName: 'gclid', clickId: 'abc' } }
  const accounts = await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: ofAccount })
  expect([accounts.statusCode, accounts.json().error]).toEqual([201, undefined])
  const online = await startGuestCheckout({ request, database, provider, quantity: 1, more: { visit: { host: 'www.google.co.in' } } })
  await online.verify((await online.pay()).browser.response)
  const entered = {
    products: [{ product: tee.id, size: 'M', quantity: 1 }],
    totalPrice: 500,
    payment: 'on delivery',
    deliveryAddress: address,
  }
  for (const channel of ['fair', undefined])
    expect((await request('POST', '/order/admin', { cookies, body: { ...entered, channel } })).statusCode).toBe(201)
  const reply = await readSources('?by=campaign')
  expect(listRows(reply).toSorted()).toEqual([
    ['entered', '', '', '', 1],
    ['entered', 'fair', '', '', 1],
    ['not known', '', '', '', 1],
    ['visit', 'google', 'cpc', '', 1],
    ['visit', 'google', 'organic', '', 1],
    ['visit', 'instagram', 'story', 'diwali', 1],
  ])
  expect(reply.sums.figures.orders).toBe(6)
})

const nested = { source: { toString: 'x' }, medium: ['a'], campaign: null, host: 1 }
test.each<[string, unknown, readonly unknown[]]>([
  ['a text', 'utm_source=x', ['not known', '', '', '']],
  ['a list', ['a'], ['not known', '', '', '']],
  ['null', null, ['not known', '', '', '']],
  ['other types', nested, ['visit', 'direct', '', '']],
  ['a long text', { source: 'x'.repeat(5_000) }, ['visit', 'x'.repeat(100), '', '']],
  [
    'halves of emoji and zero bytes',
    { source: 'a\u0000b\ud83d', campaign: `${'😀'.repeat(300)}` },
    ['visit', 'a b\ufffd', '', '😀'.repeat(50)],
  ],
  ['a name of every object', { clickName: 'constructor', clickId: 'x' }, ['visit', 'direct', '', '']],
  ['a script and marks of direction', { source: '<script>\u202e\u200fa' }, ['visit', '<script>a', '', '']],
  ['digits of other scripts', { source: '१२३', medium: ' E  mail\n' }, ['visit', '१२३', 'e mail', '']],
])('a visit that is %s refuses no order', async (_title, visit, row) => {
  await placeGuest(visit)
  expect(listRows(await readSources('?by=campaign'))).toEqual([[...row, 1]])
})

test('the same order sent again from another visit is placed once', async () => {
  const body = buildGuestOrder([tee])
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await request('POST', '/guest/cashondelivery', { headers, body: { ...body, visit: { source: 'a' } } })
  const second = await request('POST', '/guest/cashondelivery', { headers, body: { ...body, visit: { source: 'b' } } })
  expect([second.statusCode, second.json()]).toEqual([201, first.json()])
  expect(listRows(await readSources())).toEqual([['visit', 'a', '', '', 1]])
})

test('after 90 days the source of an order is deleted, and its sums stay', async () => {
  const id = await placeGuest({ source: 'mela' })
  await sql`update orders set placed_at = placed_at - interval '89 days'`.execute(database)
  await count()
  await sql`update order_referrals set stored_at = now() - interval '91 days'`.execute(database)
  await run('purge-order-referrals')
  expect(await database.selectFrom('order_referrals').selectAll().execute()).toEqual([])
  await sql`update orders set status = 'Cancelled' where id = ${id}`.execute(database)
  expect(listRows(await readSources('?days=90'))).toEqual([['visit', 'mela', '', '', 1]])
})

test('an erasure request deletes the source of its orders only', async () => {
  const [erased, other] = [await placeGuest({ source: 'a' }), await placeGuest({ source: 'b' })]
  await sql`update orders set delivery_address = jsonb_set(delivery_address, '{phone}', '"9000000001"') where id = ${erased}`.execute(
    database,
  )
  await deleteShopperNotes({ database, userId: null, phones: ['9000000001'], emails: [] })
  expect(await database.selectFrom('order_referrals').select('order_id').execute()).toEqual([{ order_id: other }])
})

test('the file has both periods, and ids of campaigns with all their digits', async () => {
  await placeGuest({ source: 'mela', medium: '2-3', campaign: '120210000000000123' })
  await count()
  const { body } = await request('GET', '/figures/sources/export?by=campaign', { cookies })
  const [head, row] = body.trim().split('\r\n')
  expect(head).toBe(
    'Kind,Source,Medium,Campaign,Orders,Orders before,Sales,Sales before,Cancelled,Cancelled before,Not taken,Not taken before,Returned,Returned before',
  )
  expect(row).toBe("visit,mela,'2-3,'120210000000000123,1,0,500,0,0,0,0,0,0,0")
})

/** Adds up the listed orders by their source. */
async function addOrders() {
  const { rows: orders } = await sql<{ day: Date; key: string; status: string; paise: number; isReturned: boolean }>`
    select placed_at as day, status, to_pay_paise as paise,
      exists (select from returns join return_lines on return_id = returns.id where returns.order_id = orders.id
        and state in ('received', 'settled') and refunded > 0) as "isReturned",
      case when exists (select from order_events where order_id = orders.id and event = 'Placed' and actor = 'admin')
        then 'entered ' || coalesce(source, '') else coalesce('visit ' || source, 'not known ') end as key
    from orders left join order_referrals on order_id = orders.id
    where exchange_return_id is null and not exists (select from archived_orders where order_id = orders.id)
  `.execute(database)
  return ({ from, to }: { from: string; to: string }) => {
    const found = orders.filter(({ day }) => toIndianDay(day) >= from && toIndianDay(day) <= to)
    const add = (of: typeof orders): SourceFigures => ({
      orders: of.filter(({ status }) => status !== 'Cancelled').length,
      sales: toRupees(
        of
          .filter(({ status }) => !['Cancelled', 'Refused', 'Undelivered'].includes(status))
          .reduce((sum, { paise }) => sum + paise, 0) as never,
      ),
      cancelled: of.filter(({ status }) => status === 'Cancelled').length,
      notTaken: of.filter(({ status }) => status === 'Refused' || status === 'Undelivered').length,
      returned: of.filter(({ isReturned }) => isReturned).length,
    })
    return { all: add(found), rows: Object.fromEntries([...Map.groupBy(found, ({ key }) => key)].map(([key, of]) => [key, add(of)])) }
  }
}

test('after any lives of orders the sources and the last step of visits add up to the orders', async () => {
  const products = [tee.id, ...(await Promise.all([1, 2, 3].map(() => createTestProduct({ database })))).map(({ id }) => id)]
  await fc.assert(
    fc.asyncProperty(orderSteps, fc.nat(15), async (steps, age) => {
      await database.deleteFrom('orders').execute()
      await database.deleteFrom('daily_steps').execute()
      const since = toIndianDay(Date.now() - age * 86_400_000)
      await sql`insert into daily_steps values (${since}, 'visit', 1)`.execute(database)
      await liveOrders({ database, steps, productIds: products, count: async () => [await addReferrals({ database }), await count()] })
      await addReferrals({ database })
      const { period, before, sums, rows, days } = await readSources('?days=7')
      const sales = (await request('GET', '/figures/sales?days=7', { cookies })).json<CallReply<'GET /figures/sales'>>()
      expect(sums.figures.orders).toBe(sales.sums.orders)
      expect(days.reduce((sum, { orders }) => sum + orders, 0)).toBe(sums.figures.orders)
      const add = await addOrders()
      const { steps: shown } = (await request('GET', '/figures/funnel?days=7', { cookies })).json<CallReply<'GET /figures/funnel'>>()
      const ordered = [period, before].map(({ from, to }) => {
        const visits = Object.entries(add({ from: [from, since].toSorted()[1] ?? from, to }).rows).filter(([key]) =>
          key.startsWith('visit '),
        )
        return visits.reduce((sum, [, { orders, cancelled }]) => sum + orders + cancelled, 0)
      })
      expect(shown.filter(({ step }) => step === 'order')).toEqual([{ step: 'order', visits: ordered[0], before: ordered[1] }])
      for (const [name, of] of [
        ['figures', period],
        ['before', before],
      ] as const) {
        const expected = add(of)
        expect(sums[name]).toEqual(expected.all)
        const shown = rows.filter((row) => row[name].orders + row[name].cancelled > 0)
        expect(Object.fromEntries(shown.map((row) => [`${row.kind} ${row.source}`, row[name]]))).toEqual(expected.rows)
      }
    }),
    fuzzRuns({ runs: 50 }),
  )
})

test('only administrators with the right to reports read them', async () => {
  for (const path of ['/figures/sources', '/figures/sources/export']) {
    expect((await request('GET', path)).statusCode).toBe(401)
    expect((await request('GET', path, { cookies: (await signInShopper({ request })).cookies })).statusCode).toBe(403)
  }
})
