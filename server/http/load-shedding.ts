import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'
import { apiBase, ucpBase } from '#contract/api.ts'
import { AppError } from '../kernel/errors.ts'
import { shedRequests } from './metrics/metrics.ts'
import { pickRetryAfterSeconds, sendOverloadedPage } from './pages/overloaded-page.ts'

/** The mean of `sampleIntervalMs`. */
const defaultMaxEventLoopDelayMs = 1_000

/** Long enough that one pause of a shared machine, which may take a second or two, is not most of a sample. */
const sampleIntervalMs = 5_000

/** Fewer requests at once are always served: the event loop is late because the machine is, and sending visitors away frees nothing. */
export const minOpenRequests = 50

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

/**
 * Answers 503 with Retry-After, as JSON or as a page, while the event loop is later than `maxEventLoopDelayMs` (0: never) and at least
 * `minOpenRequests` are open.
 */
export async function shedLoad(
  app: FastifyInstance,
  { maxEventLoopDelayMs = defaultMaxEventLoopDelayMs }: { maxEventLoopDelayMs?: number | undefined } = {},
): Promise<void> {
  let openRequests = 0
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (isInjection(raw)) return done()
    openRequests++
    reply.raw.once('close', () => openRequests--)
    done()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    sampleInterval: sampleIntervalMs,
    pressureHandler(request: FastifyRequest, reply: FastifyReply) {
      // What a page calls in process is part of the page's request.
      if (openRequests < minOpenRequests || isInjection(request.raw)) return
      const { url = '' } = request.routeOptions
      if (exempt.some((start) => url.startsWith(start))) return
      shedRequests.inc()
      if (url.startsWith(apiBase) || url.startsWith(ucpBase)) throw new AppError('busy', { retryAfterSeconds: pickRetryAfterSeconds() })
      sendOverloadedPage(reply)
    },
  })
}
