import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'

/** `https://shop.example`: the start of absolute links. */
export function getOrigin({ settings, request }: { settings: Pick<Settings, 'PUBLIC_URL'>; request: FastifyRequest }): string {
  return settings.PUBLIC_URL ?? `${request.protocol}://${request.host || 'localhost'}`
}

const hostPattern = /^[\w.:[\]-]+$/

/** Node keeps the first of several Host headers, and a proxy may have used another one. */
const hasOneHost = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length <= 1

/** Absolute links contain the Host header, so an impossible one or two are rejected (RFC 9112 §3.2). HTTP/1.0 requests may have none. */
export function rejectInvalidHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ host, raw }, _reply, done) => {
    const isValid = host === '' || (hostPattern.test(host) && URL.canParse(`http://${host}`))
    done(isValid && hasOneHost(raw) ? undefined : new AppError('invalid_request'))
  })
}

/** The path of an absolute-form request target such as `http://shop.example/buy` (RFC 9112 §3.2.2). */
function toPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** The path and query of a request target. A path that cannot be decoded has its percent signs escaped, so it is looked up and not found. */
export function normalizeUrl(target: string): string {
  const url = /^https?:/i.test(target) ? toPath(target) : target
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?', 1)[0] as string)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
