import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { deliveryGroups } from '#contract/figures/delivery-figures.ts'
import { type SalesFigures, unsoldDays } from '#contract/figures/figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { liveOrders, orderSteps } from '#testing/order-lives.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { noSales, readOrderSums } from '#testing/sum-order-lives.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countChangedDays } from './count-days.ts'

const { request, database } = await createTestApp()
const { cookies } = await signInAdministrator({ request, database })
const dayMs = 86_400_000
const createdAt = new Date(Date.now() - 300 * dayMs)
await sql`update products set status = 'archived'`.execute(database)
const products = [
  await createTestProduct({ database, sizes: { M: 1, L: 2 }, createdAt }),
  await createTestProduct({ database, createdAt }),
  await createTestProduct({ database, createdAt }),
  await createTestProduct({ database, createdAt }),
].map(({ id }) => id)
await listAllToSew()
const count = () => countChangedDays({ database, signal: new AbortController().signal })

/** Somebody waits for each size, and the stock ledger does not begin today. */
async function listAllToSew(): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from stock_movements`.execute(trx)
  })
  await sql`
    insert into restock_requests (product_id, size, email, recipient, confirmed_at)
    select id, coalesce(size, ''), 'asha@example.com', 'asha@example.com', now()
    from products left join product_sizes on product_id = id where id = any(${products}::uuid[])
  `.execute(database)
}

const isSomething = (figures: SalesFigures) => Object.values(figures).some((value) => value !== 0)
const get = async (path: string) => (await request('GET', `/figures/${path}`, { cookies })).json()

type Sums = Awaited<ReturnType<typeof readOrderSums>>

/** 90 days are read from sums of their own. */
const compareSales = async (sums: Sums) => {
  for (const days of [7, 90]) await compareSalesOf(days, sums)
}

async function compareSalesOf(length: number, { sumSales, countOrders }: Sums): Promise<void> {
  const readSales = (by: string): Promise<CallReply<'GET /figures/sales'>> => get(`sales?days=${length}&by=${by}`)
  const [byProduct, bySize] = [await readSales('product'), await readSales('size')]
  const { period, before, sums, days } = byProduct
  expect(sums.figures).toEqual(sumSales({ ...period, key: () => 'all' }).all ?? noSales)
  expect(sums.before).toEqual(sumSales({ ...before, key: () => 'all' }).all ?? noSales)
  expect([sums.orders, sums.ordersBefore]).toEqual([countOrders(period), countOrders(before)])
  for (const [reply, key] of [
    [byProduct, ({ product }: { product: string }) => product],
    [bySize, ({ product, size }: { product: string; size: string }) => `${product} ${size}`],
  ] as const) {
    const shown = (name: 'figures' | 'before') =>
      Object.fromEntries(reply.rows.filter((row) => isSomething(row[name])).map((row) => [row._id, row[name]]))
    expect(shown('figures')).toEqual(sumSales({ ...period, key }))
    expect(shown('before')).toEqual(sumSales({ ...before, key }))
  }
  const ranks = bySize.rows.map(({ figures }) => figures.sales)
  expect(ranks).toEqual(ranks.toSorted((one, other) => other - one))
  const ofSizes = byProduct.rows.flatMap(({ productId, sizes = [] }) => sizes.map(({ size, units }) => [`${productId} ${size}`, units]))
  const sold = bySize.rows.filter(({ size, figures }) => size !== '' && figures.units > 0)
  expect(Object.fromEntries(ofSizes)).toEqual(Object.fromEntries(sold.map(({ _id, figures }) => [_id, figures.units])))
  const byDay = sumSales({ ...period, key: ({ day }) => day })
  expect(days).toEqual(days.map(({ day }) => ({ day, units: byDay[day]?.units ?? 0, sales: byDay[day]?.sales ?? 0 })))
}

async function compareDeliveries({ sumParcels }: Sums): Promise<void> {
  const names: Record<string, string> = { DTDC: 'dtdc', Ekart: 'ekart', Karnataka: 'karnataka', Delhi: 'delhi' }
  for (const by of deliveryGroups) {
    const { rows, period, before }: CallReply<'GET /figures/deliveries'> = await get(`deliveries?days=7&by=${by}`)
    const shown = (name: 'figures' | 'before' | 'onDelivery') =>
      Object.fromEntries(rows.filter((row) => (row[name]?.sent ?? 0) > 0).map((row) => [names[row.name] ?? row.name, row[name]]))
    expect(shown('figures')).toEqual(sumParcels({ ...period, by }))
    expect(shown('before')).toEqual(sumParcels({ ...before, by }))
    if (by === 'pin') expect(shown('onDelivery')).toEqual(sumParcels({ ...period, by, payment: 'on delivery' }))
  }
}

async function compareToday({ sumPlaced }: Sums): Promise<void> {
  const { day, until, today, weekdays }: CallReply<'GET /figures/today'> = await get('today')
  const startOf = (of: string) => new Date(`${of}T00:00:00+05:30`)
  const after = (of: Date, days: number) => new Date(of.getTime() + days * dayMs)
  expect(today).toEqual(sumPlaced({ from: startOf(day), until: after(startOf(day), 1) }))
  expect(weekdays).toEqual(
    [7, 14, 21, 28].map((daysAgo) => {
      const from = after(startOf(day), -daysAgo)
      return {
        day: toIndianDay(from),
        untilNow: sumPlaced({ from, until: after(new Date(until), -daysAgo) }),
        whole: sumPlaced({ from, until: after(from, 1) }),
      }
    }),
  )
}

async function compareUnsold({ findLastDay }: Sums): Promise<void> {
  const reply: CallReply<'GET /figures/unsold'> = await get('unsold')
  const since = toIndianDay(Date.now() - unsoldDays * dayMs)
  const lastDays = products.map((product) => [product, findLastDay(product)] as const)
  const unsold = lastDays.filter(([, last]) => last === null || last <= since)
  expect(Object.fromEntries(reply.products.map(({ _id, lastSold }) => [_id, lastSold]))).toEqual(Object.fromEntries(unsold))
}

async function compareSewing({ sumOrdered }: Sums): Promise<void> {
  const { from, to, rows }: CallReply<'GET /figures/sewing'> = await get('sewing?days=30')
  expect(rows).toHaveLength(5)
  const expected = rows.map(({ productId: product, size }) => sumOrdered({ from, to, product, ...(size !== '' && { size }) }))
  expect(rows.map(({ sold }) => sold)).toEqual(expected)
}

test('after any lives of orders all figures are what the rows of the orders add up to', async () => {
  await fc.assert(
    fc.asyncProperty(orderSteps, async (steps) => {
      await database.deleteFrom('orders').execute()
      await liveOrders({ database, steps, productIds: products, count })
      await count()
      const sums = await readOrderSums({ database })
      for (const compare of [compareSales, compareDeliveries, compareToday, compareUnsold, compareSewing]) await compare(sums)
    }),
    fuzzRuns({ runs: 40 }),
  )
})
