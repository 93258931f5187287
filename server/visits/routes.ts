import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { countVisits, createVisitRecorder, readDailyVisits } from './store.ts'

export function visitRoutes(api: FastifyInstance, { database, reading }: Pick<Parts, 'database' | 'reading'>): void {
  const recorder = createVisitRecorder({ database })
  serve(api, 'logVisit', async ({ body }) => {
    await recorder.record(body.userAgent)
    return { message: 'Visit logged' }
  })
  serve(api, 'getDailyVisits', async ({ query }) => ({ days: await readDailyVisits({ database: reading, days: query.days }) }))
  serve(api, 'getTotalVisits', async () => ({ totalVisits: await countVisits({ database: reading }) }))
}
