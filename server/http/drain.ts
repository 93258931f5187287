import type { Server } from 'node:http'

/** Milliseconds between looks for connections whose answer is complete. */
const reapEveryMs = 50

/**
 * Takes no new connections and answers what has come in. Before the app closes: a closing app refuses the calls that a
 * page under way makes of it.
 */
export async function drain({ server }: { server: Server }): Promise<void> {
  if (!server.listening) return
  // Node lets a connection live on that was busy when the server closed, for as long as its browser likes.
  const reaping = setInterval(() => server.closeIdleConnections(), reapEveryMs)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(reaping)
}
