import { type DueWork, forEachSettled } from './due-work.ts'
import { processPaymentEvents } from './events.ts'
import { processDueDisputes } from './process-disputes.ts'
import { processDuePayments } from './process-due-payments.ts'
import { processDueRefunds } from './process-refunds.ts'

/**
 * Processes webhook events, unpaid payments, refunds and disputes that are due. Safe to run at any time, also on several
 * servers at once. An error in one part does not stop the others; it is thrown at the end.
 */
export async function runPaymentMaintenance(work: DueWork): Promise<void> {
  const parts = [processPaymentEvents, processDuePayments, processDueRefunds, processDueDisputes]
  await forEachSettled(parts, (process) => process(work))
}
