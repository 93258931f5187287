import type { FastifyInstance } from 'fastify'
import type { SalesRow } from '#contract/figures/figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type CsvCell, formatCsv } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { findCountedSince } from './count-days.ts'
import { findPeriods } from './period-rules.ts'
import { readSalesRows, readSalesSums } from './read-sales.ts'
import { readUnsoldProducts } from './unsold-products.ts'

const salesColumns: Readonly<Record<string, (row: SalesRow) => CsvCell>> = {
  Product: ({ name }) => name,
  Size: ({ size }) => size,
  'Items sold': ({ figures }) => figures.units,
  'Items sold before': ({ before }) => before.units,
  Sales: ({ figures }) => figures.sales,
  'Sales before': ({ before }) => before.sales,
  Cancelled: ({ figures }) => figures.cancelled,
  Refused: ({ figures }) => figures.refused,
  'Could not be delivered': ({ figures }) => figures.undelivered,
  Returned: ({ figures }) => figures.returned,
  Stock: ({ stock }) => stock,
  'Days left': ({ daysLeft }) => daysLeft,
  Cost: ({ cost }) => cost,
}

/** What sold and what came back, for administrators. All figures come from the sums of days. */
export function figureRoutes(api: FastifyInstance, { readDatabase: database }: { readDatabase: Database }): void {
  defineRoute(api, 'getSales', async ({ query: { page, by, ...query } }) => {
    const periods = findPeriods({ query, today: toIndianDay() })
    const [countedSince, sums, rows] = await Promise.all([
      findCountedSince(database),
      readSalesSums({ database, ...periods }),
      readSalesRows({ database, ...periods, by, page }),
    ])
    return { ...periods, countedSince, ...sums, ...rows }
  })

  defineRoute(api, 'exportSales', async ({ query: { by, ...query }, reply }) => {
    const { period, before } = findPeriods({ query, today: toIndianDay() })
    const { rows } = await readSalesRows({ database, period, before, by })
    const cells = rows.map((row) => Object.values(salesColumns).map((read) => read(row)))
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="sales-${period.from}-to-${period.to}.csv"`)
    return formatCsv({ columns: Object.keys(salesColumns), rows: cells, hasMark: true })
  })

  defineRoute(api, 'getUnsoldProducts', async ({ query: { page } }) => {
    const [countedSince, products] = await Promise.all([findCountedSince(database), readUnsoldProducts({ database, page })])
    return { countedSince, ...products }
  })
}
