import type { LightMyRequestResponse } from 'fastify'

/** Returns the reply. Throws an error that names the call and the reply when its status is another one. */
export function requireStatus(reply: LightMyRequestResponse, status: number): LightMyRequestResponse {
  const { method, url } = reply.raw.req
  if (reply.statusCode !== status) throw new Error(`${method} ${url} answered ${reply.statusCode} instead of ${status}: ${reply.body}`)
  return reply
}
