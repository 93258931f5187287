import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Who } from '#contract/calls.ts'
import type { AppDependencies } from '../dependencies.ts'
import { AppError } from '../errors.ts'
import { findSession, type Session, sessionDays } from '../users/session-store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    who?: Who
  }
  interface FastifyRequest {
    /** who is signed in, read anew for each request */
    signedIn: Session['user'] | null
  }
}

/**
 * Over https the name itself makes browsers refuse the cookie from another path, another host of the domain, or an open
 * line; on http://localhost they would refuse it altogether.
 */
export const nameCookie = ({ name, secure }: { name: 'sid' | 'device'; secure: boolean }): string => (secure ? `__Host-${name}` : name)

export const readCookie = ({ request, name, secure }: { request: FastifyRequest; name: 'sid' | 'device'; secure: boolean }) =>
  request.cookies[nameCookie({ name, secure })]

const day = 86_400

export function writeCookieOptions({ secure, days }: { secure: boolean; days: number }): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: days * day }
}

export function setSessionCookie({ reply, token, secure }: { reply: FastifyReply; token: string; secure: boolean }): void {
  reply.setCookie(nameCookie({ name: 'sid', secure }), token, writeCookieOptions({ secure, days: sessionDays.sliding }))
}

export function clearSessionCookie({ reply, secure }: { reply: FastifyReply; secure: boolean }): void {
  reply.clearCookie(nameCookie({ name: 'sid', secure }), { path: '/', secure })
}

/** The signed-in person of a call that needs one; the guard has made sure. */
export function requireUser(request: FastifyRequest): Session['user'] {
  if (!request.signedIn) throw new AppError('not_signed_in')
  return request.signedIn
}

function refuse({ session, who }: { session: Session | undefined; who: Who }): AppError | undefined {
  if (!session) return new AppError('not_signed_in')
  return session.user.role === who ? undefined : new AppError('not_allowed')
}

/**
 * Finds out who asks, and holds every call to the role that the contract names. Role and account are read at each
 * request, so a change takes effect at the next one.
 */
export function enforceRoles(api: FastifyInstance, { database, settings }: Pick<AppDependencies, 'database' | 'settings'>): void {
  api.decorateRequest('signedIn', null)
  api.addHook('onRequest', (request, reply, done) => {
    const { who = 'anyone' } = request.routeOptions.config
    const token = readCookie({ request, name: 'sid', secure: settings.secure })
    // Most who only look are not signed in, and wait for nothing.
    if (!token) return done(who === 'anyone' ? undefined : new AppError('not_signed_in'))
    findSession({ database, token }).then((session) => {
      request.signedIn = session?.user ?? null
      if (!session) clearSessionCookie({ reply, secure: settings.secure })
      else if (session.extended) setSessionCookie({ reply, token, secure: settings.secure })
      done(who === 'anyone' ? undefined : refuse({ session, who }))
    }, done)
  })
}
