import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

/** Smaller bodies fit into one packet. */
const minCompressedBytes = 1_024

const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
}
type Encoding = keyof typeof compress

const encodings = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'], cache: new LRUCache<string, string>({ max: 500 }) })

/** A reply as it is sent. Headers are names and values in turn, which `writeHead` takes without copying them into an object. */
export interface PreparedReply {
  readonly status: 200 | 304
  readonly headers: readonly string[]
  readonly body?: Buffer
}

export interface CachedResponse {
  /** the method and the route's pattern */
  readonly route: { readonly method: string; readonly url: string }
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly body: Buffer
  /** the products that it shows, and other records */
  readonly ids: ReadonlySet<string>
  /** the body of a JSON response, parsed once, when first asked for */
  json?: unknown
  readonly notModified: PreparedReply
  readonly plain: PreparedReply
  /** compressed once, when first asked for */
  readonly compressing: Partial<Record<Encoding, Promise<PreparedReply>>>
  readonly compressed: Partial<Record<Encoding, PreparedReply>>
}

const toList = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat()

export function createCachedResponse({
  headers,
  body,
  ...response
}: Pick<CachedResponse, 'route' | 'headers' | 'etag' | 'body' | 'ids'>): CachedResponse {
  return {
    ...response,
    headers,
    body,
    notModified: { status: 304, headers: toList(headers) },
    plain: { status: 200, headers: toList({ ...headers, 'content-length': String(body.length) }), body },
    compressing: {},
    compressed: {},
  }
}

function chooseEncoding({ body }: CachedResponse, accepted = ''): Encoding | 'identity' {
  if (body.length < minCompressedBytes) return 'identity'
  const encoding = encodings.negotiate(accepted)
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity'
}

async function compressResponse(response: CachedResponse, encoding: Encoding): Promise<PreparedReply> {
  const body = await compress[encoding](response.body)
  const headers = toList({ ...response.headers, 'content-encoding': encoding, 'content-length': String(body.length) })
  const reply: PreparedReply = { status: 200, headers, body }
  response.compressed[encoding] = reply
  return reply
}

/** The reply to a request with these headers; a promise while its body is being compressed. */
export function prepareReply(response: CachedResponse, requested: IncomingHttpHeaders): PreparedReply | Promise<PreparedReply> {
  if (requested['if-none-match'] === response.etag) return response.notModified
  const encoding = chooseEncoding(response, requested['accept-encoding'])
  if (encoding === 'identity') return response.plain
  const compressed = response.compressed[encoding]
  if (compressed) return compressed
  response.compressing[encoding] ??= compressResponse(response, encoding)
  return response.compressing[encoding]
}

/** Sends a reply with headers of its own, such as the id of the request, names and values in turn. */
export function sendPrepared(raw: ServerResponse, { status, headers, body }: PreparedReply, own: readonly string[]): void {
  raw.writeHead(status, [...own, ...headers]).end(body)
}
