import type { PaymentsPort } from '../orders/order/order-dependencies.ts'
import { cancelCompetingCheckouts, cancelGuestCheckouts } from './checkout/holds.ts'
import { sumOpenPayouts } from './refunds/cash-refunds.ts'
import { hasFoundRefund, hasUnknownPayment } from './refunds/found-refunds.ts'
import { keepsAdvance, lockOrderPayment } from './refunds/refunds.ts'
import { requestRefund, withdrawRequestedRefund } from './refunds/request-refund.ts'
import { listOrdersToReview } from './review/discrepancies.ts'

/** What orders need from payments. */
export const paymentsPort: PaymentsPort = {
  lockPayment: lockOrderPayment,
  requestRefund,
  withdrawRefund: withdrawRequestedRefund,
  sumOpenPayouts,
  keepsAdvance,
  cancelCompetingCheckouts,
  cancelGuestCheckouts,
  listOrdersToReview,
  hasFoundRefund,
  hasUnknownPayment,
}
