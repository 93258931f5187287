import type { FastifyInstance } from 'fastify'
import { minAdminPinLength } from '#contract/kernel/limits/account-limits.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { recordActivity, recordInTransaction } from '../../activity/record-activity.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { readCookie, requireUser } from '../../http/session.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { Pins } from '../pins/pins.ts'
import { reauthenticate } from '../sessions/reauthenticate.ts'
import { confirmSecondFactor, readSecondFactor, renewRecoveryCodes, startSecondFactor } from '../sessions/second-factor.ts'
import { changePin } from './account.ts'
import { readDeviceHash } from './account-routes.ts'

interface SecondFactorDependencies {
  readonly database: Database
  readonly settings: Pick<Settings, 'secure' | 'DEMO'>
  readonly shopSettings: { readonly current: ShopSettings }
  readonly secondFactorKey: Buffer
  readonly pins: Pins
}

/** How administrators set up their second factor, and prove who they are. */
export function secondFactorRoutes(
  api: FastifyInstance,
  { database, settings: { secure, DEMO }, shopSettings, secondFactorKey: key, pins }: SecondFactorDependencies,
): void {
  defineRoute(api, 'reauthenticate', async ({ body: { currentPin, code }, request }) => {
    const token = readCookie({ request, name: 'sid', secure }) ?? ''
    const attempt = { userId: requireUser(request).id, deviceHash: readDeviceHash({ request, secure }), currentPin }
    await reauthenticate({ database, pins, ...attempt, secondFactorKey: key, token, code })
    return { message: 'Thank you. You can continue.' }
  })

  defineRoute(api, 'changeAdminPin', async ({ body, request }) => {
    const token = readCookie({ request, name: 'sid', secure }) ?? ''
    const { id: userId, name } = requireUser(request)
    const account = { database, userId, token, deviceHash: readDeviceHash({ request, secure }) }
    await changePin({ ...account, pins, ...body, minLength: DEMO ? undefined : minAdminPinLength })
    await recordActivity({ database, actorId: userId, call: 'changeAdminPin', subject: { id: userId, name } })
    return { message: 'Your PIN has been changed. All other devices have been signed out.' }
  })

  defineRoute(api, 'getSecondFactor', async ({ request }) => readSecondFactor({ database, userId: requireUser(request).id }))

  defineRoute(api, 'startSecondFactor', async ({ request }) => {
    const { id, name } = requireUser(request)
    return startSecondFactor({ database, userId: id, key, name, issuer: shopSettings.current.shop.name })
  })

  defineRoute(api, 'confirmSecondFactor', async ({ body, request }) => {
    const token = readCookie({ request, name: 'sid', secure }) ?? ''
    const browser = { token, deviceHash: readDeviceHash({ request, secure }) }
    const { id: userId, name } = requireUser(request)
    const recoveryCodes = await recordInTransaction(
      { database, actorId: userId, call: 'confirmSecondFactor', subject: { id: userId, name } },
      (trx) => confirmSecondFactor({ database: trx, userId, key, ...browser, code: body.code }),
    )
    return { message: 'Your second factor is on. All other devices have been signed out.', recoveryCodes }
  })

  defineRoute(api, 'renewRecoveryCodes', async ({ request }) => {
    const { id: userId, name } = requireUser(request)
    const recoveryCodes = await recordInTransaction(
      { database, actorId: userId, call: 'renewRecoveryCodes', subject: { id: userId, name } },
      (trx) => renewRecoveryCodes({ database: trx, userId }),
    )
    return { message: 'You have new recovery codes. The former ones have ended.', recoveryCodes }
  })
}
