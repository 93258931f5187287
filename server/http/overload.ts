import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiBase } from '#contract/calls.ts'
import { messages } from '#contract/messages.ts'
import { busyPage, busyPolicy } from './busy-page.ts'
import { isInProcess } from './in-process.ts'
import { createLoadLimit, type LoadLimit } from './load-limit.ts'
import { observeShed } from './metrics.ts'

/** Milliseconds between looks back. */
const adjustEveryMs = 250

/** Seconds after which someone turned away may come again, spread out so that they do not come all at once. */
const waits = { least: 2, most: 6 } as const

/**
 * Never turned away: whoever watches the server, and money that is already moving. Sign-ins, pictures and uploads have
 * bounds of their own, and calls that wait for the payment provider are slow without being work.
 */
const exempt = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/assets/',
  '/images/',
  `${apiBase}/payments/`,
  `${apiBase}/order/create-order`,
  `${apiBase}/order/verify-payment`,
  `${apiBase}/order/payment/`,
  `${apiBase}/users/login`,
  `${apiBase}/products/createProduct`,
]

const buying = [`${apiBase}/guest/`, `${apiBase}/cod/`, `${apiBase}/cart`, `${apiBase}/order`, '/homecart', '/orderNow', '/UserDashboard']

const startsWithAny = (url: string, starts: readonly string[]) => starts.some((start) => url.startsWith(start))

const isExempt = (request: FastifyRequest) =>
  startsWithAny(request.url, exempt) ||
  (request.method === 'PATCH' && request.url.startsWith(`${apiBase}/products/`)) ||
  isInProcess(request)

const apiBody = JSON.stringify({ error: messages.busy, message: messages.busy, code: 'busy' })

/** Rendering is work of this process, a read is mostly the database's. */
const pageWeight = 2

/** Past everything that an answer goes through otherwise: it must cost nearly nothing. */
function turnAway({ reply, isApi }: { reply: FastifyReply; isApi: boolean }): void {
  observeShed()
  reply.hijack()
  reply.raw.writeHead(503, {
    'retry-after': String(waits.least + Math.floor(Math.random() * (waits.most - waits.least + 1))),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': busyPolicy,
    'content-type': isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
  })
  reply.raw.end(isApi ? apiBody : busyPage)
}

/**
 * Turns requests away at the door, before anything is read or asked, when there are more than can be answered soon:
 * those who only look first, those who buy last. The others are answered as on any day.
 */
export function shedOverload(app: FastifyInstance, { limit = createLoadLimit() }: { limit?: LoadLimit } = {}): void {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const timer = setInterval(() => {
    // The monitor's own ten milliseconds are not lag.
    limit.adjust({ lag: Math.max(0, delays.mean / 1e6 - 10) || 0 })
    delays.reset()
  }, adjustEveryMs).unref()

  app.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request)) return done()
    const isApi = request.url.startsWith(apiBase)
    const leave = limit.enter({ isBuyer: startsWithAny(request.url, buying), weight: isApi ? 1 : pageWeight })
    if (!leave) return turnAway({ reply, isApi })
    // Also when the visitor has gone away before the answer.
    reply.raw.once('close', leave)
    done()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
}
