import type { Database } from '../database/schema.ts'
import { remindUnconfirmed } from '../orders/remind-unconfirmed.ts'
import type { Settings } from '../settings.ts'
import type { Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

interface ReminderDependencies {
  readonly database: Database
  readonly settings: Pick<Settings, 'CONFIRMATION_REMINDER_HOURS'>
  readonly requests: JobRequests
}

/** Reminds shoppers of orders that they have not confirmed. */
export const createRemindUnconfirmedOrdersJob = ({ database, settings, requests }: ReminderDependencies): Job => ({
  name: 'remind-unconfirmed-orders',
  cron: '*/15 * * * *',
  runsAtStart: true,
  async run({ signal }) {
    const hours = settings.CONFIRMATION_REMINDER_HOURS
    if (await remindUnconfirmed({ database, hours, signal })) requests.request('send-mails')
  },
})
