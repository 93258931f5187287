import { forEachSettled } from '../../kernel/for-each-settled.ts'
import type { DueWork } from '../provider/process-batches.ts'
import { processDueRefunds } from '../refunds/process-refunds.ts'
import { processDueDisputes } from '../review/process-disputes.ts'
import { processPaymentEvents } from './payment-events.ts'
import { processDuePayments } from './process-due-payments.ts'

/**
 * Processes webhook events, unpaid payments, refunds and disputes that are due. Safe to run at any time, also on several
 * servers at once. An error in one part does not stop the others; it is thrown at the end.
 */
export async function runPaymentMaintenance(work: DueWork): Promise<void> {
  const parts = [processPaymentEvents, processDuePayments, processDueRefunds, processDueDisputes]
  await forEachSettled(parts, (process) => process(work))
}
