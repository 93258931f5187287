import type { Database } from '../database/schema.ts'
import { releaseExpiredHolds } from '../payments/checkout/holds.ts'
import type { Gateway } from '../payments/gateway.ts'
import { reconcileCapturedPayments } from '../payments/settlement/captured-payments.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'
import { everyMinute, type Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

/** A job of its own: stock returns also while the payment provider does not answer and when card payment is off. */
export const createReleaseHoldsJob = ({ database }: { database: Database }): Job => ({
  name: 'release-holds',
  cron: everyMinute,
  changes: 'products',
  run: () => releaseExpiredHolds({ database }),
})

interface PaymentsJob {
  readonly database: Database
  readonly gateway: Gateway
  readonly requests: JobRequests
}

/** Processes webhooks, checks payments whose outcome is unknown, and refunds. */
export function createProcessPaymentsJob({ database, gateway, requests }: PaymentsJob): Job {
  return {
    name: 'process-payments',
    cron: everyMinute,
    changes: 'products',
    async run({ signal }) {
      try {
        await runPaymentMaintenance({ database, gateway, signal })
      } finally {
        requests.request('send-mails')
      }
    },
  }
}

/** Finds captured payments that the shop does not know. Orders and refunds that it makes are worked on by the other jobs. */
export function createReconcileCapturedJob({ database, gateway, requests }: PaymentsJob): Job {
  return {
    name: 'reconcile-captured-payments',
    cron: '50 3 * * *',
    runsAtStart: true,
    changes: 'products',
    async run({ log, signal }) {
      try {
        const payments = await reconcileCapturedPayments({ database, gateway, signal })
        if (payments.length > 0) log.warn({ payments }, 'Captured payments were missing in the shop')
      } finally {
        requests.request('process-payments')
      }
    },
  }
}
