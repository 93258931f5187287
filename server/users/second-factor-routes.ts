import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { readCookie, requireUser } from '../http/session.ts'
import type { Settings } from '../settings.ts'
import { confirmSecondFactor, readSecondFactor, startSecondFactor } from './second-factor.ts'

interface SecondFactorDependencies {
  readonly database: Database
  readonly settings: Pick<Settings, 'secure' | 'STORE_NAME'>
  readonly secondFactorKey: Buffer
}

/** How administrators set up their second factor. */
export function secondFactorRoutes(
  api: FastifyInstance,
  { database, settings: { secure, STORE_NAME }, secondFactorKey: key }: SecondFactorDependencies,
): void {
  defineRoute(api, 'getSecondFactor', async ({ request }) => readSecondFactor({ database, userId: requireUser(request).id }))

  defineRoute(api, 'startSecondFactor', async ({ request }) => {
    const { id, name } = requireUser(request)
    return startSecondFactor({ database, userId: id, key, name, issuer: STORE_NAME })
  })

  defineRoute(api, 'confirmSecondFactor', async ({ body, request }) => {
    const token = readCookie({ request, name: 'sid', secure }) ?? ''
    const recoveryCodes = await confirmSecondFactor({ database, userId: requireUser(request).id, key, token, code: body.code })
    return { message: 'Your second factor is on. All other devices have been signed out.', recoveryCodes }
  })
}
