import type { Database } from '../database/schema.ts'
import { endUnreceived } from '../returns/end-unreceived.ts'
import type { Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

/** Ends accepted returns that have not reached the shop in time. What was held for an exchange is in stock again. */
export const createEndUnreceivedReturnsJob = ({ database, requests }: { database: Database; requests: JobRequests }): Job => ({
  name: 'end-unreceived-returns',
  cron: '20 6 * * *',
  changes: 'nothing',
  async run({ signal, publish }) {
    if (!(await endUnreceived({ database, signal }))) return
    publish()
    requests.request('send-mails')
  },
})
