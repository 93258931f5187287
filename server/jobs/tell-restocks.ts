import type { Database } from '../database/schema.ts'
import { queueRestockMails } from '../inventory/restock-mails.ts'
import { everyMinute, type Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

/** Queues mails to those who wait for stock that has come back, whatever it came from. */
export const createTellRestocksJob = ({ database, requests }: { database: Database; requests: JobRequests }): Job => ({
  name: 'tell-restocks',
  cron: everyMinute,
  async run() {
    if ((await queueRestockMails({ database })) > 0) requests.request('send-mails')
  },
})
