import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { toPushIcon } from '../owner-reports/push/describe-push.ts'
import { findPushEvents } from '../owner-reports/push/find-push-events.ts'
import type { PushService } from '../owner-reports/push/push-service.ts'
import { sendPushes } from '../owner-reports/push/send-pushes.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { everyMinute, type Job } from './job.ts'

/** Notifies administrators of new orders and problems on their devices. */
export const createSendPushesJob = ({ database, settings, push }: { database: Database; settings: Settings; push: PushService }): Job => ({
  name: 'send-pushes',
  cron: everyMinute,
  changes: 'nothing',
  async run({ log, signal }) {
    const problems = await findPushEvents({ database })
    if (!problems) return
    const { shop } = await readShopSettings({ database, settings })
    await sendPushes({ database, push, problems, icon: toPushIcon(shop), log, signal })
  },
})
