import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { issueDueInvoices } from '../tax/invoice-requests.ts'
import { everyMinute, type Job } from './job.ts'

/** Issues the invoices of packed orders, once their packing can no longer be undone. */
export const createIssueInvoicesJob = ({ database, settings }: { database: Database; settings: Settings }): Job => ({
  name: 'issue-invoices',
  cron: everyMinute,
  changes: 'nothing',
  run: async ({ signal }) => issueDueInvoices({ database, settings: await readShopSettings({ database, settings }), signal }),
})
