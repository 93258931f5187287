import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'

const sweepEveryMs = 1_000

/**
 * Sweeps that find nothing new of a body before its connection is closed. Sweeps are counted instead of milliseconds, because a busy
 * process must not blame its clients.
 */
const maxQuietSweeps = 10

/** Sweeps that a body without a file may take, and what is still sent after the reply. Files take as long as something arrives. */
const maxSweeps = 60

interface IncomingBody {
  readonly socket: Socket
  readonly response: ServerResponse
  readonly isForm: boolean
  bytesRead: number
  sweeps: number
  quietSweeps: number
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Counts a sweep. Returns whether the body is too slow. */
function countSweep(body: IncomingBody): boolean {
  const { bytesRead } = body.socket
  body.sweeps += 1
  body.quietSweeps = bytesRead > body.bytesRead ? 0 : body.quietSweeps + 1
  body.bytesRead = bytesRead
  const mayBeLong = body.isForm && !body.response.writableEnded
  return body.quietSweeps >= maxQuietSweeps || (!mayBeLong && body.sweeps >= maxSweeps)
}

/** Closes the connections of requests whose body stops arriving for 10 seconds, or takes a minute without being a form with a file. */
export function endSlowBodies(app: FastifyInstance): void {
  const bodies = new Map<IncomingMessage, IncomingBody>()
  app.addHook('onRequest', (request, { raw: response }, done) => {
    const { raw, socket } = request
    if (!isInjection(raw) && hasBody(raw) && !raw.complete) {
      const isForm = raw.headers['content-type']?.startsWith('multipart/form-data') ?? false
      bodies.set(raw, { socket, response, isForm, bytesRead: socket.bytesRead, sweeps: 0, quietSweeps: 0 })
    }
    done()
  })
  const timer = setInterval(() => {
    for (const [raw, body] of bodies) {
      if (raw.complete || body.socket.destroyed) bodies.delete(raw)
      else if (countSweep(body)) body.socket.destroy()
    }
  }, sweepEveryMs)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))
}
