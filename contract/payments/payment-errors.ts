import type { ErrorTable } from '../kernel/errors/error-table.ts'
import { policy } from '../kernel/limits/policy-numbers.ts'

/** Errors of payments and refunds. */
export const paymentErrors = {
  card_payment_off: { status: 503, text: 'Online payment is not available right now. Please choose cash on delivery.' },
  amount_too_small: { status: 400, text: 'Online payment starts at ₹1. Please choose cash on delivery.' },
  amount_too_large: {
    status: 409,
    text: 'This amount is above the limit of online payment. Please split your cart into smaller orders, or choose cash on delivery.',
  },
  order_creation_failed: { status: 503, text: 'An error occurred while creating the order.' },
  verification_failed: { status: 400, text: 'An error occurred while verifying payment.' },
  payment_unknown: { status: 503, text: 'We do not know yet whether the payment went through. Please wait a moment.' },
  payment_not_found: { status: 404, text: 'An error occurred while verifying payment.' },
  payment_needs_review: { status: 409, text: 'An error occurred while verifying payment.' },
  payment_refunded: { status: 409, text: voidText },
  refund_found: {
    status: 409,
    text: 'A refund of this order was found at the payment provider. Check what was paid back, then mark it as resolved under OrderDetail.',
  },
  payment_found: {
    status: 409,
    text: 'A payment of this order was found at the payment provider, and it is not what the order costs. Check it, then mark it as resolved under OrderDetail.',
  },
  removal_refund_invalid: { status: 400, text: 'This amount cannot be refunded for these items.' },
  order_payment_closed: {
    status: 409,
    text: 'This order is packed, paid or has ended, so it can no longer be paid here. To change it, please contact us with its number.',
  },
  order_to_be_paid: { status: 409, text: 'Please pay for this order online, or cancel it.' },
  advance_changed: { status: 409, text: 'What you pay now for this order has changed. Please review it and try again.' },
  discrepancy_gone: { status: 409, text: 'This payment has changed or was resolved in the meantime.' },
  refund_changed: { status: 409, text: 'This order was refunded in the meantime. Please review it and try again.' },
  refund_too_large: { status: 409, text: 'That is more than the amount left to refund.' },
  refund_too_small: { status: 400, text: 'The smallest refund is ₹1.' },
  refund_leaves_too_little: {
    status: 400,
    text: 'Less than ₹1 would remain, which could not be refunded later. Refund everything, or leave at least ₹1.',
  },
  refund_not_possible: { status: 404, text: 'This order has no payment to refund.' },
  hold_limit_reached: {
    status: 429,
    text: ({ isAccount, maxItems }: { isAccount: boolean; maxItems: number }) =>
      isAccount
        ? `An online payment can reserve up to ${maxItems} items at a time. Please pay for fewer items at once, choose cash on delivery, or write to us.`
        : 'Too many online payments are open on your internet connection. Please try again in 15 minutes, choose cash on delivery, or write to us.',
  },
  guest_hold_limit_reached: {
    status: 429,
    text: ({ minutes }: { minutes: number }) =>
      `Too many online payments are open with your phone, browser or internet connection. Please try again in ${minutes} minutes, choose cash on delivery, or write to us.`,
  },
  hold_product_limit_reached: {
    status: 409,
    text: ({ name, left }: { name: string; left: number }) =>
      left > 0
        ? `Only ${left} more of ${name} can be reserved for an online payment now. Please order less of it, or write to us.`
        : `As many of ${name} as one customer can reserve wait for an online payment. Please pay for them first, try again in a few minutes, or write to us.`,
  },
  unpaid_limit_reached: {
    status: 429,
    text: 'Too many items were reserved with your account, phone, email, browser or internet connection today and not paid. Please choose cash on delivery, try again tomorrow, or write to us.',
  },
  settlement_row_resolved: { status: 409, text: 'Someone else has explained this row already. Please reload the list.' },
} as const satisfies ErrorTable

/** Why a payment cannot become a live order. */
export type VoidReason = 'sold out' | 'superseded' | 'refunded elsewhere'

function voidText({ reason, isCaptured }: { reason: VoidReason; isCaptured: boolean }): string {
  if (reason === 'refunded elsewhere') return 'This payment was refunded before its order could be placed, so the order is cancelled.'
  const isSoldOut = reason === 'sold out'
  const cause = isSoldOut ? 'Your payment arrived after the items were sold out. It' : 'You had already ordered these items. This payment'
  if (isCaptured) return `${cause} is being refunded in full.`
  return `${cause} was not collected, and your bank returns the amount within ${policy.uncollectedReturnsDays} days.`
}
