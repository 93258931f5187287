import type { PaymentsPort } from '../orders/order/order-dependencies.ts'
import { cancelCompetingCheckouts, cancelGuestCheckouts } from './checkout/holds.ts'
import { hasFoundRefund, hasUnknownPayment } from './refunds/found-refunds.ts'
import { keepsAdvance, lockOrderPayment, refundRemaining, withdrawRefund } from './refunds/refunds.ts'
import { listOrdersToReview } from './review/discrepancies.ts'

/** What orders need from payments. */
export const paymentsPort: PaymentsPort = {
  lockPayment: lockOrderPayment,
  requestRefund: refundRemaining,
  withdrawRefund,
  keepsAdvance,
  cancelCompetingCheckouts,
  cancelGuestCheckouts,
  listOrdersToReview,
  hasFoundRefund,
  hasUnknownPayment,
}
