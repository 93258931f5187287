import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { issueRequested } from '../../tax/invoice-requests.ts'
import { filterOrders } from '../desk/admin-list.ts'
import { filterView, isOldestFirst, listFoundProblems } from '../desk/order-views.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { readSearchTerms } from '../search/search-orders.ts'
import { readDaySummary } from './day-summary.ts'
import { exportOrders } from './export-orders.ts'
import { readOrdersToPrint } from './orders-to-print.ts'

/** Files of one administrator. Each may contain every shopper. */
const exportLimit = { name: 'order-exports', points: 30, seconds: 3_600, factor: 1 } as const

/** What administrators print, download and read about many orders. */
export function orderReportRoutes(api: FastifyInstance, { database, readDatabase, payments, shopSettings }: OrderDependencies): void {
  const limit = createRateLimit({ ...exportLimit, database })

  defineRoute(api, 'getOrdersToPrint', async ({ body: { numbers, issueInvoices } }) => {
    const printed = await readOrdersToPrint({ database, numbers })
    if (issueInvoices) await issueRequested({ database, settings: shopSettings.current, orderIds: printed.orders.map(({ _id }) => _id) })
    return printed
  })

  defineRoute(api, 'exportOrders', async ({ query: { rows, ...query }, request, reply }) => {
    const { id: actorId } = requireUser(request)
    await limit.consume(actorId)
    // Search words may be a name or a phone: only which filters were set is logged.
    const audit = { actorId, rows, filters: Object.keys(query) }
    request.log.info(audit, 'Orders are exported')
    await recordActivity({ database, actorId, call: 'exportOrders' })
    const { view, q, ...filter } = query
    const terms = await readSearchTerms({ database: readDatabase, q })
    const settings = shopSettings.current
    const foundProblems = view === 'problems' ? await listFoundProblems({ database, payments, settings }) : []
    const file = await exportOrders({
      database: readDatabase,
      orders: view
        ? filterView({ database: readDatabase, view, terms, foundProblems })
        : filterOrders({ database: readDatabase, filter, terms }),
      rows,
      oldestFirst: view !== undefined && isOldestFirst(view),
      onEnd: (count) => request.log.info({ ...audit, count }, 'Orders were exported'),
    })
    const day = toIndianDay()
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="orders-${day}.csv"`)
    return file
  })

  defineRoute(api, 'getDaySummary', ({ query }) => readDaySummary({ database: readDatabase, day: query.day }))
}
