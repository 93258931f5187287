import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import type { Settings } from '../kernel/settings.ts'
import { hasMailServer } from '../shop-settings/mail-server/stored-mail-server.ts'
import type { CachedShopSettings } from '../shop-settings/read-settings.ts'
import { readFirstDay } from './read-first-day.ts'

interface FirstDayDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly shopSettings: CachedShopSettings
  readonly hasCardPayment: () => boolean
}

/** What a new shop still has to do. */
export function firstDayRoutes(api: FastifyInstance, { database, settings, shopSettings, hasCardPayment }: FirstDayDependencies): void {
  defineRoute(api, 'getFirstDay', async ({ request }) =>
    readFirstDay({
      database,
      userId: requireUser(request).id,
      shopSettings: shopSettings.current,
      hasCardPayment: hasCardPayment(),
      hasUcp: settings.UCP,
      hasMailServer: !settings.lacksMailServer || (await hasMailServer({ database })),
    }),
  )
}
