import { applyDueSales } from '../catalog/sales/sales.ts'
import type { ProductChanges } from '../database/product-changes.ts'
import type { Database } from '../database/schema.ts'
import { everyMinute, type Job } from './job.ts'

/** Lowers prices when sales start and puts them back when they end. */
export const createChangeSalePricesJob = ({ database, productChanges }: { database: Database; productChanges: ProductChanges }): Job => ({
  name: 'change-sale-prices',
  cron: everyMinute,
  async run({ signal }) {
    if ((await applyDueSales({ database, signal })) > 0) productChanges.publish()
  },
})
