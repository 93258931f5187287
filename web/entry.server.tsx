import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext, outageContext } from './load-context.ts'

// The server reaches these through the built module, because it never imports the web's sources.
export { createCall } from './api.ts'
export { createLoadContext } from './load-context.ts'

/** Seconds after which a search engine, or anybody, may ask again. */
const retryAfterOutage = 5

/** Every page is whole when its loaders are done, so it is sent in one piece: one buffer, one length, nothing to flush. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const nonce = loadContext.get(nonceContext)
  // Not renderToString: the router sends its data through Suspense, which that one does not wait for.
  const html = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, { nonce })
  await html.allReady
  if (!loadContext.get(outageContext).met) return new Response(request.method === 'HEAD' ? null : html, { status, headers })
  headers.set('retry-after', String(retryAfterOutage))
  return new Response(request.method === 'HEAD' ? null : html, { status: 503, headers })
}
