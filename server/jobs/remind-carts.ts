import { queueCartReminders } from '../cart/remind-carts.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import type { Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

interface ReminderDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly requests: JobRequests
}

/** Queues reminders of carts, if the shop sends them. */
export const createRemindCartsJob = ({ database, settings, requests }: ReminderDependencies): Job => ({
  name: 'remind-carts',
  cron: '*/15 * * * *',
  changes: 'nothing',
  async run() {
    const { mails } = await readShopSettings({ database, settings })
    if (mails.cartReminders === 'on' && (await queueCartReminders({ database })) > 0) requests.request('send-mails')
  },
})
