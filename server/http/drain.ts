import type { Server } from 'node:http'

/** Milliseconds between looks for connections whose answer is complete. */
const reapEveryMs = 50
/** Milliseconds for what has come in: the process leaves after 40 s (run-process.ts), and jobs and database end after this. */
const mostMs = 25_000

/**
 * Takes no new connections and answers what has come in. Before the app closes: a closing app refuses the calls that a
 * page under way makes of it. What is not over by then, such as a request that never comes whole, is cut off.
 */
export async function drain({ server }: { server: Server }, { cutAfterMs = mostMs } = {}): Promise<void> {
  if (!server.listening) return
  // Node lets a connection live on that was busy when the server closed, for as long as its browser likes.
  const reaping = setInterval(() => server.closeIdleConnections(), reapEveryMs)
  const cutting = setTimeout(() => server.closeAllConnections(), cutAfterMs)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(reaping)
  clearTimeout(cutting)
}
