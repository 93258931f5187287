import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiBase } from '#contract/calls.ts'
import { Refused } from './refusals.ts'

/** Security headers; scripts and styles need the nonce of their page. */
export async function secureHeaders(
  app: FastifyInstance,
  { secure, development }: { secure: boolean; development: boolean },
): Promise<void> {
  await app.register(helmet, {
    // Vite's development client writes its own inline scripts and talks over a socket.
    enableCSPNonces: !development,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self)')
  })
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Did another site's page make the browser send this? Programs that are no browser send neither header. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Both through the parser, because a default port may be written or not.
  const { protocol, host } = new URL(origin)
  return new URL(`${protocol}//${request.host}`).host !== host
}

/** State-changing calls come from our own pages or from programs, never from another site's page. */
export function refuseCrossSite(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) || !request.url.startsWith(apiBase)) return
    if (isCrossSite(request)) throw new Refused({ status: 403, code: 'cross_site' })
  })
}
