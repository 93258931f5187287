import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { LRUCache } from 'lru-cache'
import { publicCacheControl } from '#contract/calls.ts'
import { countKept } from './metrics.ts'

/** Bytes that all kept answers of a process may take, and one of them. */
const room = 16 * 2 ** 20
const largest = 2 ** 20
/**
 * Milliseconds. Changes drop an answer at once; this bounds how old it gets should their news be lost on the way, and
 * how old a count of pieces that no screen shows.
 */
const oldest = 5_000
const longestKey = 2_000
/** Addresses that are remembered as having been asked for. */
const mostAsked = 5_000

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const compressOptions = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: {} }
type Encoding = keyof typeof compress
/** Named only to say that it is not wanted. */
const never = { br: /\bbr\s*;\s*q=0(\.0*)?\s*(,|$)/i, gzip: /\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/i }
/** Fewer bytes than fit into one packet are sent as they are. */
const worthCompressing = 1_024

/** Headers of one request, or of how a body travelled; everything else belongs to the answer. */
const passing =
  /^(x-request-id|x-ratelimit-.*|retry-after|date|connection|keep-alive|content-length|content-encoding|transfer-encoding|vary)$/

/** A body as it travels, and its head as `writeHead` takes it: names and values in turn. */
interface Written {
  readonly head: string[]
  readonly body: Buffer
}

interface KeptAnswer {
  readonly etag: string
  readonly count: () => void
  readonly headers: readonly string[]
  readonly plain: Written
  readonly encoded: { [E in Encoding]?: Promise<Written> }
  generation: number
  /** by `performance.now()` */
  madeAt: number
  /** the body as a value, for pages that are rendered from it */
  json?: unknown
  /** requests for the same, while one of them makes it anew */
  waiting?: Again[]
}

/** `mayWait`: for the next one who makes it. */
type Again = (turn: { mayWait: boolean }) => void

/** Requests that are answered for others, too, and what lets those in. */
const makers = new WeakMap<IncomingMessage, Again>()

/**
 * There is an answer, whether or not it was read: it may have to wait behind others of its connection. When it is one that
 * nobody else can have, the next would fare the same: all who waited ask for themselves, instead of one after the other.
 */
export function letWaitingIn({ maker, isShared }: { maker: IncomingMessage; isShared: boolean }): void {
  makers.get(maker)?.({ mayWait: isShared })
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface ResponseCache {
  /** The app's server: answers from memory, or lets the app answer. */
  createServer(answer: Answer, options: Pick<FastifyServerOptions, 'requestTimeout' | 'keepAliveTimeout'>): Server
  /** The value of a JSON answer that is in memory. */
  read(request: { url: string; host: string }): unknown
  /** Keeps what the app answers from now on. */
  follow(app: FastifyInstance): void
  /** Something that answers show has changed. */
  drop(): void
  /** Nobody tells of changes any more: nothing is kept until somebody does. */
  pause(): void
  resume(): void
}

/**
 * Answers that are the same for everybody, as bytes in this process. An answer is kept when it calls itself public
 * (`publicAnswer`) and is asked for a second time, and dropped by `drop`. Paused until `resume` is called.
 */
export function createResponseCache({ trustProxy, publicUrl }: { trustProxy: boolean; publicUrl: string | undefined }): ResponseCache {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: room,
    maxEntrySize: largest,
    sizeCalculation: ({ plain: { body } }, key) => body.length + Math.ceil(body.length / 2) + key.length + 4_096,
  })
  const asked = new LRUCache<string, true>({ max: mostAsked })
  let generation = 0
  let heard = false

  /** Pages write their own address into links, so the name that they were asked by is part of what was asked. */
  function writeKey({ url, host = '', proto = '' }: { url: string; host: string | undefined; proto?: string | undefined }): string {
    return publicUrl === undefined ? `${url} ${host} ${proto}` : url
  }

  function readKey({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
    if (!trustProxy) return writeKey({ url, host: headers.host })
    const { 'x-forwarded-host': host = headers.host, 'x-forwarded-proto': proto } = headers
    return writeKey({ url, host: String(host), proto: proto === undefined ? undefined : String(proto) })
  }

  /** What is asked for once, as by someone who reads the whole shop page by page, would only push out what is asked for often. */
  function isWanted(key: string): boolean {
    if (asked.has(key)) return true
    asked.set(key, true)
    return false
  }

  const isFresh = (kept: KeptAnswer) => heard && kept.generation === generation && performance.now() - kept.madeAt < oldest

  function answerKept({ request, response, answer }: { request: IncomingMessage; response: ServerResponse; answer: Answer }): void {
    // Whoever went away while waiting is not told any more, and nobody must wait for an answer that never ends.
    if (response.destroyed) return
    const kept = request.method === 'GET' ? answers.get(readKey(request)) : undefined
    if (kept && isFresh(kept)) {
      write({ kept, request, response })
    } else if (kept?.waiting && heard) {
      kept.waiting.push(({ mayWait }) =>
        mayWait ? answerKept({ request, response, answer }) : response.destroyed || answer(request, response),
      )
    } else {
      // One makes it anew, and those who want the same wait for it instead of making it, too. Unless it could not be kept.
      if (kept && heard) holdOthers({ kept, request, response })
      answer(request, response)
    }
  }

  function holdOthers({ kept, request, response }: { kept: KeptAnswer; request: IncomingMessage; response: ServerResponse }): void {
    const waiting: Again[] = []
    kept.waiting = waiting
    const letIn: Again = (turn) => {
      if (kept.waiting !== waiting) return
      delete kept.waiting
      for (const again of waiting) again(turn)
    }
    makers.set(request, letIn)
    // Whoever has gone away may never be answered.
    response.once('close', () => letIn({ mayWait: true }))
  }

  /** Keeps an answer that is good for others, if it may. Returns whether it is. */
  function keep({ request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: unknown }): boolean {
    const isPublic = reply.getHeader('cache-control') === publicCacheControl
    if (!isPublic || request.method !== 'GET' || reply.statusCode !== 200 || reply.hasHeader('set-cookie')) return false
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
    const key = readKey(request.raw)
    if (!isWanted(key)) return false
    const body = Buffer.from(payload as string)
    // As @fastify/etag writes it, so that an answer from memory is known to those who had it from the app.
    const etag = `W/"${hash('sha1', body, 'base64')}"`
    reply.header('etag', etag)
    if (!heard || key.length > longestKey) return false
    // A change that came while it was made may have come too late for it.
    if (request.keptGeneration !== generation) return true
    const before = answers.get(key)
    if (before?.etag === etag) {
      // Nothing that it shows has changed: what was compressed stays good.
      before.generation = generation
      before.madeAt = performance.now()
      return true
    }
    const told = Object.entries(reply.getHeaders()).filter(([name]) => !passing.test(name))
    const headers = [...told.flat().map(String), 'vary', 'accept-encoding']
    const count = countKept({ route: `${request.method} ${request.routeOptions.url}` })
    const plain = writeBody({ headers, body })
    answers.set(key, { ...{ etag, count, headers, plain, encoded: {}, generation }, madeAt: performance.now() })
    return true
  }

  return {
    createServer: (answer, { requestTimeout = 0, keepAliveTimeout = 0 }) =>
      createServer({ requestTimeout, keepAliveTimeout }, (request, response) => answerKept({ request, response, answer })),

    read({ url, host }) {
      const kept = answers.get(writeKey({ url, host }))
      if (!kept || !isFresh(kept)) return undefined
      kept.json ??= JSON.parse(kept.plain.body.toString())
      return kept.json
    },

    follow(app) {
      app.decorateRequest('keptGeneration', -1)
      app.addHook('onRequest', (request, _reply, done) => {
        request.keptGeneration = generation
        done()
      })
      // Before what compresses and before what compares ETags, because hooks of one kind run in their order.
      app.addHook('onSend', (request, reply, payload, done) => {
        letWaitingIn({ maker: request.raw, isShared: keep({ request, reply, payload }) })
        done()
      })
      // A server that ends says so on each connection, which only the app knows.
      app.addHook('preClose', (done) => {
        heard = false
        done()
      })
    },

    drop() {
      generation += 1
    },
    pause() {
      heard = false
    },
    resume() {
      generation += 1
      heard = true
    },
  }
}

function writeBody({ headers, body, encoding }: { headers: readonly string[]; body: Buffer; encoding?: Encoding }): Written {
  const coding = encoding === undefined ? [] : ['content-encoding', encoding]
  return { head: [...headers, ...coding, 'content-length', String(body.length)], body }
}

function write({ kept, request, response }: { kept: KeptAnswer; request: IncomingMessage; response: ServerResponse }): void {
  kept.count()
  if (request.headers['if-none-match'] === kept.etag) {
    response.writeHead(304, kept.headers as string[]).end()
    return
  }
  const encoding = chooseEncoding({ kept, accepted: request.headers['accept-encoding'] })
  if (encoding === undefined) response.writeHead(200, kept.plain.head).end(kept.plain.body)
  else void encode({ kept, encoding }).then(({ head, body }) => response.writeHead(200, head).end(body))
}

function chooseEncoding({ kept, accepted = '' }: { kept: KeptAnswer; accepted: string | undefined }): Encoding | undefined {
  if (kept.plain.body.length < worthCompressing) return undefined
  return (['br', 'gzip'] as const).find(
    (encoding) => accepted.includes(encoding) && !(accepted.includes(';') && never[encoding].test(accepted)),
  )
}

/** Made once for all who come later, off the event loop. */
function encode({ kept, encoding }: { kept: KeptAnswer; encoding: Encoding }): Promise<Written> {
  kept.encoded[encoding] ??= compress[encoding](kept.plain.body, compressOptions[encoding]).then((body) =>
    writeBody({ headers: kept.headers, body, encoding }),
  )
  return kept.encoded[encoding]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** the state of the kept answers when the request came */
    keptGeneration: number
  }
}
