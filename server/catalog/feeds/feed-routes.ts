import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ImageStore } from '../pictures/image-store.ts'
import { type FoundFeedFile, feedPartKey, findFeedFile, listFeedFiles, markFeedsOutdated } from './feed-files.ts'
import { type FeedKind, feedFormats, feedKinds } from './feed-formats.ts'

interface FeedDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly settings: { readonly LIMITS_FACTOR: number }
  /** asks the job that writes them to run soon */
  readonly requestFeeds: () => void
}

/** A shopping site asks again before it reads a feed of the last hour once more; the ETag saves the download. */
const maxAgeSeconds = 300
/** Limits each IP address: Google and Meta fetch a feed once an hour at most, and a feed of a large shop has hundreds of megabytes. */
const feedLimit = { name: 'feeds', points: 20, seconds: 3_600 }
/** The job polls each 30 seconds. */
const retryAfterSeconds = 60

const encodings = new Negotiator({ supportedValues: ['gzip'] })

/** What shopping sites fetch: every size of the products on sale. Nothing that the public pages do not show. */
export function feedRoutes(app: FastifyInstance, { database, images, settings, requestFeeds }: FeedDependencies): void {
  const limit = createClientLimit({ ...feedLimit, database, factor: settings.LIMITS_FACTOR })

  async function sendFeed({
    request,
    reply,
    kind,
    number,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    kind: FeedKind
    number: number
  }) {
    await limit.consume(request)
    const file = await findFeedFile({ database, kind, number })
    if (!file && number > 1) throw new AppError('not_found')
    // A restored database names files that its store does not have.
    const first = file && (await images.read(feedPartKey({ id: file.id, part: file.firstPart })))
    if (!file || !first) {
      await markFeedsOutdated({ database })
      requestFeeds()
      throw new AppError('unavailable', { retryAfterSeconds })
    }
    const etag = `W/"${file.hash}"`
    reply
      .header('cache-control', `public, max-age=${maxAgeSeconds}`)
      .header('etag', etag)
      .header('last-modified', file.finishedAt.toUTCString())
      .header('vary', 'accept-encoding')
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    reply.type(`${feedFormats[kind].mediaType}; charset=utf-8`)
    const parts = Readable.from(readParts({ images, file, first }))
    if (encodings.negotiate(request.headers['accept-encoding'] ?? '') === 'gzip')
      return reply.header('content-encoding', 'gzip').header('content-length', file.bytes).send(parts)
    const plain = createGunzip()
    // An error or a client that has gone ends both streams.
    pipeline(parts, plain).catch(() => {})
    return reply.send(plain)
  }

  const options = { schema: { hide: true } } as const
  for (const kind of feedKinds) {
    const { extension } = feedFormats[kind]
    app.get(`/feeds/${kind}.${extension}`, options, (request, reply) => sendFeed({ request, reply, kind, number: 1 }))
    app.get<{ Params: { number: string } }>(`/feeds/${kind}-:number(^\\d{1,3}).${extension}`, options, (request, reply) =>
      sendFeed({ request, reply, kind, number: Number(request.params.number) }),
    )
  }
}

/** Reads one part after another. Throws when a part has gone, which breaks the download off. */
async function* readParts({ images, file, first }: { images: ImageStore; file: FoundFeedFile; first: Buffer }): AsyncGenerator<Buffer> {
  yield first
  for (let part = file.firstPart + 1; part < file.firstPart + file.parts; part += 1) {
    const content = await images.read(feedPartKey({ id: file.id, part }))
    if (!content) throw new Error(`The file store lacks part ${part} of the feed ${file.id}.`)
    yield content
  }
}

/** The calls of administrators about feeds. */
export function feedAdminRoutes(
  api: FastifyInstance,
  { database, requestFeeds }: Pick<FeedDependencies, 'database' | 'requestFeeds'>,
): void {
  defineRoute(api, 'getFeeds', async () => ({ files: await listFeedFiles({ database }) }))

  defineRoute(api, 'writeFeeds', async () => {
    await markFeedsOutdated({ database })
    requestFeeds()
    return { message: 'The feeds are written within a few minutes' }
  })
}
