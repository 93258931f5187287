/**
 * Every error that a call can answer: the code that programs read, and its English text, which may need parameters. Texts of the
 * specification are verbatim. The HTTP status of a code is in server/http/error-status.ts.
 */

import { quantities } from '../business.ts'
import { accountMails, minAdminPinLength, pinLength } from '../limits/account-limits.ts'
import { policy } from '../limits/policy-numbers.ts'
import { pushLimits } from '../limits/push-limits.ts'
import { uploads } from '../limits/uploads.ts'
import { formatRupees } from '../money.ts'
import { codNotOffered, notDelivered, unexpected } from '../texts/screen-texts.ts'
import type { offerTexts } from './offer-texts.ts'
import type { returnTexts } from './return-texts.ts'

const texts = {
  invalid_request: 'Please check the marked fields.',
  not_signed_in: 'Please sign in to continue.',
  not_allowed: 'You are not allowed to do this.',
  cross_site: 'This request came from another site and was refused.',
  not_found: 'Not found.',
  product_not_found: 'Product not found.',
  category_unknown: 'Please choose a category.',
  category_not_found: 'This category no longer exists.',
  category_exists: 'There is a category with this short name already.',
  category_changed: 'Someone else has changed the categories. Please review them and try again.',
  category_in_use: ({ count }: { count: number }) =>
    `${count === 1 ? '1 product is' : `${count.toLocaleString('en-IN')} products are`} in this category. Move or delete ${count === 1 ? 'it' : 'them'} first.`,
  category_required: 'The shop has pages of its own for this category. Hide it instead.',
  collection_not_found: 'This collection no longer exists.',
  collection_exists: 'There is a collection with this address already.',
  collection_changed: 'Someone else has changed this collection. Please review it and try again.',
  settings_changed: 'Someone else has changed these settings. Please review them and try again.',
  settings_draft_missing: 'There is nothing to publish: please save a change first.',
  settings_publication_passed: 'This time has passed. Choose a later one, or publish at once.',
  settings_nothing_to_undo: 'Nothing has been published here that could be taken back.',
  redirect_exists: 'There is a redirect from this address already. Change that one.',
  redirect_changed: 'Someone else has changed or deleted this redirect. Please review it and try again.',
  delivery_rule_exists: 'There is a rule for these digits already. Change that one.',
  delivery_rule_changed: 'Someone else has changed or deleted this rule. Please review it and try again.',
  delivery_rules_changed: 'The rules have changed since the file was checked. Please choose it again.',
  cod_person_changed: 'Someone else has changed this. Please review it and try again.',
  delivery_rules_full: 'A shop can have 50,000 rules of PIN codes. Please delete some first.',
  redirects_full: 'A shop can have 50,000 redirects. Please delete some first.',
  collections_full: 'A shop can have 100 collections. Please delete one first.',
  categories_full: 'A shop can have 60 categories. Please delete one first.',
  name_taken: 'Username already taken. Please try a different name.',
  pin_too_short: `PIN must have at least ${pinLength.min} characters.`,
  admin_pin_too_short: `The PIN of an administrator must have at least ${minAdminPinLength} characters.`,
  pin_too_long: `PIN must have at most ${pinLength.max} characters.`,
  pin_wrong: 'This is not your current PIN.',
  pin_unchanged: 'The new PIN is the same as the current one.',
  account_link_invalid: `This link does not work any more. A link works once, for ${accountMails.linkMinutes} minutes. Please ask for a new one.`,
  email_unchanged: 'This is your verified email address already.',
  email_missing: 'This account has no verified email address.',
  email_code_required: 'Enter the code that we have sent to your email address.',
  email_code_wrong: 'This code is wrong or has expired. You can ask for a new one.',
  phone_digits_required: 'Enter the last four digits of the phone number of your last order.',
  phone_digits_wrong: 'These are not the last four digits of the phone number of your last order.',
  session_not_found: 'This device is no longer signed in.',
  push_device_not_found: 'This device is no longer notified.',
  push_device_unknown: 'The shop does not know this browser yet. Please log out, sign in again, and then switch notifications on.',
  push_devices_full: `You can be notified on ${pushLimits.devices} devices. Please remove one first.`,
  push_not_taken: 'The push service of this browser did not take the notification. Please try again later.',
  account_locked: 'This account is locked after too many wrong PINs. Please ask the shop to unlock it.',
  too_large: 'The request is too large.',
  method_not_allowed: 'A page can only be read.',
  unsupported_media_type: 'This kind of content is not accepted here.',
  too_many_requests: ({ waitSeconds }: { waitSeconds?: number }) =>
    waitSeconds === undefined ? 'Too many requests. Please wait a moment and try again.' : retryAfterText(waitSeconds),
  unexpected,
  unavailable: 'The shop is not available right now. Please try again in a moment.',
  busy: 'The shop is very busy right now. Please try again in a few seconds.',
  challenge_required:
    'There were many sign-in attempts lately, so your browser must be checked first. Please reload the page and try again.',
  sign_in_busy: 'Sign-in is very busy right now. Please try again in a few seconds.',
  prices_changed: 'Prices have changed. Please review your cart.',
  key_reused: 'This order was already sent with other contents. Please review your cart.',
  invalid_delivery: 'Please enter valid email, phone and 6-digit PIN code.',
  size_missing: 'Please select a size before adding to the cart!',
  size_unknown: ({ name, size }: { name: string; size: string }) => `${name} is not available in size ${size}.`,
  product_id_missing: 'Product ID is missing.',
  line_not_found: 'This item is no longer in your cart.',
  cart_full: 'Your cart is full. Please order what is in it first.',
  addresses_full: `You can save up to ${quantities.maxAddresses} addresses. Please delete one first.`,
  address_gone: 'This address has been deleted.',
  saved_full: `You can save up to ${quantities.maxSaved} items. Please remove some first.`,
  line_full: `You can order up to ${quantities.max} of one item.`,
  card_payment_off: 'Online payment is not available right now. Please choose cash on delivery.',
  amount_too_small: 'Online payment starts at ₹1. Please choose cash on delivery.',
  amount_too_large:
    'This amount is above the limit of online payment. Please split your cart into smaller orders, or choose cash on delivery.',
  order_creation_failed: 'An error occurred while creating the order.',
  address_missing: 'Please fill all required fields before proceeding.',
  verification_failed: 'An error occurred while verifying payment.',
  payment_unknown: 'We do not know yet whether the payment went through. Please wait a moment.',
  payment_not_found: 'An error occurred while verifying payment.',
  payment_needs_review: 'An error occurred while verifying payment.',
  payment_refunded: voidText,
  order_not_found: 'No order found for this number and phone.',
  order_not_archivable: 'Only a cancelled order of which no payment is kept can be archived.',
  move_not_possible: 'This order can no longer be changed this way.',
  order_refunded: 'This order has been refunded in full. Please cancel it.',
  refund_found:
    'A refund of this order was found at the payment provider. Check what was paid back, then mark it as resolved under OrderDetail.',
  payment_found:
    'A payment of this order was found at the payment provider, and it is not what the order costs. Check it, then mark it as resolved under OrderDetail.',
  money_held: 'A backup was restored, so money is held: it may have been paid since. Answer what is listed under “After a restore” first.',
  transfer_answered: 'This transfer is answered already.',
  removal_refund_invalid: 'This amount cannot be refunded for these items.',
  order_changed: 'This order has changed in the meantime. Please review it and try again.',
  lines_unreadable: 'These lines cannot be read: a quotation mark is not closed.',
  line_too_long: 'A line is too long, or a quotation mark is not closed.',
  too_many_lines: ({ maxLines }: { maxLines: number }) => `Please paste at most ${maxLines.toLocaleString('en-IN')} lines at once.`,
  remittance_columns: ({ reason }: { reason: string }) => reason,
  remittance_undone: 'This list has been undone already.',
  remittance_changed: 'This list has changed in the meantime. Please look at it again.',
  cod_resolved: 'This has been resolved, or paid, in the meantime.',
  shipment_too_early: 'This order is not packed yet.',
  shipment_cancelled: 'This order is cancelled.',
  shipment_exists: ({ courier, trackingNumber }: { courier: string; trackingNumber: string }) =>
    `This order has another tracking number already: ${courier} ${trackingNumber}. Change it in the order.`,
  shipment_not_found: 'This order has no tracking number.',
  tracking_number_taken: ({ courier, trackingNumber, number }: { courier: string; trackingNumber: string; number: string }) =>
    `${courier} ${trackingNumber} is the tracking number of order ${number}.`,
  exchange_items_locked: 'The items of an exchange cannot be removed. Cancel the order, and the shopper gets the money.',
  order_items_locked: 'This order is packed or has ended, so its items can no longer be changed.',
  order_address_locked: 'This order has been shipped or has ended, so its address can no longer be changed.',
  last_item: 'An order needs at least one item. Cancel the order instead.',
  note_not_found: 'This note has been deleted.',
  invoice_issued: ({ number }: { number: string }) => `Invoice ${number} is issued. Cancel the order to credit it.`,
  invoice_credited: ({ number }: { number: string }) => `Credit note ${number} is issued, so that this cancellation cannot be undone.`,
  invoice_without_gstin: 'The shop has no GSTIN, so that it issues no invoices.',
  undo_not_possible: 'This change can no longer be undone.',
  address_link_invalid: 'This link is not valid. Please use the link in our email, or contact us with your order number.',
  address_link_expired: 'This link has expired. Please contact us with your order number.',
  address_locked: 'This order has been shipped or has ended, so its address can no longer be completed.',
  address_complete: 'The address of this order is complete. There is nothing left to do.',
  order_has_account: 'This order belongs to an account already. Sign in to that account to see it.',
  confirmation_closed: 'This order is confirmed already, or has ended. To change it, please contact us with its number.',
  order_payment_closed:
    'This order is packed, paid or has ended, so it can no longer be paid here. To change it, please contact us with its number.',
  order_to_review: ({ reason }: { reason: string }) => `${reason} Open the order to move it.`,
  order_to_be_paid: 'Please pay for this order online, or cancel it.',
  cart_empty: 'Your cart is empty.',
  image_missing: 'Please select an image',
  image_too_large: 'Image is too large',
  image_too_many_pixels: `This image has more than ${uploads.maxMegapixels} megapixels. Please make it smaller first.`,
  image_type: 'Please select a PNG, JPG, GIF or WebP image.',
  image_damaged: 'This image is damaged or incomplete.',
  video_missing: 'Please select a video',
  video_too_large: `A video can have ${uploads.videoMaxMegabytes} MB. Make it shorter, or save it in a smaller size.`,
  video_too_long: `A video can have ${uploads.videoMaxSeconds} seconds.`,
  video_type: 'Please select an MP4 or WebM video.',
  video_codec: 'Not all browsers play this video. Save it as MP4 (H.264) or WebM (VP9).',
  video_damaged: 'This video is damaged or incomplete.',
  video_length_unknown: 'This video does not say how long it is. Save it again as MP4.',
  image_not_kept: 'The image could not be stored right now. Please try again in a moment.',
  mrp_too_low: 'The MRP must not be lower than the price.',
  sale_price_too_high: 'The sale price must be lower than the price.',
  sale_ends_too_early: 'The sale must end after it starts, and in the future.',
  publishing_date_passed: 'The publishing date must be in the future.',
  sale_exists: 'This product has a sale already. End it first.',
  sale_not_found: 'This product has no sale.',
  no_product_for_sale: 'No product can have this sale: each has one already, or there is none.',
  sale_running: 'A sale sets the price at the moment. End the sale to change the price.',
  too_many_pictures: `A product has at most ${uploads.maxPictures} pictures.`,
  picture_not_found: 'This picture no longer exists.',
  last_picture: 'A product needs at least one picture.',
  pictures_changed: 'Someone else has changed the pictures. Please review them and try again.',
  product_changed: 'Someone else has changed this product. Please review it and try again.',
  stock_size_missing: 'This product has stock by size. Choose the size.',
  stock_changed: 'The stock has changed in the meantime. Please review it and try again.',
  stock_reason_missing: 'The stock changes. Please give the reason.',
  sizes_differ: ({ sum, stock }: { sum: number; stock: number }) => `The sizes add up to ${sum}, but the stock is ${stock}.`,
  /** the reason is in import-texts.ts, which the storefront does not load */
  file_refused: ({ reason }: { reason: string }) => reason,
  file_too_large: ({ reason }: { reason: string }) => reason,
  import_not_found: 'This import no longer exists.',
  import_changed: 'This import has changed in the meantime. Please review it and try again.',
  import_low_prices: 'Some prices fall below 30 % of what they were. Please confirm them first.',
  import_nothing: 'There is nothing to import: no product is new or changed.',
  sku_taken: 'One of these SKUs belongs to another product.',
  back_in_stock: ({ name }: { name: string }) => `${name} is in stock again. You can order it now.`,
  restock_link_invalid: "This link does not work any more. Please ask again on the product's page.",
  stock_below_zero: 'The stock is lower than that.',
  stock_too_large: 'That is more stock than a product can have.',
  discrepancy_gone: 'This payment has changed or was resolved in the meantime.',
  refund_changed: 'This order was refunded in the meantime. Please review it and try again.',
  refund_too_large: 'That is more than the amount left to refund.',
  refund_too_small: 'The smallest refund is ₹1.',
  refund_leaves_too_little: 'Less than ₹1 would remain, which could not be refunded later. Refund everything, or leave at least ₹1.',
  refund_not_possible: 'This order has no payment to refund.',
  contact_message_missing: 'Please write us a message.',
  contact_message_too_long: 'The message is too long.',
  user_not_found: 'No such account.',
  ticket_not_found: 'No message has this number and email address.',
  ticket_link_expired: 'This link has expired. Please use the link in our newest email, or write to us again.',
  ticket_link_invalid: 'This link is not valid. Please enter the number and your email address.',
  ticket_link_needed:
    'Please open the link in our email to read and answer this message, or sign in if you were signed in when you wrote it.',
  ticket_gone: 'This ticket no longer exists.',
  ticket_changed: 'This ticket has changed in the meantime. Please review it and try again.',
  ticket_of_data_request: 'This ticket is about data: mark its data request as done.',
  ticket_without_email: 'This ticket has no email address.',
  ticket_closed: 'This request is done. Please send us a new message.',
  data_request_gone: 'This request was closed or deleted in the meantime.',
  reauthentication_required: 'Please enter your PIN again to continue.',
  second_factor_required: 'Enter the code from your authenticator app.',
  second_factor_wrong: 'This code is wrong or was used before. Wait for the next one, and check the time of your phone.',
  second_factor_missing: 'Set up your second factor to continue.',
  second_factor_exists: 'Your second factor is on already. To move to another app, start again.',
  admin_pin_reset: 'To reset the PIN of an administrator, run the command npm run admin.',
  sold_out: ({ name }: { name: string }) => `${name} is sold out.`,
  cod_not_offered: codNotOffered,
  advance_changed: 'What you pay now for this order has changed. Please review it and try again.',
  not_delivered: notDelivered,
  cod_order_too_large: ({ maxItems, maxRupees, hasCardPayment }: { maxItems: number; maxRupees: number; hasCardPayment: boolean }) =>
    `Cash on delivery is limited to ${maxItems} items and ${formatRupees(maxRupees)} per order. Please order less at once${orPayOnline(hasCardPayment)}, or write to us.`,
  cod_limit_reached: ({ hasCardPayment }: { hasCardPayment: boolean }) =>
    `Too many cash on delivery orders with your phone, email or internet connection are not confirmed yet. Please try again tomorrow${orPayOnline(hasCardPayment)}, or write to us.`,
  cod_placed_limit_reached: ({ hasCardPayment }: { hasCardPayment: boolean }) =>
    `Too many cash on delivery orders were placed with your account, phone, email or internet connection today. Please try again tomorrow${orPayOnline(hasCardPayment)}, or write to us.`,
  cod_product_limit_reached: ({ name, left, hasCardPayment }: { name: string; left: number; hasCardPayment: boolean }) =>
    left > 0
      ? `Only ${left} more of ${name} can be ordered with cash on delivery now. Please order less of it${orPayOnline(hasCardPayment)}, or write to us.`
      : `You have ordered as many of ${name} with cash on delivery as one customer can today. Please remove it${orPayOnline(hasCardPayment)}, or write to us.`,
  hold_limit_reached: ({ isAccount, maxItems }: { isAccount: boolean; maxItems: number }) =>
    isAccount
      ? `An online payment can reserve up to ${maxItems} items at a time. Please pay for fewer items at once, choose cash on delivery, or write to us.`
      : 'Too many online payments are open on your internet connection. Please try again in 15 minutes, choose cash on delivery, or write to us.',
  guest_hold_limit_reached: ({ minutes }: { minutes: number }) =>
    `Too many online payments are open with your phone, browser or internet connection. Please try again in ${minutes} minutes, choose cash on delivery, or write to us.`,
  hold_product_limit_reached: ({ name, left }: { name: string; left: number }) =>
    left > 0
      ? `Only ${left} more of ${name} can be reserved for an online payment now. Please order less of it, or write to us.`
      : `As many of ${name} as one customer can reserve wait for an online payment. Please pay for them first, try again in a few minutes, or write to us.`,
  unpaid_limit_reached:
    'Too many items were reserved with your account, phone, email, browser or internet connection today and not paid. Please choose cash on delivery, try again tomorrow, or write to us.',
  not_enough_stock: ({ left, name }: { left: number; name: string }) => `Only ${left} left of ${name}.`,
  product_gone: ({ name }: { name: string }) => `${name} is no longer available.`,
} as const

/** Codes whose texts the server gives as `reason`: the storefront does not load them. */
/** Their texts are in tax/tax-texts.ts and tax/invoice-problems.ts. */
type TaxCode =
  | 'tax_rate_not_found'
  | 'tax_rate_changed'
  | 'tax_rate_begun'
  | 'tax_rate_ended'
  | 'tax_rate_overlaps'
  | 'tax_rates_full'
  | 'invoice_incomplete'

type GivenTextCode = keyof typeof offerTexts | keyof typeof returnTexts | TaxCode

export type ErrorCode = keyof typeof texts | GivenTextCode

/** What the text of each code needs. */
export type ErrorParams = {
  [Code in keyof typeof texts]: (typeof texts)[Code] extends (params: infer Params) => string ? Params : object
} & { [Code in GivenTextCode]: { reason: string } }

/** The English text of an error. */
export function errorText<Code extends ErrorCode>(
  ...[code, params]: object extends ErrorParams[Code] ? [code: Code, params?: ErrorParams[Code]] : [code: Code, params: ErrorParams[Code]]
): string {
  const text = (texts as Partial<Record<ErrorCode, string | ((params: object) => string)>>)[code]
  if (text === undefined) return (params as { reason: string }).reason
  return typeof text === 'string' ? text : text(params ?? {})
}

const orPayOnline = (hasCardPayment: boolean): string => (hasCardPayment ? ', pay online' : '')

/** `Too many tries. Please try again in 40 seconds.` */
function retryAfterText(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds < 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `Too many tries. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

/** Why a payment cannot become a live order. */
export type VoidReason = 'sold out' | 'superseded' | 'refunded elsewhere'

function voidText({ reason, isCaptured }: { reason: VoidReason; isCaptured: boolean }): string {
  if (reason === 'refunded elsewhere') return 'This payment was refunded before its order could be placed, so the order is cancelled.'
  const isSoldOut = reason === 'sold out'
  const cause = isSoldOut ? 'Your payment arrived after the items were sold out. It' : 'You had already ordered these items. This payment'
  if (isCaptured) return `${cause} is being refunded in full.`
  return `${cause} was not collected, and your bank returns the amount within ${policy.uncollectedReturnsDays} days.`
}
