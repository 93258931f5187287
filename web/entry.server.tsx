import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext, outageContext, outputContext, reportErrorContext, type StoreConfig } from './api/load-context.ts'
import { buildJsonLd } from './catalog/structured-data/build-json-ld.ts'
import { StructuredDataContext } from './layout/structured-data.tsx'

// The server uses these from the built module, because it does not import the web's sources.
export { createCall } from './api/client.ts'
export { createLoadContext } from './api/load-context.ts'

const outageRetryAfterSeconds = 5

/**
 * Renders a page to the end into the server's buffer: its loaders have finished, so there is nothing to stream. The response has no
 * body of its own, because a web stream would copy the page several times.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext)
  const document = (
    <StructuredDataContext value={findStructuredData(routerContext)}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </StructuredDataContext>
  )
  await new Promise<void>((resolve, reject) => {
    const onAllReady = () => {
      pipe(loadContext.get(outputContext))
      resolve()
    }
    const { pipe } = renderToPipeableStream(document, { nonce, onAllReady, onShellError: reject })
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  if (!loadContext.get(outageContext).hasFailed) return new Response(null, { status, headers })
  headers.set('retry-after', String(outageRetryAfterSeconds))
  return new Response(null, { status: 503, headers })
}

function findStructuredData({ staticHandlerContext: { matches, loaderData, errors } }: EntryContext): string | undefined {
  const routeId = matches.at(-1)?.route.id
  const config: StoreConfig | undefined = loaderData.root
  if (errors !== null || routeId === undefined || config === undefined) return undefined
  return buildJsonLd({ routeId, loaderData: loaderData[routeId], config })
}

/** Unknown URLs are not faults, and what a visitor typed stays out of the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(reportErrorContext)(error)
}
