import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountMails } from '#contract/kernel/limits/account-limits.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { readCookie, requireUser } from '../../http/session.ts'
import { checkCurrentPin } from '../pins/current-pin.ts'
import type { Pins } from '../pins/pins.ts'
import { generateToken, hashToken } from '../sessions/tokens.ts'
import { setEmailCode } from '../sign-in/login-code.ts'
import { changePin, endOtherSessions, endSessionById, readAccount } from './account.ts'
import type { AccountSecrets } from './account-secrets.ts'
import { checkNewEmail, removeEmail, requestEmail } from './email-verification.ts'

/** The hash of the browser's device cookie; random without a cookie. */
export const readDeviceHash = ({ request, secure }: { request: FastifyRequest; secure: boolean }): Buffer =>
  hashToken(readCookie({ request, name: 'device', secure }) ?? generateToken())

/** A script could register accounts to send mails to strangers. */
const emailsPerIp = { name: 'email-links-address', points: 20, seconds: 3_600 }
const emailsPerDevice = { name: 'email-links-device', points: 10, seconds: 3_600 }

interface AccountDependencies {
  readonly database: Database
  readonly settings: { readonly secure: boolean; readonly LIMITS_FACTOR: number }
  readonly pins: Pins
  readonly secrets: AccountSecrets
  readonly requestMails: () => void
}

/** What shoppers do with their own account. */
export function accountRoutes(
  api: FastifyInstance,
  { database, settings: { secure, LIMITS_FACTOR: factor }, pins, secrets, requestMails }: AccountDependencies,
): void {
  const emailLimit = createRateLimit({ name: 'email-links', points: accountMails.linksPerDay, seconds: 86_400, database, factor: 1 })
  const clientLimit = createClientLimit({ ...emailsPerIp, database, factor })
  const deviceLimit = createRateLimit({ ...emailsPerDevice, database, factor })
  const readRequest = (request: FastifyRequest) => ({
    database,
    userId: requireUser(request).id,
    token: readCookie({ request, name: 'sid', secure }) ?? '',
  })

  const readDevice = (request: FastifyRequest) => readDeviceHash({ request, secure })
  const checkPin = ({ request, currentPin }: { request: FastifyRequest; currentPin: string }) =>
    checkCurrentPin({ database, pins, userId: requireUser(request).id, deviceHash: readDevice(request), currentPin })

  defineRoute(api, 'getAccount', async ({ request }) => readAccount(readRequest(request)))

  defineRoute(api, 'changePin', async ({ body, request }) => {
    await changePin({ ...readRequest(request), ...body, deviceHash: readDevice(request), pins })
    requestMails()
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

  defineRoute(api, 'requestEmail', async ({ body: { email, currentPin }, request }) => {
    const { id: userId } = requireUser(request)
    await checkPin({ request, currentPin })
    await checkNewEmail({ database, userId, email })
    await clientLimit.consume(request)
    await deviceLimit.consume(readDevice(request).toString('hex'))
    await emailLimit.consume(userId)
    await requestEmail({ database, userId, email, secrets })
    requestMails()
    return { message: `We have sent a link to ${email}.` }
  })

  defineRoute(api, 'removeEmail', async ({ body: { currentPin }, request }) => {
    await checkPin({ request, currentPin })
    await removeEmail({ database, userId: requireUser(request).id })
    requestMails()
    return { message: 'Your email address has been removed.' }
  })

  defineRoute(api, 'setEmailCode', async ({ body: { isOn, currentPin }, request }) => {
    await checkPin({ request, currentPin })
    await setEmailCode({ database, userId: requireUser(request).id, deviceHash: readDevice(request), isOn })
    return { message: isOn ? 'New devices will be asked for a code.' : 'New devices are no longer asked for a code.' }
  })
}
