import { retention } from '#contract/kernel/limits/retention.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import type { PurchaseReporter } from '../purchase-reports/purchase-reporter.ts'
import { endOldReports, reportPurchases } from '../purchase-reports/report-purchases.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { everyMinute, type Job } from './job.ts'

interface ReportDependencies {
  readonly database: Database
  readonly settings: Settings
  /** follows the data set that is entered */
  readonly reporter: { readonly current: PurchaseReporter | undefined }
}

/** Reports purchases to Meta, while the shop asks for it. Without a data set all wait. */
export const createReportPurchasesJobs = ({ database, settings, reporter }: ReportDependencies): Job[] => [
  {
    name: 'report-purchases',
    cron: everyMinute,
    changes: 'nothing',
    async run({ signal }) {
      if (!reporter.current) return
      const { orders } = await readShopSettings({ database, settings })
      if (orders.purchaseReports !== 'meta' && orders.purchaseReports !== 'both') return
      const origin = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
      await reportPurchases({ database, reporter: reporter.current, origin, signal })
    },
  },
  {
    name: 'end-purchase-reports',
    cron: '49 3 * * *',
    changes: 'nothing',
    run: () => endOldReports({ database, days: retention.purchaseReportDays }),
  },
]
