import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { queueDailyReport } from '../owner-reports/daily-report.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import type { Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

interface ReportDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly requests: JobRequests
}

/** Sends the report of yesterday to the shop in the morning; later on the day if no server was running then. */
export const createSendDailyReportJob = ({ database, settings, requests }: ReportDependencies): Job => ({
  name: 'send-daily-report',
  cron: '*/30 7-20 * * *',
  changes: 'nothing',
  async run() {
    const shopSettings = await readShopSettings({ database, settings })
    const deskUrl = `${settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`}/AdminDashboardWrapper/desk`
    if (await queueDailyReport({ database, settings: shopSettings, deskUrl })) requests.request('send-mails')
  },
})
