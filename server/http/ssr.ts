import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { createRequestHandler as CreateRequestHandler, ServerBuild } from 'react-router'
import { apiBase, publicCacheControl } from '#contract/calls.ts'
import type { Settings } from '../settings.ts'
import type { PageRead } from './define-route.ts'
import type { ResponseCache } from './response-cache.ts'
import { allowCheckout, hashScripts } from './security-headers.ts'
import { getOrigin } from './url.ts'

/** Mirrors `OutgoingRequest` and `IncomingReply` of the web's API client, which the server never imports. */
type Send = (request: {
  name: string
  params: Parameters<PageRead>[0]['params']
  query: Parameters<PageRead>[0]['query']
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}) => Promise<{ status: number; body: unknown }>

/** What the built web exports for its server (web/entry.server.tsx). */
interface WebEntry {
  createRequestHandler: typeof CreateRequestHandler
  createCall(send: Send): unknown
  createLoadContext(given: {
    call: unknown
    facts: Record<string, unknown>
    nonce: string
    written: { html?: string }
    report(fault: unknown): void
  }): never
}

/** The one document that loads the provider's script (spec §2: /UserDashboard/order). */
const checkoutPath = /^\/userdashboard\/order\/?(\?|$)/i

type LoadBuild = () => Promise<ServerBuild>

const root = join(import.meta.dirname, '../..')

/** Adds the pages: the built web, rendered on the server, with its data from the API in process. */
export function createSsr({
  settings,
  checkoutScript,
  kept,
  development,
}: {
  settings: Settings
  kept?: ResponseCache | undefined
  /** address of the payment provider's script; null when card payment is off */
  checkoutScript: string | null
  development: boolean
}) {
  return async (app: FastifyInstance): Promise<void> => {
    const loadBuild = development ? await developWeb(app) : await serveBuiltWeb(app)
    const answer = createPageHandler({ app, settings, checkoutScript, kept, loadBuild, mode: development ? 'development' : 'production' })
    app.all('/', { config: { isPage: true } }, answer)
    app.all('/*', { config: { isPage: true } }, answer)
  }
}

async function serveBuiltWeb(app: FastifyInstance): Promise<LoadBuild> {
  const client = join(root, 'build/client')
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    // What start.mjs has compressed is sent as it is, instead of anew for each visitor.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Vite puts a hash in these names: another content is another name.
      if (path.startsWith(join(client, 'assets'))) reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  let build: Promise<ServerBuild> | undefined
  const loadBuild = () => {
    build ??= import(pathToFileURL(join(root, 'build/server/index.js')).href) as Promise<ServerBuild>
    return build
  }
  // Not before the API has described itself (see docs.ts), and not only when the first visitor waits for it.
  app.addHook('onListen', async () => void (await loadBuild()))
  return loadBuild
}

async function developWeb(app: FastifyInstance): Promise<LoadBuild> {
  const { createServer } = await import('vite')
  const ourEnds = process.listeners('SIGTERM')
  const vite = await createServer({ root, server: { middlewareMode: true } })
  // A server that Vite's plugins start of their own would end the process before the database is closed.
  for (const end of process.listeners('SIGTERM')) if (!ourEnds.includes(end)) process.off('SIGTERM', end)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(apiBase) || request.url.startsWith('/images/')) return done()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  app.addHook('onClose', () => vite.close())
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
}

function createPageHandler({
  app,
  settings,
  checkoutScript,
  kept,
  loadBuild,
  mode,
}: {
  app: FastifyInstance
  settings: Settings
  kept: ResponseCache | undefined
  checkoutScript: string | null
  loadBuild: LoadBuild
  mode: string
}) {
  const facts = {
    storeName: settings.STORE_NAME,
    storeEmail: settings.STORE_EMAIL,
    storePhone: settings.STORE_PHONE,
    storeAddress: settings.STORE_ADDRESS ?? null,
    grievanceOfficer: settings.STORE_GRIEVANCE_OFFICER ?? null,
    socialUrl: settings.STORE_SOCIAL_URL,
    chatUrl: settings.STORE_CHAT_URL,
    listingSpinner: settings.LISTING_SPINNER_MS,
    checkoutScript,
  }
  // The routes are ranked when a handler is made, so one serves as long as its build.
  const handlers = new WeakMap<ServerBuild, ReturnType<typeof CreateRequestHandler>>()
  const handlerOf = (build: ServerBuild, web: WebEntry) => {
    const handle = handlers.get(build) ?? web.createRequestHandler(build, mode)
    handlers.set(build, handle)
    return handle
  }
  const writePage = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const build = await loadBuild()
    const web = build.entry.module as unknown as WebEntry
    const origin = getOrigin({ settings, request })
    const written: { html?: string } = {}
    const context = web.createLoadContext({
      call: web.createCall(sendInProcess({ app, request, kept })),
      facts: { ...facts, origin },
      nonce: reply.nonce,
      written,
      report: (fault) => request.log.error({ err: fault }, 'page failed'),
    })
    const page = await handlerOf(build, web)(toWebRequest({ request, origin }), context)
    const html = page.body ? await page.text() : written.html
    // The browser's answer is all that holds it from here, so that it goes with that.
    delete written.html
    reply.status(page.status)
    if (checkoutScript && checkoutPath.test(request.url)) allowCheckout({ reply, checkoutScript })
    for (const [name, value] of page.headers) reply.header(name, value)
    if (!page.headers.has('cache-control')) reply.header('cache-control', 'no-cache')
    reply.send(html !== undefined && page.headers.get('cache-control') === publicCacheControl ? hashScripts({ reply, html }) : html)
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await writePage(request, reply).finally(() => app.endTurn(request))
    return reply
  }
}

/** Pages only read; what they send goes through the API. So the request that a page sees has no body. */
function toWebRequest({ request, origin }: { request: FastifyRequest; origin: string }): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value))
  // Joined, because an address that begins with two slashes would name another host.
  return new Request(origin + request.url, { method: request.method === 'HEAD' ? 'HEAD' : 'GET', headers })
}

/** The API as the page's visitor would reach it: same cookies, same address, no network. */
function sendInProcess({ app, request, kept }: { app: FastifyInstance; request: FastifyRequest; kept: ResponseCache | undefined }): Send {
  const { cookie, 'user-agent': userAgent } = request.headers
  const explain = (error: unknown) => app.explainError({ error, log: request.log })
  return async (outgoing) => {
    const known = outgoing.method === 'GET' ? kept?.read({ url: outgoing.url, host: request.host }) : undefined
    if (known !== undefined) return { status: 200, body: known }
    const { name, params, query } = outgoing
    const read = app.pageReads.get(name)
    if (read) return read({ request, params, query }).then((body) => ({ status: 200, body }), explain)
    const reply = await app.inject({
      method: outgoing.method as 'GET',
      url: outgoing.url,
      headers: { ...outgoing.headers, host: request.host, ...(cookie && { cookie }), ...(userAgent && { 'user-agent': userAgent }) },
      remoteAddress: request.ip,
      ...(outgoing.body !== undefined && { payload: outgoing.body }),
    })
    return { status: reply.statusCode, body: reply.body === '' ? undefined : JSON.parse(reply.body) }
  }
}
