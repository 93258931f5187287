import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import type { Courier } from '../shipping/courier/courier.ts'
import { announceFailedDeliveries } from '../shipping/failed-deliveries/announce-failed-deliveries.ts'
import { eraseAnswerDetails } from '../shipping/failed-deliveries/erase-answer-details.ts'
import { sendAnswers } from '../shipping/failed-deliveries/send-answers.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { everyMinute, type Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

interface AnswerDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly requests: JobRequests
  /** follows the account that is entered */
  readonly courier: { readonly current: Courier | undefined }
}

/** Jobs of parcels that could not be delivered: mails to their shoppers, and answers to the courier. Without an account answers wait. */
export const createFailedDeliveryJobs = ({ database, settings, requests, courier }: AnswerDependencies): Job[] => [
  {
    name: 'announce-failed-deliveries',
    cron: everyMinute,
    changes: 'nothing',
    async run({ signal }) {
      if (await announceFailedDeliveries({ database, signal })) requests.request('send-mails')
    },
  },
  {
    name: 'answer-deliveries',
    cron: everyMinute,
    changes: 'nothing',
    async run({ signal }) {
      if (!courier.current) return
      const { parcels } = await readShopSettings({ database, settings })
      await sendAnswers({ database, courier: courier.current, hours: parcels.courierHours, signal })
    },
  },
  { name: 'erase-answer-details', cron: '35 4 * * *', changes: 'nothing', run: () => eraseAnswerDetails({ database }) },
]
