import type { Database } from '../database/schema.ts'
import { completeExchanges } from '../returns/exchanges/complete-exchanges.ts'
import type { Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

/** Settles exchanges whose items have arrived on both sides. */
export const createCompleteExchangesJob = ({ database, requests }: { database: Database; requests: JobRequests }): Job => ({
  name: 'settle-exchanges',
  cron: '*/5 * * * *',
  changes: 'nothing',
  async run({ signal }) {
    if (await completeExchanges({ database, signal })) requests.request('send-mails')
  },
})
