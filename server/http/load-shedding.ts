import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiBase } from '#contract/calls.ts'
import { AppError } from '../errors.ts'
import { countShedRequest } from './metrics.ts'
import { sendOverloadedPage } from './overloaded-page.ts'

/** The mean of a second: a shared machine may pause for some hundred milliseconds without being overloaded. */
const defaultMaxEventLoopDelayMs = 1_000
/** Spread, so that rejected clients do not return all at once. */
const retryAfterSeconds = { min: 2, max: 6 } as const

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

const isExempt = ({ routeOptions }: FastifyRequest) => exempt.some((start) => routeOptions.url?.startsWith(start))

const isApi = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith(apiBase) === true

export function pickRetryAfterSeconds(): number {
  return retryAfterSeconds.min + Math.floor(Math.random() * (retryAfterSeconds.max - retryAfterSeconds.min + 1))
}

/** Answers 503 with Retry-After while the event loop is later than `maxEventLoopDelayMs` (0: never), as JSON or as a page. */
export async function shedLoad(
  app: FastifyInstance,
  { maxEventLoopDelayMs = defaultMaxEventLoopDelayMs }: { maxEventLoopDelayMs?: number | undefined } = {},
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler(request: FastifyRequest, reply: FastifyReply) {
      if (isExempt(request)) return
      countShedRequest()
      const seconds = pickRetryAfterSeconds()
      if (isApi(request)) throw new AppError('busy', { retryAfterSeconds: seconds })
      sendOverloadedPage({ reply, retryAfterSeconds: seconds })
    },
  })
}
