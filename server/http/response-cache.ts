import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { publicCacheControl } from '#contract/api.ts'
import { type CachedResponse, ownBytes, type PreparedReply, prepareReply, sendPrepared } from './cached-response.ts'
import { cachedBytes, cachedResponses } from './metrics/metrics.ts'

const maxBytes = 16 * 2 ** 20
/** Notifications invalidate the cache at once; this bounds the age of an entry if a notification is lost. */
const maxAgeMs = 5_000
/** A UUID without its first eight digits: a pattern that begins with a hyphen skips most of a page. */
const idPattern = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const firstDigits = 8

/** The ids in a response: what shows a product has its id. */
function findIds(text: string): Set<string> {
  const ids = new Set<string>()
  for (const { index, 0: rest } of text.matchAll(idPattern)) ids.add(text.slice(index - firstDigits, index) + rest)
  return ids
}

const hasAny = ({ ids, of }: { ids: ReadonlySet<string>; of: ReadonlySet<string> }) => [...of].some((id) => ids.has(id))

const hasBody = (headers: IncomingHttpHeaders) => headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Whether a proxy says at which address it was asked: Fastify knows which proxies are trusted. */
const isForwarded = (headers: IncomingHttpHeaders) =>
  headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined

/**
 * For a cache in front of the shop, which may answer with what is two seconds old, and up to five while it asks again: nginx reads the first
 * header, CDNs the second one (RFC 9213). Browsers ask each time, as `publicCacheControl` says.
 */
const sharedCacheHeaders = { 'x-accel-expires': '5', 'cdn-cache-control': 'public, max-age=2, stale-while-revalidate=3' } as const

/** Headers that belong to one reply and not to the cached response. */
const replyHeaders = /^(x-request-id|x-ratelimit-.*|date|connection|keep-alive|content-length|content-encoding|transfer-encoding|vary)$/

/** A response being made, for which other requests of the same key wait. Resolves to whether they may share it. */
interface Fill {
  readonly key: string
  readonly generation: number
  /** products whose stock has changed since the request began */
  readonly changed: Set<string>
  finish(isShared: boolean): void
}

/** A response to a request that had none in the cache. */
interface Made {
  readonly fill: Fill
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly payload: unknown
}

export interface ResponseCache {
  /** adds the hooks that look up and store; register it before every other hook that costs time */
  register(app: FastifyInstance): void
  /** the reply to a request that has arrived, if it can be sent at once, and its route */
  findReply(request: IncomingMessage): { route: CachedResponse['route']; reply: PreparedReply } | undefined
  /** the parsed body of the cached JSON response to a call in process; undefined if there is none. Shared, so it must not be changed */
  readJson(call: { url: string; host: string }): unknown
  /** data that cached responses show has changed; with ids, only responses that show one of these products */
  invalidate(products?: readonly string[]): void
  /** changes are being notified: responses may be stored */
  enable(): void
  /** changes are no longer notified: nothing is stored or served until `enable` */
  disable(): void
}

/**
 * Caches public responses (`publicCacheControl`) of routes whose config says `cacheable`. Concurrent requests for a missing entry
 * wait for the first one. Disabled until `enable` is called. `publicUrl`: without it pages contain the host of the request. `isShared`: a cache
 * in front of the shop may keep them, too.
 */
export function createResponseCache({ publicUrl, isShared = false }: { publicUrl: string | undefined; isShared?: boolean }): ResponseCache {
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    ttl: maxAgeMs,
    sizeCalculation: ({ body }, key) => Math.ceil(body.length * 1.5) + key.length + 4_096,
  })
  const measureEntries = () => {
    cachedResponses.set(entries.size)
    cachedBytes.set(entries.calculatedSize)
  }
  const inFlight = new Map<string, Promise<boolean>>()
  const fills = new Set<Fill>()
  let generation = 0
  let isEnabled = false

  const toKey = ({ url, protocol, host }: Pick<FastifyRequest, 'url' | 'protocol' | 'host'>) =>
    publicUrl === undefined ? `${url} ${protocol} ${host}` : url

  function lookUp({ request, reply, done }: { request: FastifyRequest; reply: FastifyReply; done: () => void }): void {
    const key = toKey(request)
    const entry = isEnabled ? entries.get(key) : undefined
    const pending = isEnabled ? inFlight.get(key) : undefined
    if (entry) {
      void sendEntry({ entry, request, reply })
    } else if (pending) {
      void pending.then((isShared) => (isShared ? lookUp({ request, reply, done }) : done()))
    } else {
      if (isEnabled) startFill({ key, request, reply })
      done()
    }
  }

  function startFill({ key, request, reply }: { key: string; request: FastifyRequest; reply: FastifyReply }): void {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    inFlight.set(key, promise)
    const finish = (mayShare: boolean) => {
      if (inFlight.get(key) === promise) inFlight.delete(key)
      fills.delete(fill)
      resolve(mayShare)
    }
    const fill: Fill = { key, generation, changed: new Set(), finish }
    fills.add(fill)
    request.cacheFill = fill
    // The client may disconnect before there is a response: then another request makes it.
    reply.raw.once('close', () => finish(true))
  }

  /** Stores a public response, unless products have changed since its request began. Returns its body. */
  function store({ fill, request, reply, payload }: Made): Buffer | undefined {
    const isPublic = reply.statusCode === 200 && reply.getHeader('cache-control') === publicCacheControl && !reply.hasHeader('set-cookie')
    if (!isPublic || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return undefined
    const body = ownBytes(payload)
    const etag = `W/"${hash('sha1', body, 'base64')}"`
    reply.header('etag', etag)
    // A change that came while the response was made may be missing in it.
    const ids = findIds(String(payload))
    if (fill.generation !== generation || hasAny({ ids, of: fill.changed }) || !isEnabled) return body
    if (isShared) reply.headers(sharedCacheHeaders)
    const headers = Object.fromEntries(
      Object.entries(reply.getHeaders()).flatMap(([name, value]) => (replyHeaders.test(name) ? [] : [[name, String(value)]])),
    )
    const shared = { ...headers, vary: 'accept-encoding', 'x-cache': 'HIT' }
    const route = { method: request.method, url: request.routeOptions.url ?? '' }
    entries.set(fill.key, { route, headers: shared, etag, body, ids, prepared: {}, compressing: {} })
    measureEntries()
    return body
  }

  return {
    register(app) {
      app.decorateRequest('cacheFill', undefined)
      app.addHook('onRequest', (request, reply, done) => {
        if (request.method !== 'GET' || request.routeOptions.config.cacheable !== true) return done()
        lookUp({ request, reply, done })
      })
      // Before the hooks of compression and ETags: hooks run in the order of their registration.
      app.addHook('onSend', (request, reply, payload, done) => {
        const fill = request.cacheFill
        request.cacheFill = undefined
        const body = fill && store({ fill, request, reply, payload })
        fill?.finish(body !== undefined)
        done(null, body ?? payload)
      })
    },
    findReply({ method, url = '', headers }) {
      if (!isEnabled || method !== 'GET' || hasBody(headers) || (publicUrl === undefined && isForwarded(headers))) return undefined
      const entry = entries.get(toKey({ url, protocol: 'http', host: headers.host ?? '' }))
      const reply = entry && prepareReply(entry, headers)
      return reply && !(reply instanceof Promise) ? { route: entry.route, reply } : undefined
    },
    readJson(call) {
      const entry = isEnabled ? entries.get(toKey({ ...call, protocol: 'http' })) : undefined
      if (entry) entry.json ??= JSON.parse(entry.body.toString())
      return entry?.json
    },
    invalidate(products) {
      if (products === undefined) {
        generation += 1
        entries.clear()
        return measureEntries()
      }
      const changed = new Set(products)
      for (const fill of fills) for (const id of changed) fill.changed.add(id)
      for (const [key, { ids }] of entries.entries()) if (hasAny({ ids, of: changed })) entries.delete(key)
      measureEntries()
    },
    enable() {
      generation += 1
      isEnabled = true
    },
    disable() {
      isEnabled = false
      entries.clear()
      measureEntries()
    },
  }
}

/** Answers from the cache with the headers of the entry, as a whole: the hooks of other replies have nothing to add. */
async function sendEntry({ entry, request, reply }: { entry: CachedResponse; request: FastifyRequest; reply: FastifyReply }) {
  const prepared = await prepareReply(entry, request.headers)
  // The headers of this request: its id, and the end of the connection when the process stops.
  const own = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])
  reply.hijack()
  sendPrepared(reply.raw, prepared, own.flat())
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the response may be the same for everybody: its cache-control says so */
    cacheable?: boolean
  }
  interface FastifyRequest {
    cacheFill: Fill | undefined
  }
}
