import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Consent } from '#contract/accounts/privacy.ts'
import { retention } from '#contract/kernel/limits/retention.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { recordActivity, recordInTransaction } from '../../activity/record-activity.ts'
import { recordChange } from '../../activity/record-change.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { clearSessionCookie, requireUser } from '../../http/session.ts'
import { checkCurrentPin } from '../pins/current-pin.ts'
import type { Pins } from '../pins/pins.ts'
import { readDeviceHash } from '../profile/account-routes.ts'
import { readConsents, setConsent } from './consents.ts'
import { addDataRequest, closeDataRequest, listDataRequests, recordDataRequest } from './data-requests.ts'
import { requestDeletion } from './delete-account.ts'
import { exportGuestData, exportPersonalData, type ListPersonKeys } from './personal-data.ts'

interface PrivacyDependencies {
  readonly database: Database
  readonly settings: { readonly secure: boolean; readonly LIMITS_FACTOR: number }
  readonly shopSettings: { readonly current: Pick<ShopSettings, 'mails'> }
  readonly pins: Pins
  readonly listPersonKeys: ListPersonKeys
}

/** Exports of one account: each reads all orders of a shopper. */
const exportLimit = { name: 'data-exports', points: 10, seconds: 3_600, factor: 1 } as const

/** Consents that are given, also again. */
const consentLimits = {
  account: { name: 'consents', points: 20, seconds: 86_400 },
  ip: { name: 'consents-address', points: 100, seconds: 86_400 },
} as const

function sendAsFile({ reply, name }: { reply: FastifyReply; name: string }): string {
  const exportedAt = new Date().toISOString()
  reply.header('content-disposition', `attachment; filename="${name}-${exportedAt.slice(0, 10)}.json"`)
  return exportedAt
}

/** What shoppers decide about their data, and the requests that administrators answer. */
export function privacyRoutes(
  api: FastifyInstance,
  { database, shopSettings, pins, listPersonKeys, ...dependencies }: PrivacyDependencies,
): void {
  const { secure } = dependencies.settings
  const limit = createRateLimit({ ...exportLimit, database })
  const consentsOfAccount = createRateLimit({ ...consentLimits.account, database, factor: 1 })
  const consentsOfClient = createClientLimit({ ...consentLimits.ip, database, factor: dependencies.settings.LIMITS_FACTOR })
  const checkPin = async ({ request, currentPin }: { request: FastifyRequest; currentPin: string }) => {
    const userId = requireUser(request).id
    await checkCurrentPin({ database, pins, userId, deviceHash: readDeviceHash({ request, secure }), currentPin })
    return userId
  }

  /** Says which consents the shop asks for at the moment. */
  const present = (consents: readonly Consent[]): Consent[] =>
    consents.map((consent) => {
      const isAsked = consent.purpose === 'marketing' && shopSettings.current.mails.cartReminders === 'on'
      return { ...consent, ...(isAsked && { isAsked }) }
    })

  defineRoute(api, 'getConsents', async ({ request }) => ({
    consents: present(await readConsents({ database, userId: requireUser(request).id })),
  }))

  defineRoute(api, 'setConsent', async ({ body, request }) => {
    const userId = requireUser(request).id
    // Decisions are never deleted. A withdrawal follows one that was given, so it needs no limit.
    if (body.given) {
      await consentsOfAccount.consume(userId)
      await consentsOfClient.consume(request)
    }
    const consents = await setConsent({ database, userId, ...body })
    return {
      consents: present(consents),
      message: body.given ? 'Thank you. You can withdraw this at any time.' : 'Your consent is withdrawn.',
    }
  })

  defineRoute(api, 'downloadPersonalData', async ({ body, request, reply }) => {
    const userId = await checkPin({ request, ...body })
    await limit.consume(userId)
    await recordDataRequest({ database, userId, kind: 'access', note: 'Downloaded on the account page.' })
    const data = await exportPersonalData({ database, listPersonKeys, userId })
    return { exportedAt: sendAsFile({ reply, name: 'my-data' }), data }
  })

  defineRoute(api, 'deleteAccount', async ({ body, request, reply }) => {
    const userId = await checkPin({ request, ...body })
    const dueAt = await requestDeletion({ database, userId })
    clearSessionCookie({ reply, secure })
    reply.header('clear-site-data', '"cache"')
    const message = `Your account will be deleted in ${retention.deletionGraceDays} days. Sign in before then to keep it.`
    return { message, deletionDueAt: dueAt.toISOString() }
  })

  defineRoute(api, 'getDataRequests', async ({ query }) => listDataRequests({ database, ...query }))

  defineRoute(api, 'addDataRequest', async ({ body, request }) => {
    const actorId = requireUser(request).id
    await recordInTransaction({ database, actorId, call: 'addDataRequest' }, (trx) =>
      addDataRequest({ database: trx, request: body, enteredBy: actorId }),
    )
    return { message: 'The request has been added.' }
  })

  defineRoute(api, 'closeDataRequest', async ({ params, body, request }) => {
    const actorId = requireUser(request).id
    await recordChange({ database, actorId, call: 'closeDataRequest', id: params.id }, (trx) =>
      closeDataRequest({ database: trx, id: params.id, note: body.note, closedBy: actorId }),
    )
    return { message: 'The request is done.' }
  })

  defineRoute(api, 'exportGuestData', async ({ body, request, reply }) => {
    const actorId = requireUser(request).id
    await limit.consume(actorId)
    await recordActivity({ database, actorId, call: 'exportGuestData' })
    const data = await exportGuestData({ database, listPersonKeys, ...body })
    return { exportedAt: sendAsFile({ reply, name: 'guest-data' }), data }
  })
}
