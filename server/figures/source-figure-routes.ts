import type { FastifyInstance } from 'fastify'
import type { BuyerFigures, BuyerRow } from '#contract/figures/buyer-figures.ts'
import type { CodeFigures, CodeRow } from '#contract/figures/code-figures.ts'
import type { SourceFigures, SourceRow } from '#contract/figures/source-figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { CsvCell } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { findCountedSince } from './count-days.ts'
import { sendCsv } from './figure-routes.ts'
import { findPeriods } from './period-rules.ts'
import { readBuyers } from './read-buyers.ts'
import { readCodes } from './read-codes.ts'
import { cutSources, readSources } from './read-sources.ts'

type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>

const sourceFigures: Readonly<Record<string, (figures: SourceFigures) => number>> = {
  Orders: ({ orders }) => orders,
  Sales: ({ sales }) => sales,
  Cancelled: ({ cancelled }) => cancelled,
  'Not taken': ({ notTaken }) => notTaken,
  Returned: ({ returned }) => returned,
}

/** Each figure, and the same of the period before. */
const withBefore = <Figures, Row extends { readonly figures: Figures; readonly before: Figures }>(
  figures: Readonly<Record<string, (figures: Figures) => CsvCell>>,
): Columns<Row> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, read]) => [
      [name, (row: Row) => read(row.figures)] as const,
      [`${name} before`, (row: Row) => read(row.before)] as const,
    ]),
  )

const sourceColumns: Columns<SourceRow> = {
  Kind: ({ kind }) => kind,
  Source: ({ source }) => source,
  Medium: ({ medium }) => medium,
  Campaign: ({ campaign }) => campaign,
  ...withBefore<SourceFigures, SourceRow>(sourceFigures),
}

const codeFigures: Readonly<Record<string, (figures: CodeFigures) => number>> = {
  Orders: ({ orders }) => orders,
  Sales: ({ sales }) => sales,
  'Came back': ({ returned }) => returned,
  Commission: ({ commission }) => commission,
  'Orders with returns': ({ returnedOrders }) => returnedOrders,
  Cancelled: ({ cancelled }) => cancelled,
  'Not taken': ({ notTaken }) => notTaken,
}

const codeColumns: Columns<CodeRow> = {
  Code: ({ code }) => code,
  Title: ({ title }) => title,
  'Commission in percent': ({ commissionPercent }) => commissionPercent,
  ...withBefore<CodeFigures, CodeRow>(codeFigures),
}

const buyerColumns: Columns<BuyerRow> = {
  Kind: ({ kind }) => kind,
  'Source of the first order': ({ source }) => source,
  ...withBefore<BuyerFigures, BuyerRow>({
    'New buyers': ({ persons }) => persons,
    'With a second order': ({ again }) => again,
    'Days to the second order': ({ daysToSecond }) => daysToSecond,
    'Orders until now': ({ orders }) => orders,
  }),
}

/** Where orders come from, for administrators: sources, codes of offers, and new buyers. */
export function sourceFigureRoutes(api: FastifyInstance, { readDatabase: database }: { readDatabase: Database }): void {
  defineRoute(api, 'getSourceFigures', async ({ query: { by, ...query } }) => {
    const periods = findPeriods({ query, today: toIndianDay() })
    const [countedSince, sources] = await Promise.all([findCountedSince(database), readSources({ database, ...periods, by })])
    return { ...periods, countedSince, ...cutSources(sources) }
  })

  defineRoute(api, 'exportSourceFigures', async ({ query: { by, ...query }, reply }) => {
    const { period, before } = findPeriods({ query, today: toIndianDay() })
    const { all } = await readSources({ database, period, before, by })
    return sendCsv({ reply, name: `sources-${period.from}-to-${period.to}`, columns: sourceColumns, rows: all })
  })

  defineRoute(api, 'getCodeFigures', async ({ query }) => {
    const periods = findPeriods({ query, today: toIndianDay() })
    const [countedSince, codes] = await Promise.all([findCountedSince(database), readCodes({ database, ...periods })])
    return { ...periods, countedSince, ...codes }
  })

  defineRoute(api, 'exportCodeFigures', async ({ query, reply }) => {
    const { period, before } = findPeriods({ query, today: toIndianDay() })
    const { rows } = await readCodes({ database, period, before })
    return sendCsv({ reply, name: `codes-${period.from}-to-${period.to}`, columns: codeColumns, rows })
  })

  defineRoute(api, 'getBuyerFigures', async ({ query }) => {
    const periods = findPeriods({ query, today: toIndianDay() })
    const [countedSince, buyers] = await Promise.all([findCountedSince(database), readBuyers({ database, ...periods })])
    return { ...periods, countedSince, ...buyers }
  })

  defineRoute(api, 'exportBuyerFigures', async ({ query, reply }) => {
    const { period, before } = findPeriods({ query, today: toIndianDay() })
    const { rows } = await readBuyers({ database, period, before })
    return sendCsv({ reply, name: `buyers-${period.from}-to-${period.to}`, columns: buyerColumns, rows })
  })
}
