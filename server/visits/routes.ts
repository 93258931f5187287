import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ipRangeFactor } from '../database/rate-limit.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, readClientIpRange } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { countVisits, createVisitRecorder, readDailyVisits } from './repository.ts'
import { createStepRecorder } from './steps.ts'

/** Page views of one IP, in one process; five times as many of its network. Each storefront page sends one, so they are not counted in the database. */
const maxVisitsPerMinute = 60

/** Pages of products, carts and checkouts in the same way. */
const maxStepsPerMinute = 120

interface VisitDependencies {
  readonly database: Database
  readonly readDatabase: Database
  readonly settings: { readonly LIMITS_FACTOR: number }
}

/** Limits requests of an IP, and of its network, in this process. The function throws `AppError` (429). */
function createMemoryLimit(points: number) {
  const perIp = new RateLimiterMemory({ points, duration: 60 })
  const perRange = new RateLimiterMemory({ points: points * ipRangeFactor, duration: 60 })
  return async (request: FastifyRequest) => {
    try {
      await perIp.consume(readClientIp(request))
      await perRange.consume(readClientIpRange(request))
    } catch {
      throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
    }
  }
}

export function visitRoutes(api: FastifyInstance, { database, readDatabase, settings }: VisitDependencies): void {
  const recorder = createVisitRecorder({ database })
  const steps = createStepRecorder({ database })
  const consumeVisit = createMemoryLimit(Math.ceil(maxVisitsPerMinute * settings.LIMITS_FACTOR))
  const consumeStep = createMemoryLimit(Math.ceil(maxStepsPerMinute * settings.LIMITS_FACTOR))

  defineRoute(api, 'logVisit', async ({ body, request }) => {
    await consumeVisit(request)
    await recorder.record(body.userAgent)
    return { message: 'Visit logged' }
  })
  defineRoute(api, 'countStep', async ({ body, request }) => {
    await consumeStep(request)
    await steps.record(body)
    return { message: 'Counted' }
  })
  defineRoute(api, 'getDailyVisits', async ({ query }) => ({ days: await readDailyVisits({ database: readDatabase, days: query.days }) }))
  defineRoute(api, 'getTotalVisits', async () => ({ totalVisits: await countVisits({ database: readDatabase }) }))
}
