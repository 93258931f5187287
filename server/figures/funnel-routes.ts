import type { FastifyInstance } from 'fastify'
import type { PeriodQuery } from '#contract/figures/figures.ts'
import type { FunnelRow, ViewRow } from '#contract/figures/funnel.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { CsvCell } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { findCountedSince } from './count-days.ts'
import { sendCsv, sendCsvParts } from './figure-routes.ts'
import { findPeriods } from './period-rules.ts'
import { readAllProductViews, readFunnel, readProductViews } from './read-funnel.ts'

const stepColumns: Readonly<Record<string, (row: FunnelRow) => CsvCell>> = {
  Step: ({ step }) => step,
  Visits: ({ visits }) => visits,
  'Visits before': ({ before }) => before,
}

const viewColumns: Readonly<Record<string, (row: ViewRow) => CsvCell>> = {
  Product: ({ name }) => name,
  Views: ({ figures }) => figures.views,
  'Views before': ({ before }) => before.views,
  'Items sold': ({ figures }) => figures.units,
  'Items sold before': ({ before }) => before.units,
}

/** How far visits came and what they looked at, for administrators. */
export function funnelRoutes(api: FastifyInstance, { readDatabase: database }: { readDatabase: Database }): void {
  const findQueried = (query: PeriodQuery) => findPeriods({ query, today: toIndianDay() })

  defineRoute(api, 'getFunnel', async ({ query }) => {
    const periods = findQueried(query)
    const [countedSince, funnel] = await Promise.all([findCountedSince(database), readFunnel({ database, ...periods })])
    return { ...periods, countedSince, ...funnel }
  })

  defineRoute(api, 'exportFunnel', async ({ query, reply }) => {
    const periods = findQueried(query)
    const { steps } = await readFunnel({ database, ...periods })
    return sendCsv({ reply, name: `visits-${periods.period.from}-to-${periods.period.to}`, columns: stepColumns, rows: steps })
  })

  defineRoute(api, 'getProductViews', async ({ query }) => {
    const periods = findQueried(query)
    const [countedSince, views] = await Promise.all([findCountedSince(database), readProductViews({ database, ...periods })])
    return { ...periods, countedSince, ...views }
  })

  defineRoute(api, 'exportProductViews', async ({ query, reply }) => {
    const periods = findQueried(query)
    const parts = readAllProductViews({ database, ...periods })
    return sendCsvParts({ reply, name: `views-${periods.period.from}-to-${periods.period.to}`, columns: viewColumns, parts })
  })
}
