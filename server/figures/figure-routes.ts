import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DeliveryRow } from '#contract/figures/delivery-figures.ts'
import type { SalesRow } from '#contract/figures/figures.ts'
import type { SewingRow } from '#contract/figures/sewing.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type CsvCell, formatCsv } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { addSizes } from './add-sizes.ts'
import { findCountedSince } from './count-days.ts'
import { findPeriods } from './period-rules.ts'
import { readDeliveries } from './read-deliveries.ts'
import { readSalesRows, readSalesSums } from './read-sales.ts'
import { readSewingList } from './read-sewing-list.ts'
import { countWork, readSoldOut, readToday } from './read-today.ts'
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

const sewingColumns: Readonly<Record<string, (row: SewingRow) => CsvCell>> = {
  Product: ({ name }) => name,
  Size: ({ size }) => size,
  'To sew': ({ toSew }) => toSew,
  'In stock': ({ stock }) => stock,
  'Items sold': ({ sold }) => sold,
  'Hours sold out': ({ hoursSoldOut }) => hoursSoldOut,
  Missed: ({ missed }) => missed,
  Waiting: ({ waiting }) => waiting,
}

const deliveryColumns: Readonly<Record<string, (row: DeliveryRow) => CsvCell>> = {
  Name: ({ name }) => name,
  Sent: ({ figures }) => figures.sent,
  'Sent before': ({ before }) => before.sent,
  Delivered: ({ figures }) => figures.delivered,
  Refused: ({ figures }) => figures.refused,
  'Could not be delivered': ({ figures }) => figures.undelivered,
  'Not taken before': ({ before }) => before.refused + before.undelivered,
}

/** What sold and what came back, for administrators. All figures come from the sums of days. */
export function figureRoutes(api: FastifyInstance, { readDatabase: database }: { readDatabase: Database }): void {
  defineRoute(api, 'getSales', async ({ query: { page, by, q, ...query } }) => {
    const periods = findPeriods({ query, today: toIndianDay() })
    const [countedSince, sums, { rows, ...pages }] = await Promise.all([
      findCountedSince(database),
      readSalesSums({ database, ...periods }),
      readSalesRows({ database, ...periods, by, q, page }),
    ])
    const listed = by === 'product' ? await addSizes({ database, period: periods.period, rows }) : rows
    return { ...periods, countedSince, ...sums, rows: listed, ...pages }
  })

  defineRoute(api, 'exportSales', async ({ query: { by, q, ...query }, reply }) => {
    const { period, before } = findPeriods({ query, today: toIndianDay() })
    const { rows } = await readSalesRows({ database, period, before, by, q })
    return sendCsv({ reply, name: `sales-${period.from}-to-${period.to}`, columns: salesColumns, rows })
  })

  defineRoute(api, 'getSewingList', async ({ query }) => {
    const { period } = findPeriods({ query, today: toIndianDay() })
    const [countedSince, { all: _all, ...list }] = await Promise.all([findCountedSince(database), readSewingList({ database, period })])
    return { ...period, countedSince, ...list }
  })

  defineRoute(api, 'exportSewingList', async ({ query, reply }) => {
    const { period } = findPeriods({ query, today: toIndianDay() })
    const { all } = await readSewingList({ database, period })
    return sendCsv({ reply, name: `to-sew-${period.to}`, columns: sewingColumns, rows: all })
  })

  defineRoute(api, 'getToday', async () => {
    const [today, work, soldOut] = await Promise.all([readToday({ database }), countWork({ database }), readSoldOut({ database })])
    return { ...today, work: { ...work, soldOut: soldOut.total }, soldOut: soldOut.rows }
  })

  defineRoute(api, 'getDeliveryFigures', async ({ query: { by, ...query } }) => {
    const periods = findPeriods({ query, today: toIndianDay() })
    const [countedSince, deliveries] = await Promise.all([findCountedSince(database), readDeliveries({ database, ...periods, by })])
    return { ...periods, countedSince, ...deliveries }
  })

  defineRoute(api, 'exportDeliveryFigures', async ({ query: { by, ...query }, reply }) => {
    const { period, before } = findPeriods({ query, today: toIndianDay() })
    const { rows } = await readDeliveries({ database, period, before, by })
    return sendCsv({ reply, name: `deliveries-${period.from}-to-${period.to}`, columns: deliveryColumns, rows })
  })

  defineRoute(api, 'getUnsoldProducts', async ({ query: { page } }) => {
    const [countedSince, products] = await Promise.all([findCountedSince(database), readUnsoldProducts({ database, page })])
    return { countedSince, ...products }
  })
}

interface CsvReply<Row> {
  readonly reply: FastifyReply
  /** of the file, without its ending */
  readonly name: string
  readonly columns: Readonly<Record<string, (row: Row) => CsvCell>>
  readonly rows: readonly Row[]
}

/** Answers with all rows of a list as CSV. */
export function sendCsv<Row>({ reply, name, columns, rows }: CsvReply<Row>): string {
  const cells = rows.map((row) => Object.values(columns).map((read) => read(row)))
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
  return formatCsv({ columns: Object.keys(columns), rows: cells, hasMark: true })
}
