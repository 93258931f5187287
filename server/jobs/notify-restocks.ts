import type { Database } from '../database/schema.ts'
import { queueRestockMails } from '../inventory/restock/restock-mails.ts'
import { everyMinute, type Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

/** Queues mails to those who wait for stock that has come back, whatever it came from. */
export const createNotifyRestocksJob = ({ database, requests }: { database: Database; requests: JobRequests }): Job => ({
  name: 'notify-restocks',
  cron: everyMinute,
  changes: 'nothing',
  async run() {
    if ((await queueRestockMails({ database })) > 0) requests.request('send-mails')
  },
})
