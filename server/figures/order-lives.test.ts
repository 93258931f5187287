import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { DeliveryFigures } from '#contract/figures/delivery-figures.ts'
import type { SalesFigures } from '#contract/figures/figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { liveOrders, orderSteps } from '#testing/order-lives.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countChangedDays } from './count-days.ts'

const { request, database } = await createTestApp()
const { cookies } = await signInAdministrator({ request, database })
const products = [
  await createTestProduct({ database, sizes: { M: 1, L: 2 } }),
  await createTestProduct({ database }),
  await createTestProduct({ database }),
  await createTestProduct({ database }),
]
const count = () => countChangedDays({ database, signal: new AbortController().signal })

const nothing: SalesFigures = { units: 0, sales: 0, cancelled: 0, refused: 0, undelivered: 0, returned: 0 }
type Sums = Record<string, SalesFigures>

/** Adds up the lines of the orders that are listed, by a key of a line. */
async function addLines() {
  const orders = await database.selectFrom('orders').selectAll().execute()
  const archived = new Set((await database.selectFrom('archived_orders').select('order_id').execute()).map((row) => row.order_id))
  const lines = await database.selectFrom('order_lines').selectAll().execute()
  const back = await database
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_id')
    .select(['return_lines.order_id', 'line', 'refunded', 'state'])
    .execute()
  const listed = orders.filter(({ id }) => !archived.has(id))
  const rows = listed.flatMap((order) =>
    lines
      .filter((line) => line.order_id === order.id)
      .map((line) => {
        const isSold = !['Cancelled', 'Refused', 'Undelivered'].includes(order.status)
        const of = (status: string) => (order.status === status ? line.quantity : 0)
        const returned = back
          .filter((row) => row.order_id === order.id && row.line === line.line && (row.state === 'received' || row.state === 'settled'))
          .reduce((sum, row) => sum + (row.refunded ?? 0), 0)
        const paise = isSold ? line.price_paise * line.quantity + line.adjustment_paise : 0
        const figures = {
          units: isSold ? line.quantity : 0,
          cancelled: of('Cancelled'),
          refused: of('Refused'),
          undelivered: of('Undelivered'),
          returned,
        }
        return { day: toIndianDay(order.placed_at), product: line.product_id, size: line.size ?? '', paise, figures }
      }),
  )
  const sum = ({ from, to, key }: { from: string; to: string; key: (row: (typeof rows)[number]) => string }): Sums => {
    const found = Map.groupBy(
      rows.filter(({ day }) => day >= from && day <= to),
      key,
    )
    const add = (of: typeof rows): SalesFigures => ({
      ...of.reduce((sums, { figures }) => mapValues(figures, (value, name) => value + sums[name]), nothing),
      sales: toRupees(of.reduce((paise, row) => paise + row.paise, 0) as never),
    })
    return Object.fromEntries([...found].map(([name, of]) => [name, add(of)]))
  }
  const isCounted = ({ from, to }: { from: string; to: string }) =>
    listed.filter(({ placed_at, status }) => toIndianDay(placed_at) >= from && toIndianDay(placed_at) <= to && status !== 'Cancelled')
      .length
  const parcels = await database.selectFrom('shipments').selectAll().execute()
  const sumParcels = ({ from, to, key }: { from: string; to: string; key: 'pin' | 'courier' }) => {
    const sent = listed.filter(
      ({ placed_at, status }) =>
        toIndianDay(placed_at) >= from &&
        toIndianDay(placed_at) <= to &&
        ['Shipped', 'Delivered', 'Refused', 'Undelivered'].includes(status),
    )
    const readKey = ({ id, delivery_address: { pinCode } }: (typeof sent)[number]) =>
      key === 'pin' ? pinCode.replace(/\D/g, '').slice(0, 3) : (parcels.find(({ order_id }) => order_id === id)?.courier ?? '')
    const add = (orders: typeof sent): DeliveryFigures => {
      const of = (name: string) => orders.filter(({ status }) => status === name).length
      return { sent: orders.length, delivered: of('Delivered'), refused: of('Refused'), undelivered: of('Undelivered') }
    }
    return Object.fromEntries([...Map.groupBy(sent, readKey)].map(([name, orders]) => [name, add(orders)]))
  }
  return { sum, isCounted, sumParcels }
}

const mapValues = (figures: Omit<SalesFigures, 'sales'>, change: (value: number, name: keyof SalesFigures) => number) => {
  const entries = Object.entries(figures) as [keyof SalesFigures, number][]
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value, name)])) as unknown as SalesFigures
}

const isSomething = (figures: SalesFigures) => Object.values(figures).some((value) => value !== 0)
const withoutNothing = (sums: Sums): Sums => Object.fromEntries(Object.entries(sums).filter(([, figures]) => isSomething(figures)))

test('after any lives of orders the sales are what the lines of the orders add up to', async () => {
  const readSales = async (by: string) =>
    (await request('GET', `/figures/sales?days=7&by=${by}`, { cookies })).json<CallReply<'GET /figures/sales'>>()
  await fc.assert(
    fc.asyncProperty(orderSteps, async (steps) => {
      await database.deleteFrom('orders').execute()
      await liveOrders({ database, steps, productIds: products.map(({ id }) => id), count })
      await count()
      const { sum, isCounted, sumParcels } = await addLines()
      const [byProduct, bySize] = [await readSales('product'), await readSales('size')]
      const { period, before, sums, days } = byProduct
      expect(sums.figures).toEqual(sum({ ...period, key: () => 'all' }).all ?? nothing)
      expect(sums.before).toEqual(sum({ ...before, key: () => 'all' }).all ?? nothing)
      expect([sums.orders, sums.ordersBefore]).toEqual([isCounted(period), isCounted(before)])
      for (const [reply, key] of [
        [byProduct, ({ product }: { product: string }) => product],
        [bySize, ({ product, size }: { product: string; size: string }) => `${product} ${size}`],
      ] as const) {
        const shown = (name: 'figures' | 'before') => withoutNothing(Object.fromEntries(reply.rows.map((row) => [row._id, row[name]])))
        expect(shown('figures')).toEqual(withoutNothing(sum({ ...period, key })))
        expect(shown('before')).toEqual(withoutNothing(sum({ ...before, key })))
      }
      const byDay = sum({ ...period, key: ({ day }) => day })
      expect(days).toEqual(days.map(({ day }) => ({ day, units: byDay[day]?.units ?? 0, sales: byDay[day]?.sales ?? 0 })))
      for (const key of ['pin', 'courier'] as const) {
        const { rows } = (await request('GET', `/figures/deliveries?days=7&by=${key}`, { cookies })).json<
          CallReply<'GET /figures/deliveries'>
        >()
        const names: Record<string, string> = { DTDC: 'dtdc', Ekart: 'ekart' }
        for (const [name, from] of [
          ['figures', period],
          ['before', before],
        ] as const) {
          const shown = rows.filter((row) => row[name].sent > 0).map((row) => [names[row.name] ?? row.name, row[name]])
          expect(Object.fromEntries(shown)).toEqual(sumParcels({ ...from, key }))
        }
      }
    }),
    fuzzRuns({ runs: 100 }),
  )
})
