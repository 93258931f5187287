import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import type { Settings } from '../kernel/settings.ts'
import { markNotificationsRead } from '../orders/order/order-events.ts'
import { hasMailServer } from '../shop-settings/mail-server/stored-mail-server.ts'
import { listUnreadableKeys } from '../shop-settings/provider-keys/stored-provider-keys.ts'
import { readAdminNotifications } from './admin-notifications.ts'

interface RouteDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly providersKey: Buffer
}

/** The administrators' notifications. */
export function notificationRoutes(api: FastifyInstance, { database, settings, providersKey: key }: RouteDependencies): void {
  defineRoute(api, 'getAdminNotifications', async ({ request }) =>
    readAdminNotifications({
      database,
      userId: requireUser(request).id,
      lacksMailServer: settings.lacksMailServer && !(await hasMailServer({ database })),
      unreadableKeys: await listUnreadableKeys({ database, key, settings }),
    }),
  )

  defineRoute(api, 'markAdminNotificationsRead', async ({ request }) => {
    await markNotificationsRead({ database, userId: requireUser(request).id })
    return { message: 'Read' }
  })
}
