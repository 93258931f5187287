import type { Selectable } from 'kysely'
import { addressLinkDays } from '#contract/kernel/business.ts'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import { formatRupees, type Paise, toRupees } from '#contract/kernel/money.ts'
import { failedDeliveryLimits } from '#contract/orders/failed-delivery-days.ts'
import { needsConfirmation, needsPayment, paymentLink } from '#contract/orders/order-flags.ts'
import { endsEarly } from '#contract/orders/order-status.ts'
import type { Tables } from '../database/schema.ts'
import { describeTiming, formatRange, type TimedOrder, type Timing } from './describe-timing.ts'
import { type ReturnMailEvent, returnMailEvents } from './return-mail-copy.ts'

/** The events of changes that an administrator makes in an order. They share one mail. */
export const changeEvents = { address: 'Address changed', size: 'Size changed', items: 'Items removed' } as const
type ChangeEvent = (typeof changeEvents)[keyof typeof changeEvents]

/** The events for which shoppers get a mail. The others are shown in the list of orders. */
export const mailedEvents = [
  'Placed',
  'Confirmation reminder',
  'Paid',
  'Shipped',
  'Tracking number added',
  'Delivery failed',
  'Delivered',
  'Cancelled',
  'Undelivered',
  'Refunded',
  'Payment sent back',
  'Address incomplete',
  ...Object.values<ChangeEvent>(changeEvents),
  ...returnMailEvents,
] as const
export type MailedEvent = (typeof mailedEvents)[number]

export function isMailed(event: string): event is MailedEvent {
  return mailedEvents.some((mailed) => mailed === event)
}

export interface OrderMailCopy {
  /** follows the order number in the subject: 'is on its way' */
  readonly subject: string
  readonly heading: string
  readonly lead: string
  /** what happens next, one sentence each */
  readonly nextSteps: readonly string[]
}

export type MailedOrder = Pick<
  Selectable<Tables['orders']>,
  | 'kind'
  | 'status'
  | 'flags'
  | 'cancels_at'
  | 'payment_status'
  | 'to_pay_paise'
  | 'collect_paise'
  | 'advance_paise'
  | 'paid_paise'
  | 'refunded_paise'
  | 'exchange_return_id'
  | 'manual_payment'
  | 'is_taken_away'
>

const formatPaise = (amount: Paise) => formatRupees(toRupees(amount))
const uncollected = `We have not collected your payment. Your bank returns the amount within ${policy.uncollectedReturnsDays} days.`

function describeCashDue(order: MailedOrder): string[] {
  const { kind, collect_paise, manual_payment } = order
  return kind === 'card' || manual_payment !== null || needsPayment(order)
    ? []
    : [`Please keep ${formatPaise(collect_paise)} ready for the courier.`]
}

function describeDispatch({ order, dispatchTiming }: { order: MailedOrder; dispatchTiming: string }): string {
  if (!needsConfirmation(order)) return dispatchTiming
  return `After you have ${needsPayment(order) ? 'paid' : 'confirmed it'}, ${dispatchTiming.replace('We', 'we')}`
}

function describePlaced(order: MailedOrder): Pick<OrderMailCopy, 'heading' | 'lead'> {
  if (order.exchange_return_id !== null)
    return {
      heading: needsPayment(order) ? 'Please pay for the way back' : 'Your exchange is being prepared',
      lead: needsPayment(order)
        ? 'We have placed an order with the new items of your exchange. Nothing is to be paid for them. Please pay for the way back online, so that we can pack them.'
        : 'We have placed an order with the new items of your exchange. You have nothing to pay.',
    }
  if (needsPayment(order))
    return {
      heading: 'Please pay for your order',
      lead: 'We have taken your order. Please pay online, so that we can pack it. You can also cancel it.',
    }
  if (needsConfirmation(order))
    return {
      heading: 'Please confirm your order',
      lead: 'We have received your order. Please confirm that you want it, so that we can pack it. You can also cancel it.',
    }
  return { heading: 'Thank you for your order', lead: 'We have received your order and are getting it ready.' }
}

function describeCancellation({ order, isBySystem }: Pick<CopyRequest, 'order' | 'isBySystem'>): string {
  if (!isBySystem) return 'We have cancelled your order, and nothing more will be shipped.'
  if (order.kind !== 'card' && order.advance_paise === 0 && !order.flags.includes(paymentLink))
    return 'You have not confirmed your order, so we have cancelled it. You can order again at any time.'
  if (order.kind !== 'card' && order.advance_paise === 0)
    return 'You have not paid for your order, so we have cancelled it. You can order again at any time.'
  return 'We are sorry. The items sold out before we received your payment, so we had to cancel your order.'
}

function describeComingRefund({ order, paid, refundTiming }: { order: MailedOrder; paid: Paise; refundTiming: string }): string[] {
  if (order.manual_payment === null) return [`We will refund ${formatPaise(paid)} to your original payment method.`, refundTiming]
  return [`We will pay ${formatPaise(order.paid_paise)} back to you, and ask you where to transfer it if we need to.`]
}

function buildCancelledCopy({
  order,
  isBySystem,
  refundTiming,
}: Pick<CopyRequest, 'order' | 'isBySystem'> & Pick<Timing, 'refundTiming'>): OrderMailCopy {
  const wasPaid =
    order.paid_paise > 0 && (order.payment_status === 'Paid' || order.payment_status === 'Refunded' || order.advance_paise > 0)
  const paid = order.advance_paise > 0 ? order.advance_paise : order.to_pay_paise
  const isExchange = order.exchange_return_id !== null
  const notCharged = order.kind === 'card' && !isExchange ? uncollected : 'You have nothing to pay.'
  const instead = isExchange ? ['You get the money for the items of the exchange instead. We write to you about it.'] : []
  return {
    subject: 'has been cancelled',
    heading: 'Your order has been cancelled',
    lead: describeCancellation({ order, isBySystem }),
    nextSteps: [...(wasPaid ? describeComingRefund({ order, paid, refundTiming }) : [notCharged]), ...instead],
  }
}

/** Refunds of online payments are reported by the shop itself, those of cash by an administrator. */
const isOnlineRefund = ({ order, isBySystem }: Pick<CopyRequest, 'order' | 'isBySystem'>): boolean =>
  order.kind === 'card' || (isBySystem && order.advance_paise > 0)

function describeRefund({ order, refunded, isBySystem }: Pick<CopyRequest, 'order' | 'refunded' | 'isBySystem'>): string {
  if (refunded === null) return 'We have sent your refund.'
  return `We have refunded ${formatPaise(refunded)}${isOnlineRefund({ order, isBySystem }) ? ' to your original payment method' : ''}.`
}

/** A payment that the order did not need: it was paid in another way, or the courier collects the cash. */
function buildSentBackCopy({
  order,
  refunded,
  refundTiming,
}: Pick<CopyRequest, 'order' | 'refunded'> & Pick<Timing, 'refundTiming'>): OrderMailCopy {
  const isCash = order.kind !== 'card'
  const isCashDue = isCash && order.status !== 'Delivered' && !endsEarly(order.status)
  const paid = isCash ? 'your order is paid on delivery' : 'your order was paid already'
  const why = order.status === 'Cancelled' ? 'your order is cancelled' : paid
  return {
    subject: 'was paid twice, or too late',
    heading: 'We have sent a payment back',
    lead: `We have received your payment of ${formatPaise(refunded ?? order.to_pay_paise)}, but ${why}. We refund it to your original payment method.`,
    nextSteps: [refundTiming, ...(isCashDue ? describeCashDue(order) : [])],
  }
}

interface CopyRequest extends TimedOrder {
  readonly event: Exclude<MailedEvent, ReturnMailEvent>
  readonly order: MailedOrder
  /** the shop itself cancelled, because the payment came too late or not at all */
  readonly isBySystem: boolean
  /** null for refunds from before the amount was recorded */
  readonly refunded: Paise | null
}

const inIndia = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

const describeEnd = ({ cancels_at: cancelsAt }: MailedOrder): string =>
  cancelsAt === null ? '' : ` We cancel an order that is not confirmed by ${inIndia.format(cancelsAt)}.`

const deliveredCopy = {
  subject: 'has been delivered',
  heading: 'Your order has arrived',
  lead: 'We hope everything fits and that you like it.',
}

const takenAwayCopy = {
  subject: 'is paid and handed over',
  heading: 'Thank you for your order',
  lead: 'You have paid for your order and taken it with you. We hope everything fits and that you like it.',
}

/** The text of the mail about an event. */
export function buildOrderMailCopy({ event, order, isBySystem, refunded, policies, items }: CopyRequest): OrderMailCopy {
  const { refundTiming, deliveryTiming, dispatchTiming } = describeTiming({ policies, items })
  switch (event) {
    case 'Placed':
      return {
        subject: 'has been placed',
        ...describePlaced(order),
        nextSteps: [describeDispatch({ order, dispatchTiming }), deliveryTiming, ...describeCashDue(order)],
      }
    case 'Confirmation reminder':
      return {
        subject: needsPayment(order) ? 'waits for your payment' : 'waits for your confirmation',
        heading: 'Do you still want your order?',
        lead: needsPayment(order)
          ? 'You have not paid for your order yet. We pack it after you have paid. Please pay online or cancel it. We cancel an order that stays unpaid.'
          : `You have not confirmed your order yet. We pack it after you have confirmed it. Please confirm or cancel it.${describeEnd(order)}`,
        nextSteps: [describeDispatch({ order, dispatchTiming }), ...describeCashDue(order)],
      }
    case 'Paid':
      return {
        subject: 'has been placed and paid',
        heading: 'Thank you for your order',
        lead: 'We have received your payment and are getting your order ready.',
        nextSteps: [dispatchTiming, deliveryTiming],
      }
    case 'Address incomplete':
      return {
        subject: 'needs its complete address',
        heading: 'Please complete your address',
        lead: 'To deliver your order, the courier needs a PIN code of 6 digits and a phone number of 10 digits.',
        nextSteps: [`You can add them until we ship your order. The link below works for ${addressLinkDays} days.`],
      }
    case 'Shipped':
      return {
        subject: 'is on its way',
        heading: 'Your order is on its way',
        lead: 'We have handed your parcel to the courier.',
        nextSteps: [deliveryTiming, ...describeCashDue(order)],
      }
    case 'Tracking number added':
      return {
        subject: 'has a tracking number',
        heading: 'You can track your parcel',
        lead: 'Your parcel is with the courier.',
        nextSteps: [deliveryTiming, ...describeCashDue(order)],
      }
    case 'Address changed':
    case 'Size changed':
    case 'Items removed':
      return {
        subject: 'has been changed',
        heading: 'Your order has been changed',
        lead: 'We have changed your order. Here is what you will receive, and where we will send it.',
        nextSteps: [
          ...describeCashDue(order),
          ...(order.refunded_paise > 0 && order.manual_payment === null
            ? [`We refund ${formatPaise(order.refunded_paise)} in all to your original payment method. ${refundTiming}`]
            : []),
          'If you did not expect this change, please reply to this email.',
        ],
      }
    case 'Delivery failed':
      return {
        subject: 'could not be delivered yet',
        heading: 'Your parcel could not be delivered',
        lead: 'The courier could not deliver your order. Please say what to do: another day, a landmark, another phone number, or that you do not want it.',
        nextSteps: [
          `Without an answer the courier usually tries again. After ${failedDeliveryLimits.attempts} attempts the parcel comes back to us.`,
          ...describeCashDue(order),
        ],
      }
    case 'Delivered':
      return {
        ...(order.is_taken_away ? takenAwayCopy : deliveredCopy),
        nextSteps: [
          `If something is not right, you can request a return within ${policies.returnWindowDays} days.`,
          `The courier will pick it up within ${formatRange(policies.pickupWorkingDays)} working days. A reverse shipping fee of ${formatRupees(policies.reverseShippingFeeRupees)} applies.`,
        ],
      }
    case 'Cancelled':
      return buildCancelledCopy({ order, isBySystem, refundTiming })
    case 'Undelivered':
      return {
        subject: 'could not be delivered',
        heading: 'We could not deliver your order',
        lead: 'The courier could not deliver your parcel and is returning it to us.',
        nextSteps: [
          order.paid_paise > 0
            ? 'We will contact you about your refund when the parcel is back with us. You can also reply to this email.'
            : 'You have nothing to pay. If you still want your order, reply to this email.',
        ],
      }
    case 'Payment sent back':
      return buildSentBackCopy({ order, refunded, refundTiming })
    case 'Refunded':
      return {
        subject: order.payment_status === 'Refunded' ? 'has been refunded' : 'has been partly refunded',
        heading: 'Your refund is on its way',
        lead: describeRefund({ order, refunded, isBySystem }),
        nextSteps: [
          isOnlineRefund({ order, isBySystem })
            ? refundTiming
            : `It should reach you within ${policies.codRefundWorkingDays} working days.`,
        ],
      }
  }
}
