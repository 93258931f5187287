import { hash, randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { apiBase } from '#contract/calls.ts'
import { AppError } from '../errors.ts'

const hstsSeconds = 63_072_000

/** Where the policy that `helmet` writes once has the nonce of each page. */
const nonceHere = 'nonce-here'

/**
 * What `helmet` says for every page. Asked once: as a hook it would write the same headers anew for each request, on objects
 * that have to wait for their page and are old by then, so that all of it would stay until the next thorough tidying up.
 */
function readPageHeaders({ secure, development }: { secure: boolean; development: boolean }): Record<string, string> {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite's development client writes its own inline scripts and talks over a socket.
        scriptSrc: ["'self'", development ? "'unsafe-inline'" : `'nonce-${nonceHere}'`],
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
    strictTransportSecurity: secure ? { maxAge: hstsSeconds, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Told to browsers that are no more.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  const asked = new IncomingMessage(new Socket())
  const response = new ServerResponse(asked)
  protect(asked, response, (problem) => {
    if (problem) throw problem
  })
  return {
    ...(response.getHeaders() as Record<string, string>),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  }
}

/** Security headers; scripts need the nonce of their page. */
export function secureHeaders(app: FastifyInstance, { secure, development }: { secure: boolean; development: boolean }): void {
  const { 'content-security-policy': policy = '', ...pageHeaders } = readPageHeaders({ secure, development })
  app.decorateReply('nonce', '')
  const apiHeaders = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(secure && { 'strict-transport-security': `max-age=${hstsSeconds}` }),
  }
  app.addHook('onRequest', (request, reply, done) => {
    // An answer of the API runs nothing and shows nothing: its headers are always the same.
    if (request.routeOptions.config.who !== undefined) {
      reply.headers(apiHeaders)
      return done()
    }
    reply.nonce = randomBytes(16).toString('hex')
    reply.headers(pageHeaders).header('content-security-policy', policy.replace(nonceHere, reply.nonce))
    done()
  })
}

declare module 'fastify' {
  interface FastifyReply {
    /** what the scripts of this page carry, so that no other script runs */
    nonce: string
  }
}

/**
 * Lets a page that is kept run its own scripts: by their hashes, because a nonce is for one answer only. Hashed are the
 * scripts that carry the page's nonce, so one that somebody smuggled in stays dead. Returns the page without the nonce.
 */
export function hashScripts({ reply, html }: { reply: FastifyReply; html: string }): string {
  const { nonce } = reply
  const hashes = new Set<string>()
  for (const { groups: { attributes = '', script = '' } = {} } of html.matchAll(
    /<script(?<attributes>[^>]*)>(?<script>[\s\S]*?)<\/script>/g,
  )) {
    if (attributes.includes(`nonce="${nonce}"`) && !attributes.includes('ld+json') && script !== '')
      hashes.add(`'sha256-${hash('sha256', script, 'base64')}'`)
  }
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(`'nonce-${nonce}'`, [...hashes].join(' ')))
  return html.replaceAll(` nonce="${nonce}"`, '')
}

/** What Razorpay's checkout loads beside its script: a risk script, its frame, its metrics, its pictures. */
const providerHosts = {
  'script-src': ['https://cdn.razorpay.com'],
  'frame-src': ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  'connect-src': [
    'https://api.razorpay.com',
    'https://checkout.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
    'https://lumberjack-cx.razorpay.com',
  ],
  'img-src': ['https://cdn.razorpay.com'],
  'form-action': ['https://api.razorpay.com'],
} as const

/** Lets one document load the payment provider's checkout, or the simulator's; every other stays without foreign scripts. */
export function allowCheckout({ reply, checkoutScript }: { reply: FastifyReply; checkoutScript: string }): void {
  const { origin, hostname } = new URL(checkoutScript)
  const isProvider = hostname.endsWith('.razorpay.com')
  const directives = new Map(
    String(reply.getHeader('content-security-policy'))
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ')
        return [name, sources]
      }),
  )
  for (const [name, hosts] of Object.entries(providerHosts)) {
    const sources = directives.get(name) ?? ["'self'"]
    directives.set(name, [...sources, origin, ...(isProvider ? hosts : [])])
  }
  reply.header('content-security-policy', [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';'))
  // Bank pages open as windows of their own and talk back.
  reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Did another site's page make the browser send this? Programs that are no browser send neither header. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Both through the parser, because a default port may be written or not. Whoever names no host is not one of our pages.
  const { protocol, host } = new URL(origin)
  return URL.parse(`${protocol}//${request.host}`)?.host !== host
}

/** State-changing calls come from our own pages or from programs, never from another site's page. */
export function rejectCrossSite(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // By its route: the path itself can be written in other ways.
    const changes = !reading.has(request.method) && request.routeOptions.url?.startsWith(apiBase)
    done(changes && isCrossSite(request) ? new AppError('cross_site') : undefined)
  })
}
