import { hash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const hstsSeconds = 63_072_000

/** Headers of every API reply: JSON needs no resources of its own. */
export function addApiSecurityHeaders(api: FastifyInstance, { secure }: { secure: boolean }): void {
  const headers = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(secure && { 'strict-transport-security': `max-age=${hstsSeconds}` }),
  }
  api.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Lets scripts compile WebAssembly; text does not become code. */
const allowsWebAssembly = "'wasm-unsafe-eval'"

type Directives = Record<string, string[]>

/** Without the sources of scripts, which differ by page. Vite's development client uses inline code and a socket. */
function pageDirectives({ development }: { development: boolean }): Directives {
  return {
    'default-src': ["'self'"],
    'script-src': development ? ["'self'", "'unsafe-inline'", allowsWebAssembly] : ["'self'"],
    'style-src': development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'media-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': development ? ["'self'", 'ws:'] : ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
  }
}

/** Helmet's headers for pages and files; scripts of a page need its nonce (`reply.cspNonce.script`). */
export async function addPageSecurityHeaders(
  pages: FastifyInstance,
  { secure, development }: { secure: boolean; development: boolean },
): Promise<void> {
  await pages.register(helmet, {
    enableCSPNonces: !development,
    contentSecurityPolicy: { useDefaults: false, directives: pageDirectives({ development }) },
    strictTransportSecurity: secure ? { maxAge: hstsSeconds, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // No current browser uses it.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  pages.addHook('onRequest', (request, reply, done) => {
    if (isPartOfPages(request)) setFileHeaders(reply)
    else
      reply.header(
        'permissions-policy',
        `camera=(${isForAdministrators(request) ? 'self' : ''}), microphone=(), geolocation=(), payment=(self)`,
      )
    done()
  })
}

/** The camera reads barcodes at the packing table. */
const isForAdministrators = ({ url }: FastifyRequest): boolean => /^\/AdminDashboardWrapper(?![^/?])/i.test(url)

/** Whether a request is for a file that pages consist of, which is no page itself. An unknown file has the route of the pages. */
const isPartOfPages = ({ routeOptions: { url = '' } }: FastifyRequest): boolean =>
  /^\/(assets|images)\/|^\/[^/]+\.(png|svg|webmanifest)$/.test(url)

/** What only a document obeys. */
const documentHeaders = ['cross-origin-opener-policy', 'origin-agent-cluster', 'referrer-policy', 'x-frame-options']

/** Leaves out what only documents obey, half of the headers of each file. A file that is opened by itself loads nothing. */
function setFileHeaders(reply: FastifyReply): void {
  for (const name of documentHeaders) reply.raw.removeHeader(name)
  // The styles are those of an SVG.
  reply.header('content-security-policy', "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'")
}

/** Replaces the Content-Security-Policy of one page. */
function setPolicy({ reply, directives }: { reply: Pick<FastifyReply, 'header'>; directives: Directives }): void {
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`)
  reply.header('content-security-policy', policy.join(';'))
}

/** Lets the script of a worker compile WebAssembly, which pages may not: a worker has the policy of its own file. */
export function allowWebAssembly(reply: Pick<FastifyReply, 'header'>): void {
  setPolicy({ reply, directives: { ...pageDirectives({ development: false }), 'script-src': ["'self'", allowsWebAssembly] } })
}

/**
 * Prepares a page for the cache: a nonce is for one response only, so the inline scripts that carry it are allowed by their
 * hashes instead. Returns the page without the nonce.
 */
export function allowScriptsByHash({ reply, html, nonce }: { reply: FastifyReply; html: string; nonce: string }): string {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g)
  const hashes = new Set<string>()
  for (const { groups: { attributes = '', code = '' } = {} } of scripts) {
    const runs = attributes.includes(`nonce="${nonce}"`) && !attributes.includes('ld+json') && code !== ''
    if (runs) hashes.add(`'sha256-${hash('sha256', code, 'base64')}'`)
  }
  setPolicy({ reply, directives: { ...pageDirectives({ development: false }), 'script-src': ["'self'", ...hashes] } })
  return html.replaceAll(` nonce="${nonce}"`, '')
}

/** The script with which the browser pays. */
export interface CheckoutScript {
  readonly url: string
  /** by directive of the Content-Security-Policy */
  readonly hosts: Readonly<Record<string, readonly string[]>>
}

interface CheckoutPage {
  readonly reply: FastifyReply
  readonly nonce: string
  /** the hosts of the checkout script and of what it loads */
  readonly hosts: CheckoutScript['hosts']
  readonly development: boolean
}

/** Lets one document load the payment provider's checkout. */
export function allowCheckout({ reply, nonce, hosts, development }: CheckoutPage): void {
  const directives = pageDirectives({ development })
  if (!development) directives['script-src']?.push(`'nonce-${nonce}'`)
  for (const [name, sources] of Object.entries(hosts)) directives[name] = [...(directives[name] ?? ["'self'"]), ...sources]
  setPolicy({ reply, directives })
  // Bank pages open as windows of their own and talk back.
  reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
}
