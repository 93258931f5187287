import type { FastifyInstance, FastifyRequest } from 'fastify'
import { normalizeName } from '#contract/accounts/names.ts'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { queueAccountMail } from '../../mail/outbox.ts'
import type { Pins } from '../pins/pins.ts'
import { hashToken } from '../sessions/tokens.ts'
import { findAccountLink } from './account-links.ts'
import { confirmEmail } from './email-verification.ts'
import { resetForgottenPin } from './forgotten-pin.ts'
import { createLinkLimit } from './link-limit.ts'

/** Requests of one IP. */
const limits = {
  links: { name: 'account-links', points: 30, seconds: 600 },
  resets: { name: 'forgot-pin', points: 20, seconds: 3_600 },
} as const

interface AccountLinkDependencies {
  readonly database: Database
  readonly settings: { readonly LIMITS_FACTOR: number }
  readonly pins: Pins
  readonly requestMails: () => void
}

/** What the holder of a link in a mail may do with an account, and the request for such a mail. */
export function accountLinkRoutes(api: FastifyInstance, { database, settings, pins, requestMails }: AccountLinkDependencies): void {
  const shared = { database, factor: settings.LIMITS_FACTOR }
  const linkLimit = createClientLimit({ ...limits.links, ...shared })
  const resetLimit = createClientLimit({ ...limits.resets, ...shared })
  // For one name or address, whether it exists or not.
  const nameLimit = createLinkLimit({ database, name: 'forgot-pin-name' })
  const countLinkUse = (request: FastifyRequest) => linkLimit.consume(request)

  defineRoute(api, 'findEmailLink', async ({ body: { token }, request }) => {
    await countLinkUse(request)
    return findAccountLink({ database, token, purpose: 'verify email' })
  })

  defineRoute(api, 'confirmEmail', async ({ body: { token }, request }) => {
    await countLinkUse(request)
    const { userId, email, name } = await confirmEmail({ database, token })
    request.account = userId
    requestMails()
    return { message: `${email} is now the email address of ${name}.` }
  })

  // The mail's job finds the account, so the reply takes equally long for every name.
  defineRoute(api, 'requestPinReset', async ({ body: { nameOrEmail }, request }) => {
    await resetLimit.consume(request)
    await nameLimit.consume(hashToken(normalizeName(nameOrEmail)).toString('hex'))
    await queueAccountMail({ database, mail: { kind: 'forgotten pin', nameOrEmail } })
    requestMails()
    return { message: 'If this account has a verified email address, we have sent a link to it.' }
  })

  defineRoute(api, 'findPinReset', async ({ body: { token }, request }) => {
    await countLinkUse(request)
    return findAccountLink({ database, token, purpose: 'reset pin' })
  })

  defineRoute(api, 'resetForgottenPin', async ({ body, request }) => {
    await countLinkUse(request)
    request.account = await resetForgottenPin({ database, pins, ...body })
    requestMails()
    return { message: 'Your PIN has been changed. All devices have been signed out.' }
  })
}
