import { countUnitsSold } from '../catalog/listing/popularity.ts'
import type { ProductChanges } from '../database/product-changes.ts'
import type { Database } from '../database/schema.ts'
import type { Job } from './job.ts'

/** Counts what sells, for the order of lists. */
export const createCountUnitsSoldJob = ({ database, productChanges }: { database: Database; productChanges: ProductChanges }): Job => ({
  name: 'count-units-sold',
  cron: '0 3 * * *',
  runsAtStart: true,
  async run() {
    if ((await countUnitsSold({ database })) > 0) productChanges.publish()
  },
})
