import type { Server } from 'node:http'

const closeIdleEveryMs = 50
/** Below the time limit of the whole shutdown (process-lifecycle.ts), so that jobs and the database can end after it. */
const maxDrainMs = 25_000

interface DrainOptions {
  /** aborted first: `/readyz` answers 503 from then on */
  readonly stopping?: AbortController
  /** time for a load balancer to notice; requests are still served */
  readonly delayMs?: number
  readonly maxMs?: number
}

/**
 * Stops accepting connections and waits for open requests. Call it before `app.close`, after which a page that is being rendered
 * could no longer call the API. Connections that are still open after `maxMs` are closed.
 */
export async function drain(
  { server }: { server: Server },
  { stopping, delayMs = 0, maxMs = maxDrainMs }: DrainOptions = {},
): Promise<void> {
  if (!server.listening) return
  stopping?.abort()
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  // Keep-alive connections that were busy when the server closed stay open until they are closed as idle.
  const closingIdle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs)
  const closingAll = setTimeout(() => server.closeAllConnections(), maxMs)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(closingIdle)
  clearTimeout(closingAll)
}
