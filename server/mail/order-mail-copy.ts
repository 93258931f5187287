import { policy } from '#contract/business.ts'
import { formatRupees, type Paise, toRupees } from '#contract/money.ts'
import type { OrderRow } from '../orders/present.ts'

/** The events that a shopper hears of by mail. What else happens is seen in the list of orders. */
const mailedEvents = ['Placed', 'Paid', 'Shipped', 'Delivered', 'Cancelled', 'Refunded'] as const
export type MailedEvent = (typeof mailedEvents)[number]

export function isMailed(event: string): event is MailedEvent {
  return mailedEvents.some((mailed) => mailed === event)
}

export interface Words {
  /** follows the order's number in the subject: 'is on its way' */
  readonly subject: string
  readonly heading: string
  readonly lead: string
  /** what happens next, a sentence each */
  readonly next: readonly string[]
}

type Order = Pick<OrderRow, 'kind' | 'payment_status' | 'collect_paise' | 'paid_paise'>

const range = ([from, to]: readonly [number, number]) => `${from} to ${to}`
const refundShows = `It shows on your statement in ${range(policy.prepaidRefundShowsDays)} days.`

/** How the order is paid, in a few words. */
export function describePayment({ kind, payment_status, collect_paise, paid_paise }: Order): string {
  if (kind === 'card') {
    const words = { Paid: 'Paid online', Refunded: 'Paid online, refunded', Pending: 'Payment awaited', Failed: 'Payment failed' } as const
    return words[payment_status]
  }
  if (payment_status === 'Paid') return `Cash on delivery, ${formatRupees(toRupees(paid_paise))} received`
  return `Cash on delivery, ${formatRupees(toRupees(collect_paise))}`
}

function readyCash({ kind, collect_paise }: Order): string[] {
  return kind === 'card' ? [] : [`Please keep ${formatRupees(toRupees(collect_paise))} ready for the courier.`]
}

function describeArrival({ kind }: Order): string {
  return kind === 'guest'
    ? `It reaches you within ${policy.guestDeliveryDays} days of your order.`
    : `It reaches you ${range(policy.deliveryDays)} days after your order.`
}

function describeDispatch(order: Order): string[] {
  return [`We pack your order and hand it to the courier within ${range(policy.dispatchHours)} hours.`, describeArrival(order)]
}

function describeCancelled({ order, soldOut }: { order: Order; soldOut: boolean }): Words {
  const wasPaid = order.payment_status === 'Paid' || order.payment_status === 'Refunded'
  return {
    subject: 'is cancelled',
    heading: 'Your order is cancelled',
    lead: soldOut
      ? 'We are sorry: the pieces sold out before your payment reached us, so we could not keep them for you.'
      : 'We have cancelled your order. Nothing more will be sent.',
    next: wasPaid
      ? [`We send ${formatRupees(toRupees(order.paid_paise))} back the way you paid.`, refundShows]
      : ['You have nothing to pay.'],
  }
}

/**
 * What a mail says about an event. `soldOut`: the shop itself cancelled, because the payment came too late. `refunded`:
 * what went back; null for a refund of before this was noted.
 */
export function chooseWords({
  event,
  order,
  soldOut,
  refunded,
}: {
  event: MailedEvent
  order: Order
  soldOut: boolean
  refunded: Paise | null
}): Words {
  switch (event) {
    case 'Placed':
      return {
        subject: 'is placed',
        heading: 'Thank you for your order',
        lead: 'We have it, and we start packing.',
        next: [...describeDispatch(order), ...readyCash(order)],
      }
    case 'Paid':
      return {
        subject: 'is placed and paid',
        heading: 'Thank you for your order',
        lead: 'Your payment has reached us, and we start packing.',
        next: describeDispatch(order),
      }
    case 'Shipped':
      return {
        subject: 'is on its way',
        heading: 'Your order is on the way',
        lead: 'We have handed your parcel to the courier.',
        next: [describeArrival(order), ...readyCash(order)],
      }
    case 'Delivered':
      return {
        subject: 'is delivered',
        heading: 'Your order has arrived',
        lead: 'We hope that it fits and that you like it.',
        next: [
          `If something is not right, ask for a return within ${policy.returnWindowDays} days.`,
          `The courier picks it up in ${range(policy.pickupWorkingDays)} working days; a fee of ${formatRupees(policy.reverseShippingFeeRupees)} applies.`,
        ],
      }
    case 'Cancelled':
      return describeCancelled({ order, soldOut })
    case 'Refunded':
      return {
        subject: order.payment_status === 'Refunded' ? 'is refunded' : 'is refunded in part',
        heading: 'Your money is on its way back',
        lead: refunded === null ? 'We have sent your refund.' : `We have sent ${formatRupees(toRupees(refunded))} back the way you paid.`,
        next: [refundShows],
      }
  }
}
