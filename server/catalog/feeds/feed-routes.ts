import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { formatGoogleFeed, formatMetaFeed } from './feed-formats.ts'
import { listFeedItems } from './feed-items.ts'

interface FeedDependencies {
  /** for reports */
  readonly readDatabase: Database
  /** for the limits */
  readonly database: Database
  readonly settings: { readonly STORE_NAME: string; readonly LIMITS_FACTOR: number }
  /** `https://shop.example`: the start of absolute links */
  readonly getOrigin: (request: FastifyRequest) => string
}

const maxAgeSeconds = 3_600
/** Limits each IP address: Google and Meta fetch a feed once an hour at most, and each request reads the whole catalogue. */
const feedLimit = { name: 'feeds', points: 20, seconds: 3_600 }

/** What shopping sites fetch: every size of the products on sale. Nothing that the public pages do not show. */
export function feedRoutes(app: FastifyInstance, { readDatabase, database, settings, getOrigin }: FeedDependencies): void {
  const limit = createClientLimit({ ...feedLimit, database, factor: settings.LIMITS_FACTOR })
  const storeName = settings.STORE_NAME

  async function openFeed({ request, reply, type }: { request: FastifyRequest; reply: FastifyReply; type: string }) {
    await limit.consume(request)
    reply.type(`${type}; charset=utf-8`).header('cache-control', `public, max-age=${maxAgeSeconds}`)
    const origin = getOrigin(request)
    return { origin, parts: listFeedItems({ database: readDatabase, origin, storeName }) }
  }

  const options = { schema: { hide: true } } as const
  app.get('/feeds/google.xml', options, async (request, reply) => {
    const feed = await openFeed({ request, reply, type: 'application/xml' })
    return reply.send(Readable.from(formatGoogleFeed({ ...feed, storeName })))
  })
  app.get('/feeds/meta.csv', options, async (request, reply) => {
    const feed = await openFeed({ request, reply, type: 'text/csv' })
    return reply.send(Readable.from(formatMetaFeed(feed)))
  })
}
