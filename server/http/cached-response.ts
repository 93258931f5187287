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
  /** in memory of its own (`ownBytes`) */
  readonly body: Buffer
  /** the products that it shows, and other records */
  readonly ids: ReadonlySet<string>
  /** the body of a JSON response, parsed once, when first asked for */
  json?: unknown
  /** prepared when first asked for, because many entries never are */
  notModified?: PreparedReply
  readonly prepared: Partial<Record<Encoding | 'identity', PreparedReply>>
  readonly compressing: Partial<Record<Encoding, Promise<PreparedReply>>>
}

/**
 * Bytes in memory of their own. A small buffer is a part of a larger one that Node shares between several (`Buffer.poolSize`), all of
 * which stays in memory as long as that part does.
 */
export function ownBytes(source: string | Buffer): Buffer {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

const toList = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat()

function chooseEncoding({ body }: CachedResponse, accepted = ''): Encoding | 'identity' {
  if (body.length < minCompressedBytes) return 'identity'
  const encoding = encodings.negotiate(accepted)
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity'
}

function prepareBody(response: CachedResponse, { body, encoding }: { body: Buffer; encoding: Encoding | 'identity' }): PreparedReply {
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  const headers = [...toList(response.headers), ...encoded, 'content-length', String(body.length)]
  const reply: PreparedReply = { status: 200, headers, body }
  response.prepared[encoding] = reply
  return reply
}

async function compressResponse(response: CachedResponse, encoding: Encoding): Promise<PreparedReply> {
  return prepareBody(response, { body: ownBytes(await compress[encoding](response.body)), encoding })
}

/** The reply to a request with these headers; a promise while its body is being compressed. */
export function prepareReply(response: CachedResponse, requested: IncomingHttpHeaders): PreparedReply | Promise<PreparedReply> {
  if (requested['if-none-match'] === response.etag) {
    response.notModified ??= { status: 304, headers: toList(response.headers) }
    return response.notModified
  }
  const encoding = chooseEncoding(response, requested['accept-encoding'])
  const prepared = response.prepared[encoding]
  if (prepared) return prepared
  if (encoding === 'identity') return prepareBody(response, { body: response.body, encoding })
  response.compressing[encoding] ??= compressResponse(response, encoding)
  return response.compressing[encoding]
}

/** Sends a reply with headers of its own, such as the id of the request, names and values in turn. */
export function sendPrepared(raw: ServerResponse, { status, headers, body }: PreparedReply, own: readonly string[]): void {
  raw.writeHead(status, [...own, ...headers]).end(body)
}
