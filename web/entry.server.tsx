import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext, outageContext, reportErrorContext } from './api/load-context.ts'

// The server uses these from the built module, because it does not import the web's sources.
export { createCall } from './api/client.ts'
export { createLoadContext } from './api/load-context.ts'

const outageRetryAfterSeconds = 5

/** Renders a page to the end before it is sent: its loaders have finished, so there is nothing to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext)
  const html = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, { nonce })
  await html.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  if (!loadContext.get(outageContext).hasFailed) return new Response(html, { status, headers })
  headers.set('retry-after', String(outageRetryAfterSeconds))
  return new Response(html, { status: 503, headers })
}

/** Unknown URLs are not faults, and what a visitor typed stays out of the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(reportErrorContext)(error)
}
