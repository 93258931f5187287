import type { Database } from '../database/schema.ts'
import { forEachSettled } from '../kernel/for-each-settled.ts'
import { readSettled } from '../payments/bank-settlements/read-settled.ts'
import type { Gateways } from '../payments/provider/gateways.ts'
import type { Job } from './job.ts'

/** Reads what the providers have settled until yesterday. What a run could not read, the next one does. */
export const createReadSettlementsJob = ({ database, gateways }: { database: Database; gateways: Gateways }): Job => ({
  name: 'read-settlements',
  cron: '40 5 * * *',
  changes: 'nothing',
  run: ({ log, signal }) =>
    forEachSettled(gateways.all, async (gateway) => {
      const { contradicting } = await readSettled({ database, gateway, signal })
      if (contradicting.length > 0) log.warn({ rows: contradicting }, 'The provider has changed settled rows')
    }),
})
