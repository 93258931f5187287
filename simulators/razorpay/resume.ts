import { scheduleLoss } from './disputes.ts'
import { findOrder } from './orders.ts'
import { scheduleLapse, scheduleTimeout } from './payments.ts'
import { scheduleProcessing } from './refunds.ts'
import type { SimulatorState } from './state.ts'

/** Schedules again what payments, refunds and disputes of an earlier run wait for. */
export function resumeJobs({ state }: { state: SimulatorState }): void {
  for (const payment of state.payments.values()) {
    if (payment.status === 'created') scheduleTimeout({ state, payment })
    else if (payment.status === 'authorized') scheduleLapse({ state, payment, order: findOrder({ state, id: payment.orderId }) })
  }
  for (const refund of state.refunds.values()) if (refund.status === 'pending') scheduleProcessing({ state, refund })
  for (const dispute of state.disputes.values()) if (dispute.status === 'open') scheduleLoss({ state, dispute })
}
