import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../http/refusals.ts'
import { isCrossSite } from '../http/security.ts'
import { serve } from '../http/serve.ts'
import { clearSessionCookie, readSignedIn, sessionCookie, setSessionCookie, writeCookieOptions } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { presentUser } from './present.ts'
import { endSession, startSession } from './session-store.ts'
import { createDoor } from './sign-in.ts'
import { findProfile, listUsers } from './store.ts'
import { drawToken, hashToken } from './tokens.ts'

const deviceCookie = 'device'
const deviceDays = 400

export function userRoutes(api: FastifyInstance, { database, settings, pins }: Pick<Parts, 'database' | 'settings' | 'pins'>): void {
  const door = createDoor({ database, pins, limitsFactor: settings.LIMITS_FACTOR })
  const { secure } = settings

  serve(api, 'login', async ({ body, request, reply }) => {
    const deviceToken = request.cookies[deviceCookie] ?? drawToken()
    const { account, created } = await door.signIn({ ...body, address: request.ip, device: hashToken(deviceToken) })
    const token = await startSession({ database, userId: account.id, formerToken: request.cookies[sessionCookie] })
    setSessionCookie({ reply, token, secure })
    reply.setCookie(deviceCookie, deviceToken, writeCookieOptions({ secure, days: deviceDays }))
    return { user: presentUser(await findProfile({ database, id: account.id })), message: 'Login successful', created }
  })

  const signOut = async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    // A GET that changes something: a picture on another site must not be able to call it.
    if (isCrossSite(request)) throw new Refused({ status: 403, code: 'cross_site' })
    const token = request.cookies[sessionCookie]
    if (token) await endSession({ database, token })
    clearSessionCookie(reply)
    return { message: 'You have been logged out. We hope to see you again soon!' }
  }
  serve(api, 'logout', signOut)
  serve(api, 'logoutByPost', signOut)

  serve(api, 'getLoggedInUser', async ({ request }) => presentUser(await findProfile({ database, id: readSignedIn(request).id })))

  serve(api, 'getUsers', async () => {
    const users = await listUsers({ database })
    return {
      users: users.map(({ id, name, role, created_at }) => ({ _id: id, name, role, createdAt: created_at.toISOString() })),
      total: users.length,
    }
  })
}
