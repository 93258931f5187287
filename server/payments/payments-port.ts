import type { PaymentsPort } from '../orders/order-dependencies.ts'
import { listOrdersToReview } from './discrepancies.ts'
import { cancelCompetingCheckouts } from './holds.ts'
import { lockOrderPayment, refundRemaining, withdrawRefund } from './refunds.ts'

/** What orders need from payments. */
export const paymentsPort: PaymentsPort = {
  lockPayment: lockOrderPayment,
  requestRefund: refundRemaining,
  withdrawRefund,
  cancelCompetingCheckouts,
  listOrdersToReview,
}
