import { applyDueSales } from '../catalog/sales/sales.ts'
import type { Database } from '../database/schema.ts'
import { everyMinute, type Job } from './job.ts'

/** Lowers prices when sales start and puts them back when they end. */
export const createChangeSalePricesJob = ({ database }: { database: Database }): Job => ({
  name: 'change-sale-prices',
  cron: everyMinute,
  changes: 'products',
  async run({ signal }) {
    await applyDueSales({ database, signal })
  },
})
