import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { apiBase, publicCacheControl } from '#contract/api.ts'
import { type Category, firstCategories } from '#contract/catalog/categories.ts'
import { contract } from '#contract/contract.ts'
import { type Endpoint, resolveCall } from '#contract/kernel/endpoint.ts'
import type { PageLink } from '#contract/pages/pages.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { ResponseCache } from '../response-cache.ts'
import { allowCheckout, allowScriptsByHash, allowWebAssembly, type CheckoutScript } from '../security-headers.ts'
import { readClientIp } from '../session.ts'
import { getOrigin } from '../url.ts'
import { collectChunks } from './collect-chunks.ts'
import { deferScripts } from './defer-scripts.ts'
import { describeRange, describeStore } from './describe-store.ts'
import { findOrderPage } from './former-order-pages.ts'
import { sendOverloadedPage } from './overloaded-page.ts'
import { createPageQueue } from './page-queue.ts'
import { type PageSettings, toStoreConfig } from './store-config.ts'

/** Mirrors `OutgoingRequest` and `IncomingReply` of the web's API client, which the server does not import. */
type Send = (request: {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}) => Promise<{ status: number; body: unknown }>

/** What the built web exports for the server (web/entry.server.tsx). */
interface WebEntry {
  createCall(send: Send): unknown
  createLoadContext(options: {
    call: unknown
    storeConfig: Record<string, unknown>
    nonce: string
    output: Writable
    reportError(error: unknown): void
  }): RouterContextProvider
}

type LoadBuild = () => Promise<ServerBuild>

/** The documents that load the payment provider's script: the checkouts of shoppers and guests (spec §2), and the page of an order. */
const checkoutPath = /^\/(userdashboard\/order|ordernow|o\/[^/?]+)\/?(\?|$)/i

/** For a URL that contains a token: nobody stores the reply, and the next page does not learn the URL. */
const privatePageHeaders = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

const root = join(import.meta.dirname, '../../..')

interface SsrOptions {
  readonly settings: Settings
  /** the script of the payment provider, which may change while the server runs; null when card payment is off */
  readonly getCheckoutScript?: () => CheckoutScript | null
  readonly development: boolean
  readonly responseCache?: ResponseCache
}

/** Adds the pages: the built web, rendered on the server with data from the API. */
export function createSsr(options: SsrOptions) {
  return async (app: FastifyInstance, pageSettings: PageSettings): Promise<void> => {
    const loadBuild = options.development ? await serveWithVite(app) : await serveBuiltWeb(app)
    const handle = createPageHandler({ app, loadBuild, options, pageSettings })
    for (const path of ['/', '/*']) app.route({ method: ['GET', 'HEAD'], url: path, config: { cacheable: true }, handler: handle })
  }
}

async function serveBuiltWeb(app: FastifyInstance): Promise<LoadBuild> {
  const client = join(root, 'build/client')
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    // Compressed by start.mjs.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Vite puts a hash of the content into these names.
      if (path.startsWith(join(client, 'assets'))) reply.header('cache-control', 'public, max-age=31536000, immutable')
      // web/session/challenge-worker.ts derives its keys with it.
      if (path.startsWith(join(client, 'assets/challenge-worker-'))) allowWebAssembly(reply)
    },
  })
  const loadBuild = (): Promise<ServerBuild> => import(pathToFileURL(join(root, 'build/server/index.js')).href)
  // After openapi.ts has collected the schemas: the build contains its own copy of the contract, whose ids would clash.
  app.addHook('onListen', async () => void (await loadBuild()))
  return loadBuild
}

async function serveWithVite(app: FastifyInstance): Promise<LoadBuild> {
  const { createServer } = await import('vite')
  const ownListeners = process.listeners('SIGTERM')
  const vite = await createServer({ root, server: { middlewareMode: true } })
  // Vite's plugins would end the process on SIGTERM before the database is closed.
  for (const listener of process.listeners('SIGTERM')) if (!ownListeners.includes(listener)) process.off('SIGTERM', listener)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(apiBase) || request.url.startsWith('/images/')) return done()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  app.addHook('onClose', () => vite.close())
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
}

interface CategoryList {
  readonly categories: readonly Category[]
  readonly hasReturnRules?: boolean
}

interface RenderedPage {
  readonly page: Response
  readonly html: string
}

interface PageHandlerOptions {
  readonly app: FastifyInstance
  readonly loadBuild: LoadBuild
  readonly options: SsrOptions
  readonly pageSettings: PageSettings
}

function createPageHandler({ app, loadBuild, options, pageSettings }: PageHandlerOptions) {
  const { settings, getCheckoutScript = () => null, development, responseCache } = options
  const queue = createPageQueue({ limitsFactor: settings.LIMITS_FACTOR })
  // Also used while the database is unreachable.
  let pages: readonly PageLink[] = []
  let listedCategories: CategoryList = { categories: firstCategories }
  let handler: { build: ServerBuild; handle: RequestHandler } | undefined

  async function render({
    request,
    nonce,
    current,
  }: {
    request: FastifyRequest
    nonce: string
    current: ShopSettings
  }): Promise<RenderedPage> {
    const build = await loadBuild()
    const web = build.entry.module as unknown as WebEntry
    if (handler?.build !== build) {
      handler = { build, handle: createRequestHandler(build, development ? 'development' : 'production') }
    }
    const origin = getOrigin({ settings, request })
    const send = sendInProcess({ app, request, responseCache })
    const read = (call: Endpoint) => send({ method: 'GET', url: apiBase + resolveCall(call).path, headers: {}, body: undefined })
    const [listed, linked] = await Promise.all([read(contract.getCategories), read(contract.getPages)])
    if (linked.status === 200) ({ pages } = linked.body as { pages: PageLink[] })
    const shownPages = pages.filter(({ place }) => place !== 'none')
    if (listed.status === 200) listedCategories = listed.body as CategoryList
    const { categories, hasReturnRules = false } = listedCategories
    const range = describeRange(categories)
    const chunks: Buffer[] = []
    const output = collectChunks(chunks)
    const context = web.createLoadContext({
      call: web.createCall(send),
      storeConfig: {
        ...toStoreConfig({ settings, checkoutScript: getCheckoutScript(), current, pageSettings }),
        origin,
        categories,
        ...(shownPages.length > 0 && { pages: shownPages }),
        ...(hasReturnRules && { hasReturnRules }),
        range,
        description: describeStore(current, { range }),
      },
      nonce,
      output,
      reportError: (err) => request.log.error({ err }, 'page failed'),
    })
    const page = await handler.handle(toWebRequest({ request, origin }), context)
    // Data and redirects are in the response itself.
    return { page, html: chunks.length > 0 ? Buffer.concat(chunks).toString() : await page.text() }
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const orderPage = findOrderPage(request.url)
    if (orderPage !== undefined) return reply.headers(privatePageHeaders).redirect(orderPage, 302)
    const ip = readClientIp(request)
    if (queue.isFull(ip)) return sendOverloadedPage(reply)
    const nonce = reply.cspNonce?.script ?? ''
    const { preview } = request.query as { preview?: unknown }
    const previewed = typeof preview === 'string' ? await pageSettings.readPreview(preview) : undefined
    const current = previewed ?? pageSettings.shopSettings.current
    const { page, html: rendered } = await queue.run(ip, () => render({ request, nonce, current }))
    if (page.status === 404 && !previewed) {
      const location = pageSettings.findRedirect(request)
      // Not kept by browsers, because an administrator may change it.
      if (location !== undefined) return reply.header('cache-control', 'no-cache').redirect(location, 301)
    }
    const html = development ? rendered : deferScripts({ html: rendered, nonce })
    reply.status(page.status)
    for (const [name, value] of page.headers) reply.header(name, value)
    if (!page.headers.has('cache-control')) reply.header('cache-control', 'no-cache')
    const checkoutScript = getCheckoutScript()
    if (checkoutScript && checkoutPath.test(request.url)) allowCheckout({ reply, nonce, hosts: checkoutScript.hosts, development })
    if (previewed) reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    const isPublic = !previewed && page.headers.get('cache-control') === publicCacheControl && !development
    return reply.send(isPublic ? allowScriptsByHash({ reply, html, nonce }) : html)
  }
}

/** Pages only read: what they send goes through the API, so this request has no body. */
function toWebRequest({ request, origin }: { request: FastifyRequest; origin: string }): Request {
  const headers = new Headers(request.headers as Record<string, string>)
  // Joined, because `new URL` would read a path that begins with two slashes as a host.
  return new Request(origin + request.url, { method: request.method === 'HEAD' ? 'HEAD' : 'GET', headers })
}

interface InProcess extends Pick<SsrOptions, 'responseCache'> {
  readonly app: FastifyInstance
  readonly request: FastifyRequest
}

/** Calls the API for the visitor of a page: same cookies, same IP, no network. */
function sendInProcess({ app, request, responseCache }: InProcess): Send {
  const { cookie, 'user-agent': userAgent } = request.headers
  return async ({ method, url, headers, body }) => {
    const cached = method === 'GET' ? responseCache?.readJson({ url, host: request.host }) : undefined
    if (cached !== undefined) return { status: 200, body: cached }
    const reply = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...headers,
        host: request.host,
        'x-request-id': request.id,
        ...(cookie && { cookie }),
        ...(userAgent && { 'user-agent': userAgent }),
      },
      remoteAddress: request.ip,
      ...(body !== undefined && { payload: body }),
    })
    return { status: reply.statusCode, body: reply.body === '' ? undefined : JSON.parse(reply.body) }
  }
}
