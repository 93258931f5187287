import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'
import { defineRoute } from '../http/define-route.ts'
import { countVisits, createVisitRecorder, readDailyVisits } from './repository.ts'

export function visitRoutes(
  api: FastifyInstance,
  { database, readDatabase: reading }: Pick<AppDependencies, 'database' | 'readDatabase'>,
): void {
  const recorder = createVisitRecorder({ database })
  defineRoute(api, 'logVisit', async ({ body }) => {
    await recorder.record(body.userAgent)
    return { message: 'Visit logged' }
  })
  defineRoute(api, 'getDailyVisits', async ({ query }) => ({ days: await readDailyVisits({ database: reading, days: query.days }) }))
  defineRoute(api, 'getTotalVisits', async () => ({ totalVisits: await countVisits({ database: reading }) }))
}
