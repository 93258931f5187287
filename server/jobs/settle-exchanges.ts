import type { Database } from '../database/schema.ts'
import { settleExchanges } from '../returns/exchanges/settle-exchanges.ts'
import type { Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

/** Settles exchanges whose items have arrived on both sides. */
export const createSettleExchangesJob = ({ database, requests }: { database: Database; requests: JobRequests }): Job => ({
  name: 'settle-exchanges',
  cron: '*/5 * * * *',
  changes: 'nothing',
  async run({ signal }) {
    if (await settleExchanges({ database, signal })) requests.request('send-mails')
  },
})
