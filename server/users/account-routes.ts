import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { readCookie, requireUser } from '../http/session.ts'
import { changePin, endOtherSessions, endSessionById, readAccount } from './account.ts'
import type { Pins } from './pins.ts'
import { generateToken, hashToken } from './tokens.ts'

/** Of the browser that makes a request; random when it has no device cookie. */
export const readDeviceHash = ({ request, secure }: { request: FastifyRequest; secure: boolean }): Buffer =>
  hashToken(readCookie({ request, name: 'device', secure }) ?? generateToken())

interface AccountDependencies {
  readonly database: Database
  readonly settings: { readonly secure: boolean }
  readonly pins: Pins
}

/** What shoppers do with their own account. */
export function accountRoutes(api: FastifyInstance, { database, settings: { secure }, pins }: AccountDependencies): void {
  const readRequest = (request: FastifyRequest) => ({
    database,
    userId: requireUser(request).id,
    token: readCookie({ request, name: 'sid', secure }) ?? '',
  })

  defineRoute(api, 'getAccount', async ({ request }) => readAccount(readRequest(request)))

  defineRoute(api, 'changePin', async ({ body, request }) => {
    await changePin({ ...readRequest(request), ...body, deviceHash: readDeviceHash({ request, secure }), pins })
    return { message: 'Your PIN has been changed. All other devices have been signed out.' }
  })

  defineRoute(api, 'endSession', async ({ params, request }) => {
    await endSessionById({ database, userId: requireUser(request).id, id: params.id })
    return { message: 'The device has been signed out.' }
  })

  defineRoute(api, 'endOtherSessions', async ({ request }) => {
    await endOtherSessions(readRequest(request))
    return { message: 'All other devices have been signed out.' }
  })
}
