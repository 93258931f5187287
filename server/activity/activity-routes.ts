import type { FastifyInstance } from 'fastify'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { createCsvStream } from '../csv/write-csv.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { activityColumns, exportActivity } from './export-activity.ts'
import { listActivity, listAdministrators } from './list-activity.ts'
import { recordActivity } from './record-activity.ts'

/** Files of one administrator. */
const exportLimit = { name: 'activity-exports', points: 30, seconds: 3_600, factor: 1 } as const

/** What administrators have done. */
export function activityRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  const limit = createRateLimit({ ...exportLimit, database })

  defineRoute(api, 'getActivity', async ({ query: { after, ...filter } }) => {
    const [page, administrators] = await Promise.all([listActivity({ database, filter, after }), listAdministrators({ database })])
    return { ...page, administrators }
  })

  defineRoute(api, 'exportActivity', async ({ query: filter, request, reply }) => {
    const { id: actorId } = requireUser(request)
    await limit.consume(actorId)
    await recordActivity({ database, actorId, call: 'exportActivity' })
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="activity-${toIndianDay()}.csv"`)
    return createCsvStream({ columns: activityColumns, parts: exportActivity({ database, filter }) })
  })
}
