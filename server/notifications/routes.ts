import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import type { Settings } from '../kernel/settings.ts'
import { markNotificationsRead } from '../orders/order/order-events.ts'
import { hasMailServer } from '../shop-settings/mail-server/stored-mail-server.ts'
import { readAdminNotifications } from './admin-notifications.ts'

/** The administrators' notifications. */
export function notificationRoutes(api: FastifyInstance, { database, settings }: { database: Database; settings: Settings }): void {
  defineRoute(api, 'getAdminNotifications', async ({ request }) =>
    readAdminNotifications({
      database,
      userId: requireUser(request).id,
      lacksMailServer: settings.lacksMailServer && !(await hasMailServer({ database })),
    }),
  )

  defineRoute(api, 'markAdminNotificationsRead', async ({ request }) => {
    await markNotificationsRead({ database, userId: requireUser(request).id })
    return { message: 'Read' }
  })
}
