import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isInProcess } from './in-process.ts'

/** Milliseconds for the body of a call: a quarter of a megabyte at most, and mostly less than a packet. */
const patience = 10_000

/** The framework reads no body of these, whatever they say. */
const bodiless = new Set(['GET', 'HEAD', 'TRACE'])

/** Is there more to come after the head of a request, which may come late or never? */
export function sendsBody({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (bodiless.has(method)) return false
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Hangs up on whoever begins a body and does not end it. Pictures have as long as the server gives any request. */
export function endLateBodies(app: FastifyInstance, { patienceMs = patience }: { patienceMs?: number } = {}): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!sendsBody(request) || isInProcess(request) || request.headers['content-type']?.startsWith('multipart/')) return done()
    // Nothing happens to a request that has come whole by then, however long its answer takes.
    const timer = setTimeout(() => request.raw.destroy(), patienceMs).unref()
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
