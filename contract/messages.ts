/** Every text that a call can refuse with, and the code that programs read. Texts of the specification are verbatim. */

import { quantities } from './business.ts'
import { unexpected } from './screen-texts.ts'

export const messages = {
  invalid_request: 'Please check the marked fields.',
  not_signed_in: 'Please sign in to continue.',
  not_allowed: 'You are not allowed to do this.',
  cross_site: 'This request came from another site and was refused.',
  not_found: 'Not found.',
  product_not_found: 'Product not found.',
  name_taken: 'Username already taken. Please try a different name.',
  pin_too_short: 'PIN must have at least 4 characters.',
  pin_too_long: 'PIN must have at most 64 characters.',
  account_locked: 'This account is locked after too many wrong PINs. Please ask the shop to unlock it.',
  too_large: 'The request is too large.',
  unsupported_media_type: 'This kind of content is not accepted here.',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  unexpected,
  unavailable: 'The shop is not available right now. Please try again in a moment.',
  busy: 'Very many people are in the shop. Please try again in a few seconds.',
  sign_in_busy: 'Very many people are signing in. Please try again in a few seconds.',
  prices_changed: 'Prices have changed. Please review your cart.',
  key_reused: 'This order was already sent with other contents. Please review your cart.',
  invalid_delivery: 'Please enter valid email, phone and 6-digit PIN code.',
  size_missing: 'Please select a size before adding to the cart!',
  product_id_missing: 'Product ID is missing.',
  line_not_found: 'This piece is not in your cart any more.',
  cart_full: 'Your cart is full. Please order what is in it first.',
  line_full: `One order takes up to ${quantities.most} of a piece.`,
  card_payment_off: 'Card payment is not available right now. Please choose cash on delivery.',
  amount_too_small: 'Card payment starts at ₹1. Please choose cash on delivery.',
  order_creation_failed: 'An error occurred while creating the order.',
  address_missing: 'Please fill all required fields before proceeding.',
  verification_failed: 'An error occurred while verifying payment.',
  payment_unknown: 'We do not know yet whether the payment went through. Please wait a moment.',
  payment_refunded: 'Your payment arrived after the pieces were gone. It is being refunded in full.',
  order_not_found: 'No order found for this number and phone.',
  move_not_possible: 'This order cannot be changed that way any more.',
  cart_empty: 'Your cart is empty.',
  image_missing: 'Please select an image',
  image_too_large: 'Image is too large',
  image_too_many_pixels: 'This image has more than 50 megapixels. Please make it smaller first.',
  image_type: 'Please select a PNG, JPG, GIF or WebP image.',
  image_damaged: 'This image is damaged or incomplete.',
  image_not_kept: 'The image could not be stored right now. Please try again in a moment.',
  product_changed: 'Somebody changed this product meanwhile. Please look at it again.',
  stock_below_zero: 'There are not that many pieces left to take away.',
  stock_too_large: 'No product has that many pieces.',
  refund_changed: 'Money of this order was refunded meanwhile. Please look at it again.',
  refund_too_large: 'That is more than is left of this payment.',
  refund_too_small: 'Less than ₹1 cannot be sent back.',
  refund_leaves_too_little: 'Less than ₹1 would be left, which cannot be sent back later. Refund all of it, or leave at least ₹1.',
  refund_not_possible: 'This order has no card payment to refund.',
  contact_message_missing: 'Please write us a message.',
  contact_message_too_long: 'The message is too long.',
  user_not_found: 'No such account.',
  not_rekeyed_here: 'An administrator gets a new PIN with the command npm run admin.',
} as const

export type RefusalCode = keyof typeof messages | 'sold_out' | 'not_enough_stock' | 'product_gone'

export const soldOut = (name: string) => `${name} is sold out.`
export const onlyLeft = (left: number, name: string) => `Only ${left} left of ${name}.`
export const productGone = (name: string) => `${name} is no longer available.`

/** `in 40 seconds`, `in 2 minutes`: how long to wait, in words. */
export function tryAgainIn(seconds: number): string {
  const [count, unit] = seconds < 90 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Too many tries. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

/** The other words of `payment_refunded`, where the pieces were not gone. */
export const alreadyOrdered = 'You had ordered these pieces already. This payment is being refunded in full.'
export const refundedElsewhere = 'This payment was refunded before its order could be placed, so the order is cancelled.'
