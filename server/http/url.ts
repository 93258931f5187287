import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Settings } from '../settings.ts'

/** `https://shop.example`: what absolute links start with. */
export function getOrigin({ settings, request }: { settings: Pick<Settings, 'PUBLIC_URL'>; request: FastifyRequest }): string {
  return settings.PUBLIC_URL ?? `${request.protocol}://${request.host || 'localhost'}`
}

/** What may stand in a name or an address of a host, and its port. */
const hostLike = /^[\w.:[\]-]+$/

/** Links are written with the name that a request asks by. One that no host can have is refused (RFC 9112 §3.2). HTTP/1.0 may name none. */
export function rejectInvalidHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ host }, _reply, done) => {
    const isName = host === '' || (hostLike.test(host) && URL.canParse(`http://${host}`))
    done(isName ? undefined : new AppError('invalid_request'))
  })
}

/** `http://shop.example/buy`: what is written to a proxy, and has to be understood by everybody (RFC 9112 §3.2.2). */
function readPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * The path that an address names. One that cannot be decoded names nothing; with its percent signs taken as such it can be
 * looked for, and is not found.
 */
export function normalizeUrl(address: string): string {
  const url = /^https?:/i.test(address) ? readPath(address) : address
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?', 1)[0] as string)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
