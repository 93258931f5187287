import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { manualPaymentTexts } from '#contract/orders/manual-payment.ts'
import { endsEarly, shopperStatusText } from '#contract/orders/order-status.ts'
import type { Order, ShownOrderKind } from '#contract/orders/orders.ts'

/** The steps shown above cart and checkout. */
export const checkoutSteps = ['Cart', 'Delivery and payment', 'Order placed'] as const

/** The placeholder of a picture whose own colour an order does not store. */
export const defaultPlaceholderColor = 'var(--color-sunk)'

export const formatSize = (size: string | null | undefined): string => (size ? `Size ${size}` : screenTexts.sizeToBeConfirmed)

export const formatItemCount = (quantity: number): string => (quantity === 1 ? '1 item' : `${quantity} items`)

/** The tracking page with the number of an order filled in. */
export const buildTrackingHref = (number: string, path = '/order-tracking'): string => `${path}?${new URLSearchParams({ number })}`

/** The name of an order event or status as shoppers see it. */
export const formatEvent = (event: string): string => (endsEarly(event) ? shopperStatusText(event) : event)

const eventDescriptions: Readonly<Record<string, string>> = {
  Placed: 'We have received your order.',
  Paid: 'We have received your payment.',
  'Advance paid': 'We have received your advance. You pay the rest to the courier.',
  'Discount for paying online': 'You pay less, because you have paid online.',
  Confirmed: 'Your order is confirmed and being prepared.',
  Packed: 'Your order is packed and ready for the courier.',
  Shipped: 'Your order is with the courier.',
  'Tracking number added': 'The courier has given your parcel a tracking number.',
  Delivered: 'Your order has been delivered.',
  Cancelled: 'This order was cancelled and will not be shipped.',
  Refused: 'The parcel was refused on delivery and is returning to us.',
  Undelivered: 'The courier could not deliver the parcel and is returning it to us.',
  Refunded: 'Your refund is on its way.',
  'Address incomplete': 'The courier needs a PIN code and a 10-digit phone number.',
  'Address completed': 'The courier has the complete address.',
  'Address changed': 'We have changed the delivery address.',
  'Size changed': 'We have changed the size of an item.',
  'Items removed': 'We have removed items from your order.',
}

/** What an order event means for the shopper. */
export const describeEvent = (event: string): string | undefined => eventDescriptions[event]

type PaymentState = Pick<Order, 'paymentStatus' | 'orderStatus' | 'isToBePaid' | 'advance'>

/** Whether the courier still collects the cash of an order. */
export const isCashDue = ({ paymentStatus, orderStatus, isToBePaid = false }: PaymentState): boolean =>
  paymentStatus === 'Pending' && !endsEarly(orderStatus) && !isToBePaid

/** The payment status as shoppers see it: what the courier collects is not late. */
export function formatPaymentStatus(order: PaymentState): string {
  if (order.paymentStatus !== 'Pending') return order.paymentStatus
  if (order.isToBePaid) return 'To be paid online'
  if (!isCashDue(order)) return 'Nothing to pay'
  return order.advance === undefined ? 'Pay on delivery' : 'Rest on delivery'
}

interface PaidOrder extends Pick<Order, 'advance' | 'manualPayment'> {
  readonly kind: ShownOrderKind
}

export function formatPaymentMethod({ kind, advance, manualPayment }: PaidOrder): string {
  if (kind === 'exchange') return 'Exchange'
  if (manualPayment) return manualPaymentTexts[manualPayment]
  return kind === 'card' ? 'Paid online' : advance === undefined ? 'Cash on delivery' : 'Advance and cash on delivery'
}

/** 'Paid' is green, everything else red (spec §4). */
export const paymentStatusClass = (paymentStatus: string): string => (paymentStatus === 'Paid' ? 'text-good' : 'text-bad')
