import type { Database } from '../database/schema.ts'
import type { Gateway } from '../payments/gateway.ts'
import { runPaymentMaintenance } from '../payments/run-payment-maintenance.ts'
import type { Job } from './queue.ts'

/** Payments whose browser and webhook never came, kept messages, refunds: looked at twice a minute. */
export function createPaymentJob({ database, gateway }: { database: Database; gateway: Gateway }): Job {
  return { name: 'work-payments', everySeconds: 30, work: () => runPaymentMaintenance({ database, gateway }) }
}
