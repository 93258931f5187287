import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type DeliveryRates, type DeliveryRow, estimateFreight } from '#contract/figures/delivery-figures.ts'
import type { SalesRow, UnsoldProduct } from '#contract/figures/figures.ts'
import { maxSewingRows, type SewingRow } from '#contract/figures/sewing.ts'
import type { PlacedFigures } from '#contract/figures/today.ts'
import { toIndianDay, toIndianTime } from '#contract/kernel/indian-time.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { protectText } from '../csv/spreadsheet-rules.ts'
import { type CsvCell, createCsvStream, formatCsv } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { readDailyOrders } from '../orders/desk/admin-list.ts'
import { readDailyVisits } from '../visits/repository.ts'
import { addSizes } from './add-sizes.ts'
import { findCountedSince } from './count-days.ts'
import { findPeriods } from './period-rules.ts'
import { readFreight } from './profit/profit-rates.ts'
import { readDeliveries } from './read-deliveries.ts'
import { readAllSales, readSalesRows, readSalesSums } from './read-sales.ts'
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

const unsoldColumns: Readonly<Record<string, (row: UnsoldProduct) => CsvCell>> = {
  Product: ({ name }) => name,
  'In stock': ({ stock }) => stock,
  Worth: ({ amount }) => amount,
  'Last order': ({ lastSold }) => lastSold,
}

interface TodayLine {
  readonly day: string
  /** in India */
  readonly time: string
  readonly untilNow: PlacedFigures
  /** null for today */
  readonly whole: PlacedFigures | null
}

const todayColumns: Readonly<Record<string, (row: TodayLine) => CsvCell>> = {
  Day: ({ day }) => day,
  Until: ({ time }) => time,
  'Orders until then': ({ untilNow }) => untilNow.orders,
  'Sales until then': ({ untilNow }) => untilNow.sales,
  'Orders of the day': ({ whole }) => whole?.orders ?? null,
  'Sales of the day': ({ whole }) => whole?.sales ?? null,
}

type DayLine = Awaited<ReturnType<typeof readDailyOrders>>[number] & { readonly visits: number }

const dayColumns: Readonly<Record<string, (row: DayLine) => CsvCell>> = {
  Day: ({ day }) => day,
  Visits: ({ visits }) => visits,
  Orders: ({ orders, cancelled }) => orders - cancelled,
  Sales: ({ takings }) => toRupees(takings),
  'COD due': ({ codDue }) => toRupees(codDue),
}

interface DeliveryLine extends DeliveryRow {
  readonly rates: DeliveryRates
}

const deliveryColumns: Readonly<Record<string, (row: DeliveryLine) => CsvCell>> = {
  Name: ({ name }) => name,
  Sent: ({ figures }) => figures.sent,
  'Sent before': ({ before }) => before.sent,
  Delivered: ({ figures }) => figures.delivered,
  Refused: ({ figures }) => figures.refused,
  'Could not be delivered': ({ figures }) => figures.undelivered,
  'Not taken before': ({ before }) => before.refused + before.undelivered,
  'Estimated freight of parcels not taken': estimateFreight,
  'Estimated freight before': ({ before, rates }) => estimateFreight({ figures: before, rates }),
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
    const parts = readAllSales({ database, period, before, by, q })
    return sendCsvParts({ reply, name: `sales-${period.from}-to-${period.to}`, columns: salesColumns, parts })
  })

  defineRoute(api, 'getSewingList', async ({ query }) => {
    const { period } = findPeriods({ query, today: toIndianDay() })
    const [countedSince, list] = await Promise.all([findCountedSince(database), readSewingList({ database, period, limit: maxSewingRows })])
    return { ...period, countedSince, ...list }
  })

  defineRoute(api, 'exportSewingList', async ({ query, reply }) => {
    const { period } = findPeriods({ query, today: toIndianDay() })
    const { rows } = await readSewingList({ database, period })
    return sendCsv({ reply, name: `to-sew-${period.to}`, columns: sewingColumns, rows })
  })

  defineRoute(api, 'getToday', async () => {
    const [today, work, soldOut] = await Promise.all([readToday({ database }), countWork({ database }), readSoldOut({ database })])
    return { ...today, work: { ...work, soldOut: soldOut.total }, soldOut: soldOut.rows }
  })

  defineRoute(api, 'exportToday', async ({ reply }) => {
    const { day, until, today, weekdays } = await readToday({ database })
    const time = toIndianTime(Date.parse(until)).slice(-5)
    const rows = [{ day, untilNow: today, whole: null }, ...weekdays].map((row) => ({ ...row, time }))
    return sendCsv({ reply, name: `today-${day}`, columns: todayColumns, rows })
  })

  defineRoute(api, 'exportVisitsAndSales', async ({ query, reply }) => {
    const days = Number(query.days)
    const [orders, visits] = await Promise.all([readDailyOrders({ database, days }), readDailyVisits({ database, days })])
    const visitsByDay = new Map(visits.map((day) => [day.day, day.visits]))
    const rows = orders.map((row) => ({ ...row, visits: visitsByDay.get(row.day) ?? 0 }))
    return sendCsv({ reply, name: `visits-and-sales-${rows[0]?.day}-to-${rows.at(-1)?.day}`, columns: dayColumns, rows })
  })

  defineRoute(api, 'getDeliveryFigures', async ({ query: { by, ...query } }) => {
    const periods = findPeriods({ query, today: toIndianDay() })
    const [countedSince, deliveries, rates] = await Promise.all([
      findCountedSince(database),
      readDeliveries({ database, ...periods, by }),
      readFreight({ database }),
    ])
    return { ...periods, countedSince, ...deliveries, rates }
  })

  defineRoute(api, 'exportDeliveryFigures', async ({ query: { by, ...query }, reply }) => {
    const { period, before } = findPeriods({ query, today: toIndianDay() })
    const { rows } = await readDeliveries({ database, period, before, by })
    const rates = await readFreight({ database })
    const lines = rows.map((row) => ({ ...row, rates }))
    return sendCsv({ reply, name: `deliveries-${period.from}-to-${period.to}`, columns: deliveryColumns, rows: lines })
  })

  defineRoute(api, 'getUnsoldProducts', async ({ query: { page } }) => {
    const [countedSince, products] = await Promise.all([findCountedSince(database), readUnsoldProducts({ database, page })])
    return { countedSince, ...products }
  })

  defineRoute(api, 'exportUnsoldProducts', async ({ reply }) => {
    const { products } = await readUnsoldProducts({ database })
    return sendCsv({ reply, name: `not-sold-${toIndianDay()}`, columns: unsoldColumns, rows: products })
  })
}

interface CsvReply<Row> {
  readonly reply: FastifyReply
  /** of the file, without its ending */
  readonly name: string
  readonly columns: Readonly<Record<string, (row: Row) => CsvCell>>
}

const toCells = <Row>(columns: CsvReply<Row>['columns'], rows: readonly Row[]) =>
  rows.map((row) =>
    Object.values(columns).map((read) => {
      const cell = read(row)
      return typeof cell === 'string' ? protectText(cell) : cell
    }),
  )

const setCsvHeaders = ({ reply, name }: { reply: FastifyReply; name: string }) =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)

/** Answers with all rows of a list as CSV. */
export function sendCsv<Row>({ reply, name, columns, rows }: CsvReply<Row> & { rows: readonly Row[] }): string {
  setCsvHeaders({ reply, name })
  return formatCsv({ columns: Object.keys(columns), rows: toCells(columns, rows), hasMark: true })
}

/** Answers with the parts of a long list as CSV, one after another. */
export function sendCsvParts<Row>({ reply, name, columns, parts }: CsvReply<Row> & { parts: AsyncIterable<readonly Row[]> }): Readable {
  setCsvHeaders({ reply, name })
  async function* readCells() {
    for await (const rows of parts) yield toCells(columns, rows)
  }
  return createCsvStream({ columns: Object.keys(columns), parts: readCells() })
}
