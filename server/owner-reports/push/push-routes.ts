import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cutText } from '#contract/kernel/cut-text.ts'
import { pushLimits } from '#contract/kernel/limits/push-limits.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { readDeviceHash } from '../../accounts/profile/account-routes.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { toPushIcon } from './describe-push.ts'
import { addPushDevice, changePushDevice, listPushDevices, removePushDevice, testPushDevice } from './push-devices.ts'
import type { PushService } from './push-service.ts'

const maxUserAgent = 300

interface PushDependencies {
  readonly database: Database
  readonly settings: { readonly secure: boolean }
  readonly shopSettings: { readonly current: ShopSettings }
  readonly push: PushService
}

/** The devices on which administrators are notified. */
export function pushRoutes(api: FastifyInstance, { database, settings: { secure }, shopSettings, push }: PushDependencies): void {
  const testLimit = createRateLimit({ name: 'push-tests', points: pushLimits.testsPerHour, seconds: 3_600, database, factor: 1 })
  const readBrowser = (request: FastifyRequest) => ({
    database,
    userId: requireUser(request).id,
    deviceHash: readDeviceHash({ request, secure }),
  })

  defineRoute(api, 'getPushDevices', async ({ request }) => ({
    publicKey: push.publicKey,
    devices: await listPushDevices(readBrowser(request)),
  }))

  defineRoute(api, 'addPushDevice', async ({ body: { endpoint, keys, kinds }, request }) => {
    const userAgent = cutText(request.headers['user-agent'] ?? '', maxUserAgent)
    await addPushDevice({ ...readBrowser(request), subscription: { endpoint, ...keys }, kinds, userAgent })
    return { message: 'This device is notified from now on.' }
  })

  defineRoute(api, 'changePushDevice', async ({ params: { id }, body: { kinds }, request }) => {
    await changePushDevice({ database, userId: requireUser(request).id, id, kinds })
    return { message: 'Saved.' }
  })

  defineRoute(api, 'removePushDevice', async ({ params: { id }, request }) => {
    await removePushDevice({ database, userId: requireUser(request).id, id })
    return { message: 'The device is no longer notified.' }
  })

  defineRoute(api, 'testPushDevice', async ({ params: { id }, request }) => {
    const { id: userId } = requireUser(request)
    await testLimit.consume(userId)
    await testPushDevice({ database, userId, id, push, icon: toPushIcon(shopSettings.current.shop) })
    return { message: 'Sent. It should appear within a minute.' }
  })
}
