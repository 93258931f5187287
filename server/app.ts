import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { apiBase } from '#contract/calls.ts'
import { cartRoutes } from './cart/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import type { AppDependencies } from './dependencies.ts'
import { AppError } from './errors.ts'
import { endLateBodies } from './http/bodies.ts'
import { answerUnknownPath, handleErrors } from './http/error-handler.ts'
import { serveHealth } from './http/health.ts'
import { shedOverload } from './http/load-shedding.ts'
import { serveMetrics } from './http/metrics.ts'
import { serveDocs } from './http/openapi.ts'
import { queuePages } from './http/page-turns.ts'
import { rejectCrossSite, secureHeaders } from './http/security-headers.ts'
import { enforceRoles } from './http/session.ts'
import { serveSitemap } from './http/sitemap.ts'
import { normalizeUrl, rejectInvalidHost } from './http/url.ts'
import { serveWebManifest } from './http/web-manifest.ts'
import { writeLogOptions } from './logger-options.ts'
import { orderRoutes } from './orders/routes.ts'
import { cancelCompetingCheckouts } from './payments/holds.ts'
import { refundOrder } from './payments/refunds.ts'
import { paymentRoutes } from './payments/routes.ts'
import { imageRoutes } from './products/image-routes.ts'
import { productRoutes } from './products/routes.ts'
import { userRoutes } from './users/routes.ts'
import { visitRoutes } from './visits/routes.ts'

/** Generous enough for a family or an office behind one address, per minute. */
const requestsPerMinute = 1_200

const compilers = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** The whole server as a value, not yet listening. */
export async function createApp(parts: AppDependencies): Promise<FastifyInstance> {
  const { settings, site, responseCache: kept } = parts
  const app = fastify({
    logger: writeLogOptions({ settings, stream: parts.logTo }),
    genReqId: () => randomUUID(),
    trustProxy: settings.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    // Long enough for a photograph over a slow line; headers have less time by Node's own limit.
    requestTimeout: 120_000,
    ...(kept && { serverFactory: kept.createServer }),
    rewriteUrl: ({ url = '/' }) => normalizeUrl(url),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    return503OnClosing: true,
    // Named here, and not set later, the framework's own are not even loaded.
    schemaController: { compilersFactory: compilers },
  })
  // Every call of ours sends JSON.
  app.removeContentTypeParser('text/plain')
  handleErrors(app, parts)
  app.decorate('pageReads', new Map())
  shedOverload(app)
  endLateBodies(app)
  queuePages(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  kept?.follow(app)
  secureHeaders(app, { secure: settings.secure, development: process.env.NODE_ENV === 'development' })
  rejectInvalidHost(app)
  rejectCrossSite(app)
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  await app.register(cookie)
  await app.register(async (api) => serveApi(api, parts), { prefix: apiBase })
  imageRoutes(app, parts)
  serveHealth(app, parts)
  serveMetrics(app, parts)
  serveSitemap(app, parts)
  serveWebManifest(app, parts)
  await site?.(app)
  return app
}

async function serveApi(api: FastifyInstance, parts: AppDependencies): Promise<void> {
  await api.register(etag, { weak: true })
  await api.register(rateLimit, {
    max: Math.ceil(requestsPerMinute * parts.settings.LIMITS_FACTOR),
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { ttl }) => new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
  await serveDocs(api)
  enforceRoles(api, parts)
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    done(null, payload)
  })
  // A route, because the pages have one for every path, which would answer instead of a handler of what is not found.
  for (const path of ['/', '/*']) api.all(path, { schema: { hide: true } }, answerUnknownPath)
  userRoutes(api, parts)
  productRoutes(api, parts)
  cartRoutes(api, parts)
  orderRoutes(api, { ...parts, payments: { requestRefund: refundOrder, cancelCompetingCheckouts } })
  paymentRoutes(api, parts)
  visitRoutes(api, parts)
  contactRoutes(api, parts)
}
