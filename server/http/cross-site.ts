import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a page of another site made the browser send this. Clients that are no browser send neither header. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Both parsed, because a default port may be written or not.
  const { protocol, host } = new URL(origin)
  return URL.parse(`${protocol}//${request.host}`)?.host !== host
}

/** Rejects state-changing calls that another site's page sent. */
export function rejectCrossSite(api: FastifyInstance): void {
  api.addHook('onRequest', (request, _reply, done) => {
    done(!safeMethods.has(request.method) && isCrossSite(request) ? new AppError('cross_site') : undefined)
  })
}
