import { publishDueProducts } from '../catalog/product/product-status.ts'
import type { Database } from '../database/schema.ts'
import { everyMinute, type Job } from './job.ts'

/** Puts drafts on sale at their publishing date. */
export const createPublishProductsJob = ({ database }: { database: Database }): Job => ({
  name: 'publish-products',
  cron: everyMinute,
  changes: 'products',
  async run() {
    await publishDueProducts({ database })
  },
})
