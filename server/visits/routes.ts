import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ipRangeFactor } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, readClientIpRange } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { countVisits, createVisitRecorder, readDailyVisits } from './repository.ts'

/** Page views of one IP, in one process; five times as many of its network. Each storefront page sends one, so they are not counted in the database. */
const maxVisitsPerMinute = 60

interface VisitDependencies {
  readonly database: Database
  readonly readDatabase: Database
  readonly settings: { readonly LIMITS_FACTOR: number }
}

export function visitRoutes(api: FastifyInstance, { database, readDatabase, settings }: VisitDependencies): void {
  const recorder = createVisitRecorder({ database })
  const points = Math.ceil(maxVisitsPerMinute * settings.LIMITS_FACTOR)
  const perIp = new RateLimiterMemory({ points, duration: 60 })
  const perRange = new RateLimiterMemory({ points: points * ipRangeFactor, duration: 60 })

  defineRoute(api, 'logVisit', async ({ body, request }) => {
    try {
      await perIp.consume(readClientIp(request))
      await perRange.consume(readClientIpRange(request))
    } catch {
      throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
    }
    await recorder.record(body.userAgent)
    return { message: 'Visit logged' }
  })
  defineRoute(api, 'getDailyVisits', async ({ query }) => ({ days: await readDailyVisits({ database: readDatabase, days: query.days }) }))
  defineRoute(api, 'getTotalVisits', async () => ({ totalVisits: await countVisits({ database: readDatabase }) }))
}
