import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readPoolUsage } from '../../database/pool-usage.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { createBusinessMetrics } from './business-metrics.ts'
import { reportMetrics, requestClusterMetrics } from './cluster-metrics.ts'
import { readDiskMetrics } from './disk-metrics.ts'
import { readReplicaMetrics } from './replica-metrics.ts'

// Metrics of the process, also when tests make several apps in it.
const processRegistry = new Registry()
reportMetrics(processRegistry)

const requestSeconds = new Histogram({
  name: 'shop_request_seconds',
  help: 'Duration of requests, by route and class of status',
  labelNames: ['route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [processRegistry],
})

export const shedRequests = new Counter({
  name: 'shop_shed_requests_total',
  help: 'Requests rejected because the process was overloaded',
  registers: [processRegistry],
})

new Gauge({ name: 'shop_workers', help: 'Processes that serve requests', registers: [processRegistry] }).set(1)

const poolConnections = new Gauge({
  name: 'shop_pool_connections',
  help: 'Database connections: open, idle, requests waiting for one, and the maximum',
  labelNames: ['state'],
  registers: [processRegistry],
})

export const cachedResponses = new Gauge({
  name: 'shop_response_cache_entries',
  help: 'Responses in the cache of pages and lists',
  registers: [processRegistry],
})

export const cachedBytes = new Gauge({
  name: 'shop_response_cache_bytes',
  help: 'Memory of the cache of pages and lists, estimated: each entry as sent and compressed, with its headers',
  registers: [processRegistry],
})

/** Metrics that show the maximum of several processes: the latest start, the worst delay. The others are summed. */
const maximumMetrics = [
  'process_start_time_seconds',
  ...['', '_mean', '_stddev', '_p50', '_p90', '_p99'].map((which) => `nodejs_eventloop_lag${which}_seconds`),
]

collectDefaultMetrics({ register: processRegistry })
for (const name of maximumMetrics) Object.assign(processRegistry.getSingleMetric(name) ?? {}, { aggregator: 'max' })

interface MeasuredRequest {
  /** undefined if no route has the URL of the request */
  readonly route: { readonly method: string; readonly url: string } | undefined
  readonly status: number
  readonly seconds: number
}

/** Counts a request by the pattern of its route, because URLs are unbounded. */
export function observeRequest({ route, status, seconds }: MeasuredRequest): void {
  const label = route ? `${route.method} ${route.url}` : 'unknown'
  requestSeconds.observe({ route: label, status: `${Math.floor(status / 100)}xx` }, seconds)
}

function findRoute({ routeOptions, url, method }: FastifyRequest): MeasuredRequest['route'] {
  if (routeOptions.url === undefined) return undefined
  return url.startsWith('/assets/') ? { method: 'GET', url: '/assets/*' } : { method, url: routeOptions.url }
}

/** Loopback and private networks. */
const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** An IP address, or a name that only the own network knows, such as localhost or that of a container. */
const isDirectHost = (hostname: string): boolean => !hostname.includes('.') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

/** With METRICS_TOKEN clients must send it; without it they must come from a private network, and not through a proxy. */
function mayRead({ request, settings }: { request: FastifyRequest; settings: Settings }): boolean {
  if (settings.METRICS_TOKEN) {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    return timingSafeEqual(sha256(token), sha256(settings.METRICS_TOKEN))
  }
  if (settings.TRUST_PROXY || settings.PUBLIC_URL || proxyHeaders.some((name) => request.headers[name] !== undefined)) return false
  // A proxy on this machine may send none of these headers, but it passes the name on that its visitor has asked for.
  if (!isDirectHost(request.hostname)) return false
  const peer = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return privateNetworks.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')
}

/** Measures every request of the app. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Pages call the API in process: that is part of the page's request.
    if (!isInjection(request.raw)) {
      observeRequest({ route: findRoute(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    }
    done()
  })
}

interface MetricsRouteOptions {
  readonly database: Database
  /** the replica of DATABASE_READ_URL, or the same database */
  readonly readDatabase: Database
  readonly settings: Settings
}

/** GET /metrics in the Prometheus text format: this server's processes together, and the shop's own figures. */
export function addMetricsRoute(app: FastifyInstance, { database, readDatabase, settings }: MetricsRouteOptions): void {
  const replica = readDatabase === database ? undefined : readDatabase
  const businessMetrics = createBusinessMetrics({ database, hasReplica: replica !== undefined })
  app.get('/metrics', { logLevel: 'silent', schema: { hide: true } }, async (request, reply) => {
    if (!mayRead({ request, settings })) throw new AppError('not_found')
    for (const [state, count] of Object.entries(readPoolUsage({ database }) ?? {})) poolConnections.set({ state }, count)
    const processes = cluster.isWorker ? requestClusterMetrics() : processRegistry.metrics()
    const texts = await Promise.all([
      processes,
      businessMetrics.read(),
      readReplicaMetrics({ replica }),
      readDiskMetrics({ folder: settings.DATA_DIR }),
    ])
    return reply.type(processRegistry.contentType).header('cache-control', 'no-store').send(texts.join('\n'))
  })
}
