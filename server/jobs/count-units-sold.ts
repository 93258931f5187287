import { countUnitsSold } from '../catalog/listing/popularity.ts'
import type { Database } from '../database/schema.ts'
import type { Job } from './job.ts'

/** Counts what sells, for the order of lists. */
export const createCountUnitsSoldJob = ({ database }: { database: Database }): Job => ({
  name: 'count-units-sold',
  cron: '0 3 * * *',
  runsAtStart: true,
  changes: 'products',
  async run({ signal }) {
    await countUnitsSold({ database, signal })
  },
})
