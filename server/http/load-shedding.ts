import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiBase } from '#contract/calls.ts'
import { errorText } from '#contract/errors.ts'
import { sendsBody } from './bodies.ts'
import { isInProcess } from './in-process.ts'
import { createLoadLimit, type LoadLimit, type Visit } from './load-limit.ts'
import { observeShed } from './metrics.ts'
import { busyPage, busyPolicy } from './overloaded-page.ts'
import { letWaitingIn } from './response-cache.ts'

/** Milliseconds between looks back. */
const adjustEveryMs = 250

/** Seconds after which someone turned away may come again, spread out so that they do not come all at once. */
const waits = { least: 2, most: 6 } as const

/**
 * Routes never turned away: for whoever watches the server, and money that is already moving. Sign-ins, pictures and uploads
 * have bounds of their own, and calls that wait for the payment provider are slow without being work.
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

const buying = [`${apiBase}/guest/`, `${apiBase}/cod/`, `${apiBase}/cart`, `${apiBase}/order`]
const buyingPages = ['/homecart', '/orderNow', '/UserDashboard']

const startsWithAny = (url: string, starts: readonly string[]) => starts.some((start) => url.startsWith(start))

/** By its pattern: one address can be written in many ways, and what is missing below a path of calls is a page. */
const readRoute = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? ''

const isExempt = (request: FastifyRequest) =>
  startsWithAny(readRoute(request), exempt) ||
  (request.method === 'PATCH' && readRoute(request).startsWith(`${apiBase}/products/`)) ||
  isInProcess(request)

const apiBody = JSON.stringify({ error: errorText('busy'), message: errorText('busy'), code: 'busy' })

const asksApi = (request: FastifyRequest) => readRoute(request).startsWith(apiBase)

/** Rendering is work of this process, a read is mostly the database's. */
const pageWeight = 2

const readVisit = (request: FastifyRequest): Visit => ({
  isBuyer: startsWithAny(readRoute(request), buying) || startsWithAny(request.url, buyingPages),
  weight: asksApi(request) ? 1 : pageWeight,
})

/** Past everything that an answer goes through otherwise: it must cost nearly nothing. */
function turnAway({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
  const isApi = asksApi(request)
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
  letWaitingIn({ maker: request.raw, isShared: false })
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

  const enter = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const leave = limit.enter(readVisit(request))
    if (!leave) return false
    request.leavePlace = leave
    // Also when the visitor has gone away before the answer.
    reply.raw.once('close', leave)
    return true
  }
  app.decorateRequest('leavePlace', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request)) return done()
    // Waiting for the rest of a request is no work. It takes a place when it is here, and is not waited for without one.
    const isLetIn = sendsBody(request) ? limit.mayEnter(readVisit(request)) : enter(request, reply)
    if (!isLetIn) return turnAway({ request, reply })
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (!sendsBody(request) || isExempt(request) || enter(request, reply)) return done()
    turnAway({ request, reply })
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    // How long the answer travels does not matter: that is up to whoever reads it, or does not.
    request.leavePlace?.()
    done()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** gives back the places that it has; once is enough, and twice is once */
    leavePlace: (() => void) | undefined
  }
}
