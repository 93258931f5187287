import { quantities } from '../kernel/business.ts'
import type { ErrorTable } from '../kernel/errors/error-table.ts'
import { formatRupees } from '../kernel/money.ts'

/** Errors of orders. */
export const orderErrors = {
  address_missing: { status: 400, text: 'Please fill all required fields before proceeding.' },
  order_not_found: { status: 404, text: 'No order found for this number and phone.' },
  quote_changed: {
    status: 409,
    text: 'The items do not cost what you quoted. Review the prices, or enter a discount with its reason to sell for less.',
  },
  order_line_full: { status: 409, text: `An order has at most ${quantities.max} of one item. Enter another order for the others.` },
  order_size_missing: { status: 400, text: 'Choose the size of each item.' },
  order_sent_before: {
    status: 409,
    text: 'This order was sent before with other contents. Look whether it is in the list of orders before you send it again.',
  },
  payment_link_off: {
    status: 503,
    text: 'Your shop takes no online payments right now, so there is no payment link. Choose another way of payment.',
  },
  payment_link_too_small: { status: 400, text: 'A payment link starts at ₹1. Choose another way of payment.' },
  order_draft_gone: { status: 404, text: 'This draft was deleted, or its order has been placed. Look at the list of orders.' },
  order_draft_changed: { status: 409, text: 'Someone else has saved this draft in the meantime. Open it again from the drafts.' },
  order_drafts_full: { status: 409, text: 'There are 100 drafts already. Delete one that you do not need.' },
  order_not_archivable: { status: 409, text: 'Only a cancelled order of which no payment is kept can be archived.' },
  exchange_only_cancel: {
    status: 409,
    text: 'The items of this order can be exchanged only, so that you cannot cancel it. Please write to us.',
  },
  move_not_possible: { status: 409, text: 'This order can no longer be changed this way.' },
  order_refunded: { status: 409, text: 'This order has been refunded in full. Please cancel it.' },
  order_changed: { status: 409, text: 'This order has changed in the meantime. Please review it and try again.' },
  cod_person_changed: { status: 409, text: 'Someone else has changed this. Please review it and try again.' },
  exchange_items_locked: {
    status: 409,
    text: 'The items of an exchange cannot be removed. Cancel the order, and the shopper gets the money.',
  },
  order_items_locked: { status: 409, text: 'This order is packed or has ended, so its items can no longer be changed.' },
  order_address_locked: { status: 409, text: 'This order has been shipped or has ended, so its address can no longer be changed.' },
  last_item: { status: 409, text: 'An order needs at least one item. Cancel the order instead.' },
  note_not_found: { status: 404, text: 'This note has been deleted.' },
  undo_not_possible: { status: 409, text: 'This change can no longer be undone.' },
  address_link_invalid: {
    status: 404,
    text: 'This link is not valid. Please use the link in our email, or contact us with your order number.',
  },
  address_link_expired: { status: 410, text: 'This link has expired. Please contact us with your order number.' },
  address_locked: { status: 409, text: 'This order has been shipped or has ended, so its address can no longer be completed.' },
  address_complete: { status: 409, text: 'The address of this order is complete. There is nothing left to do.' },
  order_has_account: { status: 409, text: 'This order belongs to an account already. Sign in to that account to see it.' },
  confirmation_closed: {
    status: 409,
    text: 'This order is confirmed already, or has ended. To change it, please contact us with its number.',
  },
  order_to_review: { status: 409, text: ({ reason }: { reason: string }) => `${reason} Open the order to move it.` },
  cod_order_too_large: {
    status: 409,
    text: ({ maxItems, maxRupees, hasCardPayment }: { maxItems: number; maxRupees: number; hasCardPayment: boolean }) =>
      `Cash on delivery is limited to ${maxItems} items and ${formatRupees(maxRupees)} per order. Please order less at once${orPayOnline(hasCardPayment)}, or write to us.`,
  },
  cod_limit_reached: {
    status: 429,
    text: ({ hasCardPayment }: { hasCardPayment: boolean }) =>
      `Too many cash on delivery orders with your phone, email or internet connection are not confirmed yet. Please try again tomorrow${orPayOnline(hasCardPayment)}, or write to us.`,
  },
  cod_placed_limit_reached: {
    status: 429,
    text: ({ hasCardPayment }: { hasCardPayment: boolean }) =>
      `Too many cash on delivery orders were placed with your account, phone, email or internet connection today. Please try again tomorrow${orPayOnline(hasCardPayment)}, or write to us.`,
  },
  cod_product_limit_reached: {
    status: 409,
    text: ({ name, left, hasCardPayment }: { name: string; left: number; hasCardPayment: boolean }) =>
      left > 0
        ? `Only ${left} more of ${name} can be ordered with cash on delivery now. Please order less of it${orPayOnline(hasCardPayment)}, or write to us.`
        : `You have ordered as many of ${name} with cash on delivery as one customer can today. Please remove it${orPayOnline(hasCardPayment)}, or write to us.`,
  },
} as const satisfies ErrorTable

const orPayOnline = (hasCardPayment: boolean): string => (hasCardPayment ? ', pay online' : '')
