import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readPoolUsage } from '../database/pool-usage.ts'
import type { AppDependencies } from '../dependencies.ts'
import { AppError } from '../errors.ts'
import { joinMetrics, type Measured } from './aggregate-metrics.ts'
import { createFigures } from './business-metrics.ts'
import { isInProcess } from './in-process.ts'

// Of the process, not of an app: whoever answers a request, here or before the framework sees it, counts it the same way.
const processRegistry = new Registry()

const requestSeconds = new Histogram({
  name: 'shop_request_seconds',
  help: 'Time from the first line of a request to its answer, by route and class of status',
  labelNames: ['route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [processRegistry],
})

const shedRequests = new Counter({
  name: 'shop_shed_requests_total',
  help: 'Requests turned away because there was too much to do',
  registers: [processRegistry],
})

let isProcessMeasured = false

/** Figures of which several processes have one, the greatest: the latest start, the worst delay. The others are added up. */
const greatest = [
  'process_start_time_seconds',
  ...['', '_mean', '_stddev', '_p50', '_p90', '_p99'].map((which) => `nodejs_eventloop_lag${which}_seconds`),
]

/** Memory, processor time, garbage collection and the delay of the event loop, measured from the first app on. */
function measureProcess(): void {
  if (isProcessMeasured) return
  isProcessMeasured = true
  collectDefaultMetrics({ register: processRegistry })
  for (const name of greatest) Object.assign(processRegistry.getSingleMetric(name) ?? {}, { aggregator: 'max' })
}

/** Counts one answered request. `route` is its pattern, never its address: addresses are without number. */
export function observeRequest({ route, status, seconds }: { route: string; status: number; seconds: number }): void {
  requestSeconds.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds)
}

const keptCounts = new Map<string, { since: number }>()

new Counter({
  name: 'shop_kept_answers_total',
  help: 'Requests answered from memory before the framework sees them, by route; they are in no other figure',
  labelNames: ['route'],
  registers: [processRegistry],
  collect() {
    for (const [route, count] of keptCounts) {
      this.inc({ route }, count.since)
      count.since = 0
    }
  },
})

/** Counts answers from memory. A number that grows, because there are tens of thousands a second of them. */
export function countKept({ route }: { route: string }): () => void {
  const count = keptCounts.get(route) ?? { since: 0 }
  keptCounts.set(route, count)
  return () => {
    count.since += 1
  }
}

export function observeShed(): void {
  shedRequests.inc()
}

function nameRoute({ routeOptions, url, method }: FastifyRequest): string {
  const pattern = routeOptions.url
  if (pattern === undefined) return 'unknown'
  if (url.startsWith('/assets/')) return 'GET /assets/*'
  return `${method} ${pattern}`
}

/** Peers that are no stranger's: this machine and networks that the internet does not lead into. */
const nearby = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  nearby.addSubnet(network, prefix, 'ipv4')
nearby.addAddress('::1', 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')

const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * With METRICS_TOKEN whoever bears it. Without one only a near peer that came by itself: where a proxy stands in front,
 * every stranger would seem to be near.
 */
function mayRead({ request, settings }: { request: FastifyRequest; settings: AppDependencies['settings'] }): boolean {
  if (settings.METRICS_TOKEN) {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    return timingSafeEqual(digest(token), digest(settings.METRICS_TOKEN))
  }
  if (settings.TRUST_PROXY || settings.PUBLIC_URL || forwarded.some((name) => request.headers[name] !== undefined)) return false
  const peer = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return nearby.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')
}

/** The figures of several processes as those of one, in the Prometheus text format. */
function addUp(measured: readonly Measured[]): Promise<string> {
  const sum = AggregatorRegistry.aggregate([...measured])
  new Gauge({ name: 'shop_workers', help: 'Processes that serve and whose figures these are', registers: [sum] }).set(measured.length)
  return sum.metrics()
}

/** GET /metrics in the Prometheus text format: how this server's processes fare, what they answer, and what the shop has to do. */
export function serveMetrics(app: FastifyInstance, { database, settings }: Pick<AppDependencies, 'database' | 'settings'>): void {
  measureProcess()
  const figures = createFigures({ database })

  const poolRegistry = new Registry()
  new Gauge({
    name: 'shop_pool_connections',
    help: 'Connections to the database: open, idle, requests waiting for one, and as many as may be open',
    labelNames: ['state'],
    registers: [poolRegistry],
    collect() {
      for (const [state, count] of Object.entries(readPoolUsage({ database }) ?? {})) this.set({ state }, count)
    },
  })

  const readAll = joinMetrics({
    measure: async () => (await Promise.all([processRegistry.getMetricsAsJSON(), poolRegistry.getMetricsAsJSON()])).flat(),
  })

  app.addHook('onResponse', (request, reply, done) => {
    if (!isInProcess(request)) observeRequest({ route: nameRoute(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })

  app.get('/metrics', { logLevel: 'silent', schema: { hide: true } }, async (request, reply) => {
    if (!mayRead({ request, settings })) throw new AppError('not_found')
    const [measured, text] = await Promise.all([readAll(), figures.read()])
    return reply
      .type(processRegistry.contentType)
      .header('cache-control', 'no-store')
      .send([await addUp(measured), text].join('\n'))
  })
}
