import type { ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { publicCacheControl } from '#contract/calls.ts'
import { nonceContext, outageContext, reportContext, writtenContext } from './api/load-context.ts'

// The server reaches these through the built module, because it never imports the web's sources, and has no router of its own.
export { createRequestHandler } from 'react-router'
export { createCall } from './api/client.ts'
export { createLoadContext } from './api/load-context.ts'

/** Seconds after which a search engine, or anybody, may ask again. */
const retryAfterOutage = 5

/** Every page is whole when its loaders are done, so it is sent in one piece: one text, one length, nothing to flush. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  given: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const routerContext = keepMatched(given)
  const nonce = loadContext.get(nonceContext)
  const page = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  const render = headers.get('cache-control') === publicCacheControl ? renderAtOnce : renderPatiently
  loadContext.get(writtenContext).html = await render({ page, nonce, routerContext })
  if (!loadContext.get(outageContext).met) return new Response(null, { status, headers })
  headers.set('retry-after', String(retryAfterOutage))
  return new Response(null, { status: 503, headers })
}

/** An address that no page has is nobody's fault, and what a visitor wrote into it stays out of the log. */
export const handleError: HandleErrorFunction = (problem, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(problem)) context.get(reportContext)(problem)
}

/** The router makes all the routes it is told of anew for each page, and a page needs its own. */
function keepMatched(routerContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = routerContext
  const routes = Object.fromEntries(staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]))
  return { ...routerContext, manifest: { ...manifest, routes } }
}

interface Work {
  readonly page: ReactNode
  readonly nonce: string
  readonly routerContext: EntryContext
}

async function renderPatiently({ page, nonce }: Work): Promise<string> {
  const html = await renderToReadableStream(page, { nonce })
  await html.allReady
  return new Response(html).text()
}

/**
 * Public pages wait for nothing once their loaders are done, except for the router's stream of what the loaders said. That is
 * read beforehand and put where the router keeps what it has read, so that React can write the page without a pause.
 */
async function renderAtOnce({ page, routerContext }: Work): Promise<string> {
  const { serverHandoffStream: said } = routerContext
  let value = ''
  const decoder = new TextDecoder()
  if (said) for await (const bytes of said) value += decoder.decode(bytes, { stream: true })
  const read = (result: { done: boolean; value: string }) => Object.assign(Promise.resolve(), { result })
  routerContext.renderMeta = { streamCache: { 0: read({ done: false, value }), 1: read({ done: true, value: '' }) } }
  return `<!DOCTYPE html>${renderToString(page)}`
}
