import type { Selectable } from 'kysely'
import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import { describeReturnRule } from '#contract/catalog/return-rule-texts.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { isAddressComplete } from '#contract/kernel/address.ts'
import { toAddressLine } from '#contract/kernel/address-line.ts'
import { isEmail } from '#contract/kernel/email.ts'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import { formatRupees, type Paise, toRupees } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import { hasWebAddress } from '#contract/kernel/web-address.ts'
import { listTotalRows, presentTotals } from '#contract/orders/adjustments.ts'
import type { ReturnChange } from '#contract/orders/order-change.ts'
import { canBePaidOnline, needsConfirmation, needsPayment } from '#contract/orders/order-flags.ts'
import { endsEarly, isBeforeShipping } from '#contract/orders/order-status.ts'
import { formatPayOnline } from '#contract/orders/pay-online-text.ts'
import type { Shipment } from '#contract/shipping/shipment.ts'
import type { Tables } from '../database/schema.ts'
import { breakLinks } from './break-links.ts'
import { describePayment } from './describe-payment.ts'
import type { MailBranding } from './layout.ts'
import type { Mail } from './mailer.ts'
import { buildOrderMailCopy, changeEvents, type MailedEvent } from './order-mail-copy.ts'
import { renderHtml, renderText } from './order-mail-template.ts'
import { buildReturnMailCopy, isReturnMail, listReturnRows } from './return-mail-copy.ts'

type MailOrder = Omit<
  Selectable<Tables['orders']>,
  'search_text' | 'customer_key' | 'link_revision' | 'document_name' | 'manual_payment_reference' | 'manual_payment_at'
>

interface MailItem {
  readonly name: string
  readonly size: string | null
  readonly quantity: number
  /** price × quantity */
  readonly subtotal: Paise
  /** until it leaves, of an item that is made to order */
  readonly dispatchDays?: number | null
  readonly availableFrom?: string | null
  readonly returnRule?: ReturnRule | undefined
}

/** What the mail of an order event is rendered from. */
interface OrderMailContext {
  readonly event: Pick<Selectable<Tables['order_events']>, 'id' | 'actor' | 'amount_paise' | 'happened_at' | 'change'> & {
    event: MailedEvent
  }
  readonly order: MailOrder
  /** instead of the delivery address, when nobody has shown that the mailbox is of whom has typed it */
  readonly areaLines: readonly string[] | undefined
  readonly items: readonly MailItem[]
  readonly adjustments: readonly Adjustment[]
  /** that were handed to the courier, of a mail about parcels */
  readonly parcels: readonly Shipment[]
  readonly trackingUrl: string
  /** where the shopper answers a failed delivery */
  readonly deliveryUrl: string
  /** where the shopper completes the address */
  readonly addressUrl: string
  /** where the shopper confirms or cancels the order */
  readonly confirmationUrl: string
  /** where the shopper adds a guest's order to an account */
  readonly accountUrl: string
  /** where the shopper says where a refund is transferred to; undefined when none is */
  readonly payoutUrl: string | undefined
  /** where the shopper returns items, and sees the returns */
  readonly returnUrl: string
  /** where an order on delivery is paid online; undefined when the shop takes no online payments */
  readonly paymentUrl: string | undefined
  /** what an offer takes off when the order is paid there, in rupees; undefined without one */
  readonly paymentSaving: number | undefined
}

/** Joins text into one line, so that what a person typed cannot become a mail header or a line of its own. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

function formatAddress({ delivery_address: to }: MailOrder): string[] {
  const typed = [
    `${to.firstName} ${to.lastName}`,
    to.address,
    hasWebAddress(to.landmark ?? '') ? '' : (to.landmark ?? ''),
    `${to.city}, ${to.state} ${to.pinCode}`,
  ].map(breakLinks)
  return [...typed, `Phone ${to.phone}`].map(toSingleLine).filter((line) => line !== '')
}

function formatItem({ name, size, quantity, subtotal, returnRule, dispatchDays = null, availableFrom }: MailItem) {
  const rule = describeReturnRule(returnRule)
  const dispatch =
    dispatchDays === null ? '' : ` (${describeDispatch(dispatchDays, availableFrom).replace(/^./, (first) => first.toLowerCase())})`
  return {
    name: toSingleLine(name),
    detail: `${size === null ? 'Size to be confirmed' : `Size ${size}`} × ${quantity}${dispatch}${rule === undefined ? '' : `. ${rule}`}`,
    price: formatRupees(toRupees(subtotal)),
  }
}

function describeParcel({ courierName, trackingNumber }: Shipment): string {
  return `Your parcel: ${courierName}, tracking number ${trackingNumber}.`
}

const toParcelAction = ({ trackingUrl }: Shipment) => (trackingUrl === null ? [] : [{ label: "See the courier's page", url: trackingUrl }])

const isChange = (event: MailedEvent): boolean => Object.values<MailedEvent>(changeEvents).includes(event)

/** The items and amounts of an order. */
const formatOrder = ({ order, items, adjustments }: OrderMailContext) => ({
  items: items.map(formatItem),
  totals: listTotalRows(presentTotals({ total: order.total_paise, toPay: order.to_pay_paise, adjustments })),
  payment: describePayment(order),
})

/** The items and amounts of a return. */
const formatReturn = ({ returned, event }: { returned: ReturnChange; event: MailedEvent }) => ({
  items: returned.items.map(({ name, size, quantity, reason }) => ({
    name: toSingleLine(name),
    detail: `${size === null ? '' : `Size ${size} `}× ${quantity}`,
    price: reason,
  })),
  ...(event === 'Return declined' ? { totals: [], payment: '' } : listReturnRows(returned)),
})

/** Whether the mail of an event says where the parcels are. */
export const isParcelMail = (event: MailedEvent): boolean => event === 'Shipped' || event === 'Tracking number added'

/** Whether the shopper gets this mail: an order is confirmed once, and only to an address that can receive mail. */
function isDue({ event: { event }, order, parcels }: OrderMailContext): boolean {
  if (!isEmail(order.delivery_address.email)) return false
  // The mail about the payment is enough, and that it is handed over.
  if (event === 'Placed' && order.manual_payment !== null) return false
  if (event === 'Paid' && order.is_taken_away) return false
  // The confirmation of a prepaid order is the mail about its payment, unless the order has been cancelled since.
  // An exchange with nothing to pay is placed and paid at once, and has no other first mail.
  if (event === 'Placed') return order.kind !== 'card' || (order.exchange_return_id !== null && !endsEarly(order.status))
  if (event === 'Confirmation reminder') return needsConfirmation(order)
  if (event === 'Address incomplete') return isBeforeShipping(order.status) && !isAddressComplete(order.delivery_address)
  if (event === 'Delivery failed') return order.status === 'Shipped'
  if (event === 'Tracking number added') return order.status === 'Shipped' && parcels.length > 0
  // The mail about its end is enough.
  if (isChange(event)) return !endsEarly(order.status)
  return event !== 'Paid' || order.status !== 'Cancelled'
}

/** Renders the mail of an order event; undefined when the shopper does not get one. */
export function renderOrderMail({ context, branding }: { context: OrderMailContext; branding: MailBranding }): Mail | undefined {
  if (!isDue(context)) return undefined
  const { order } = context
  const { id: eventId, event, actor, amount_paise: refunded, happened_at: happenedAt } = context.event
  const returned = isReturnMail(event) && context.event.change?.kind === 'return' ? context.event.change : undefined
  const copy = isReturnMail(event)
    ? returned && buildReturnMailCopy({ event, returned, policies: branding.policies, shopAddress: toAddressLine(branding.address) })
    : buildOrderMailCopy({
        event,
        order,
        isBySystem: actor === 'system',
        refunded,
        policies: branding.policies,
        items: context.items,
      })
  if (!copy) throw new Error(`Order event ${eventId} has no return`)
  const isFirstMail = event === 'Placed' || event === 'Paid'
  const isAddressMail = event === 'Address incomplete'
  const hasParcels = isParcelMail(event)
  const mayAskConfirmation = event === 'Placed' || event === 'Confirmation reminder' || isChange(event)
  const asksConfirmation = mayAskConfirmation && needsConfirmation(order)
  // The page that confirms an order takes its payment, too.
  const paymentUrl = mayAskConfirmation && !asksConfirmation && canBePaidOnline(order) ? context.paymentUrl : undefined
  const { days, from, to } = policy.serviceHours
  const subject = `Order ${order.number} ${copy.subject}`
  const content = {
    ...copy,
    nextSteps: hasParcels ? [...context.parcels.map(describeParcel), ...copy.nextSteps] : copy.nextSteps,
    subject,
    store: branding.name,
    greeting: branding.greeting,
    signature: branding.signature,
    number: order.number,
    ...(returned ? formatReturn({ returned, event }) : formatOrder(context)),
    address: context.areaLines ?? formatAddress(order),
    actions: isAddressMail
      ? [{ label: 'Complete the address', url: context.addressUrl }]
      : [
          ...(asksConfirmation
            ? [
                {
                  label: needsPayment(order) ? 'Pay or cancel your order' : 'Confirm or cancel your order',
                  url: context.confirmationUrl,
                },
              ]
            : []),
          ...(paymentUrl ? [{ label: formatPayOnline(context.paymentSaving), url: paymentUrl }] : []),
          ...(context.payoutUrl ? [{ label: 'Say where to transfer your refund', url: context.payoutUrl }] : []),
          ...(returned ? [{ label: 'See your return', url: context.returnUrl }] : []),
          ...(event === 'Delivery failed' ? [{ label: 'Say what to do', url: context.deliveryUrl }] : []),
          { label: 'Track your order', url: context.trackingUrl },
          ...(event === 'Delivered' ? [{ label: 'Return items', url: context.returnUrl }] : []),
          ...(isFirstMail && order.user_id === null ? [{ label: 'Add it to your account', url: context.accountUrl }] : []),
          ...(hasParcels ? context.parcels.flatMap(toParcelAction) : []),
        ],
    contact: { email: branding.email, phone: branding.phone, hours: branding.serviceHours || `${days}, ${from} to ${to}` },
  }
  const domain = branding.from.address.split('@').at(-1)
  return {
    messageId: `<${order.id}.${eventId}@${domain}>`,
    threadId: `<${order.id}@${domain}>`,
    from: branding.from,
    replyTo: branding.email,
    // Without the name: anybody may have typed it, and the address of somebody else.
    to: { name: '', address: order.delivery_address.email },
    subject,
    html: renderHtml(content),
    text: renderText(content),
    about: { number: order.number, event, happenedAt },
  }
}
