import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { sendPrepared } from './cached-response.ts'
import { observeRequest } from './metrics/metrics.ts'
import type { ResponseCache } from './response-cache.ts'

/** Enough for a zip file of 100 MB over a slow line. Bodies that stop arriving are ended by endSlowBodies. */
const requestTimeoutMs = 1_800_000

/** Fastify's default, which it sets on the servers that it creates itself. */
const keepAliveTimeoutMs = 72_000

interface HttpServerOptions {
  /** what Fastify does with a request */
  readonly handler: RequestListener
  readonly responseCache: ResponseCache | undefined
  readonly stopping: AbortSignal | undefined
  /** Fastify's, which exists when the first request arrives */
  readonly getLog: () => FastifyBaseLogger
}

/**
 * The server behind Fastify (`serverFactory`). It sends what the cache has ready without Fastify, whose request, reply and hooks
 * take half the time of such a reply. Everything else is Fastify's.
 */
export function createHttpServer({ handler, responseCache, stopping, getLog }: HttpServerOptions): Server {
  const listener: RequestListener = (request, response) => {
    // Fastify asks clients to close their connections while the process stops.
    const isSent = responseCache && !stopping?.aborted && sendCached({ request, response, responseCache, log: getLog() })
    if (!isSent) handler(request, response)
  }
  const timeouts = { requestTimeout: requestTimeoutMs, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 }
  return createServer({ ...timeouts, keepAliveTimeout: keepAliveTimeoutMs }, listener)
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly responseCache: ResponseCache
  readonly log: FastifyBaseLogger
}

/** Sends a reply that the cache has ready, with the log lines and the metrics of any other. Returns whether there was one. */
function sendCached({ request, response, responseCache, log }: Exchange): boolean {
  const startedAt = performance.now()
  const found = responseCache.findReply(request)
  if (!found) return false
  const { route, reply } = found
  const reqId = randomUUID()
  log.info({ reqId, req: { method: route.method, routeOptions: route } }, 'incoming request')
  sendPrepared(response, reply, ['x-request-id', reqId])
  const responseTime = performance.now() - startedAt
  observeRequest({ route, status: reply.status, seconds: responseTime / 1000 })
  log.info({ reqId, res: response, responseTime }, 'request completed')
  return true
}
