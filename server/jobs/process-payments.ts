import type { ProductChanges } from '../database/product-changes.ts'
import type { Database } from '../database/schema.ts'
import type { Gateway } from '../payments/gateway.ts'
import { runPaymentMaintenance } from '../payments/run-payment-maintenance.ts'
import { everyMinute, type Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

/** Processes webhooks, checks payments whose outcome is unknown, and refunds. */
export function createProcessPaymentsJob({
  database,
  gateway,
  requests,
  productChanges,
}: {
  database: Database
  gateway: Gateway
  requests: JobRequests
  productChanges: ProductChanges
}): Job {
  return {
    name: 'process-payments',
    cron: everyMinute,
    async run() {
      try {
        await runPaymentMaintenance({ database, gateway })
      } finally {
        requests.request('send-mails')
        productChanges.publish()
      }
    },
  }
}
