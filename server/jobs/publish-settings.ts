import type { Database } from '../database/schema.ts'
import { publishDueDrafts } from '../shop-settings/change-settings.ts'
import { everyMinute, type Job } from './job.ts'

/** Publishes drafts of settings at their time. The notification of the change makes each process load them. */
export const createPublishSettingsJob = ({ database }: { database: Database }): Job => ({
  name: 'publish-settings',
  cron: everyMinute,
  changes: 'nothing',
  async run() {
    await publishDueDrafts({ database })
  },
})
