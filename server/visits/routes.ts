import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { countVisits, createVisitRecorder, readDailyVisits } from './repository.ts'

export function visitRoutes(api: FastifyInstance, { database, readDatabase }: { database: Database; readDatabase: Database }): void {
  const recorder = createVisitRecorder({ database })
  defineRoute(api, 'logVisit', async ({ body }) => {
    await recorder.record(body.userAgent)
    return { message: 'Visit logged' }
  })
  defineRoute(api, 'getDailyVisits', async ({ query }) => ({ days: await readDailyVisits({ database: readDatabase, days: query.days }) }))
  defineRoute(api, 'getTotalVisits', async () => ({ totalVisits: await countVisits({ database: readDatabase }) }))
}
