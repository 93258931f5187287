import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiBase } from '#contract/api.ts'
import { AppError } from '../errors.ts'
import { shedRequests } from './metrics/metrics.ts'
import { pickRetryAfterSeconds, sendOverloadedPage } from './pages/overloaded-page.ts'

/** The mean of a second: a shared machine may pause for some hundred milliseconds without being overloaded. */
const defaultMaxEventLoopDelayMs = 1_000

/** Routes that are always served: monitoring, scripts of pages that are already open, and payments in progress. */
const exempt = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/assets/',
  `${apiBase}/payments/`,
  `${apiBase}/order/verify-payment`,
  `${apiBase}/order/payment/`,
]

/** Answers 503 with Retry-After while the event loop is later than `maxEventLoopDelayMs` (0: never), as JSON or as a page. */
export async function shedLoad(
  app: FastifyInstance,
  { maxEventLoopDelayMs = defaultMaxEventLoopDelayMs }: { maxEventLoopDelayMs?: number | undefined } = {},
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler(request: FastifyRequest, reply: FastifyReply) {
      const { url = '' } = request.routeOptions
      if (exempt.some((start) => url.startsWith(start))) return
      shedRequests.inc()
      if (url.startsWith(apiBase)) throw new AppError('busy', { retryAfterSeconds: pickRetryAfterSeconds() })
      sendOverloadedPage(reply)
    },
  })
}
