import { type DueWork, forEachSettled } from './due-work.ts'
import { processPaymentEvents } from './events.ts'
import { processDuePayments } from './process-due-payments.ts'
import { processDueRefunds } from './process-refunds.ts'

/**
 * Processes webhook events, unpaid payments and refunds that are due. Safe to run at any time, also on several servers at
 * once. An error in one part does not stop the others; it is thrown at the end.
 */
export async function runPaymentMaintenance(work: DueWork): Promise<void> {
  await forEachSettled([processPaymentEvents, processDuePayments, processDueRefunds], (process) => process(work))
}
