import { publishDueProducts } from '../catalog/product/product-status.ts'
import type { ProductChanges } from '../database/product-changes.ts'
import type { Database } from '../database/schema.ts'
import { everyMinute, type Job } from './job.ts'

/** Puts drafts on sale at their publishing date. */
export const createPublishProductsJob = ({ database, productChanges }: { database: Database; productChanges: ProductChanges }): Job => ({
  name: 'publish-products',
  cron: everyMinute,
  async run() {
    if ((await publishDueProducts({ database })) > 0) productChanges.publish()
  },
})
