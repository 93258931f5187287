import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a page of another site made the browser send this. Clients that are no browser send neither header. */
export function isCrossSite({ request, settings }: { request: FastifyRequest; settings: Pick<Settings, 'secure'> }): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Both parsed, because a default port may be written or not.
  const { protocol, host } = new URL(origin)
  // Others on the network can change a page that came by http. The reverse is no sign: a proxy may end TLS and not say so.
  if (protocol === 'http:' && (settings.secure || request.protocol === 'https')) return true
  return URL.parse(`${protocol}//${request.host}`)?.host !== host
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the page of another site may post to it: it needs neither a session nor trusts the browser */
    isOpenToOtherSites?: boolean
  }
}

/** Rejects state-changing calls that another site's page sent, unless the route is open to them. */
export function rejectCrossSite(api: FastifyInstance, settings: Pick<Settings, 'secure'>): void {
  api.addHook('onRequest', (request, _reply, done) => {
    const isChecked = !safeMethods.has(request.method) && !request.routeOptions.config.isOpenToOtherSites
    done(isChecked && isCrossSite({ request, settings }) ? new AppError('cross_site') : undefined)
  })
}
