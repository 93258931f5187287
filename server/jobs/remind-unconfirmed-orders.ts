import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { cancelUnanswered } from '../orders/lifecycle/cancel-unanswered.ts'
import { remindUnconfirmed } from '../orders/lifecycle/remind-unconfirmed.ts'
import { paymentsPort as payments } from '../payments/payments-port.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import type { Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

interface ReminderDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly requests: JobRequests
}

/** Reminds shoppers of orders that they have not confirmed or paid, and cancels those that stay so. */
export const createRemindUnconfirmedOrdersJob = ({ database, settings, requests }: ReminderDependencies): Job => ({
  name: 'remind-unconfirmed-orders',
  cron: '*/15 * * * *',
  runsAtStart: true,
  changes: 'products',
  async run({ signal }) {
    const { orders } = await readShopSettings({ database, settings })
    const hours = orders.confirmationReminderHours
    const isReminded = await remindUnconfirmed({ database, hours, releaseHours: orders.confirmationReleaseHours, signal })
    const isCancelled = await cancelUnanswered({ database, payments, hours, signal })
    if (isReminded || isCancelled) requests.request('send-mails')
  },
})
