import type { Database } from '../database/schema.ts'
import { forEachSettled } from '../kernel/for-each-settled.ts'
import { releaseExpiredHolds } from '../payments/checkout/holds.ts'
import { GatewayError } from '../payments/provider/gateway.ts'
import type { Gateways } from '../payments/provider/gateways.ts'
import { compareWithProvider } from '../payments/settlement/captured-payments.ts'
import { listMissingProviders } from '../payments/settlement/missing-providers.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'
import { compareRestored } from '../restores/compare-restored.ts'
import { everyMinute, type Job, type JobLog } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

/** A job of its own: stock returns also while a payment provider does not answer or is not configured any more. */
export const createReleaseHoldsJob = ({ database }: { database: Database }): Job => ({
  name: 'release-holds',
  cron: everyMinute,
  changes: 'products',
  run: () => releaseExpiredHolds({ database }),
})

interface PaymentsJob {
  readonly database: Database
  readonly gateways: Gateways
  readonly requests: JobRequests
}

/** Processes webhooks, checks payments whose outcome is unknown, and refunds. */
export function createProcessPaymentsJob({ database, gateways, requests }: PaymentsJob): Job {
  return {
    name: 'process-payments',
    cron: everyMinute,
    changes: 'products',
    async run({ log, signal }) {
      try {
        await compareAfterRestore({ database, gateways, log })
        await runPaymentMaintenance({ database, gateways, signal })
      } finally {
        requests.request('send-mails')
      }
    },
  }
}

/** A provider that does not answer is asked again in the next run; money stays held. */
async function compareAfterRestore({
  database,
  gateways,
  log,
}: Pick<PaymentsJob, 'database' | 'gateways'> & { log: JobLog }): Promise<void> {
  try {
    const { payments, refunds } = await compareRestored({ database, gateways })
    if (payments.length + refunds.length > 0) log.warn({ payments, refunds }, 'Payments and refunds were missing after a restore')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ error }, 'Money stays held after a restore: a payment provider does not answer')
  }
}

/** Finds captured payments and refunds that the shop does not know. Orders and refunds that it makes are worked on by the other jobs. */
export function createReconcileCapturedJob({ database, gateways, requests }: PaymentsJob): Job {
  return {
    name: 'reconcile-captured-payments',
    cron: '50 3 * * *',
    runsAtStart: true,
    changes: 'products',
    async run({ log, signal }) {
      const providers = await listMissingProviders({ database, gateways })
      if (providers.length > 0) log.warn({ providers }, 'Payments wait for payment providers that are not configured')
      try {
        await forEachSettled(gateways.all, async ({ provider }) => {
          const { payments, refunds } = await compareWithProvider({ database, gateways, provider, signal })
          if (payments.length > 0) log.warn({ provider, payments }, 'Captured payments were missing in the shop')
          if (refunds.length > 0) log.warn({ provider, refunds }, 'Refunds were missing in the shop')
        })
      } finally {
        requests.request('process-payments')
      }
    },
  }
}
