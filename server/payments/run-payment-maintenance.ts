import type { Database } from '../database/schema.ts'
import { processPaymentEvents } from './events.ts'
import { forEachSettled } from './for-each-settled.ts'
import type { Gateway } from './gateway.ts'
import { processDueRefunds } from './process-refunds.ts'
import { processDuePayments } from './reconcile.ts'

/**
 * Processes webhook events, unpaid payments and refunds that are due. Safe to run at any time, also on several servers at
 * once. An error in one part does not stop the others; it is thrown at the end.
 */
export async function runPaymentMaintenance({ database, gateway }: { database: Database; gateway: Gateway }): Promise<void> {
  await forEachSettled([processPaymentEvents, processDuePayments, processDueRefunds], (process) => process({ database, gateway }))
}
