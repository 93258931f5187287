import type { SavedAddress } from '../kernel/address.ts'
import { formatRupees, type Paise, toRupees } from '../kernel/money.ts'
import { couriers } from '../shipping/couriers.ts'
import type { OrderChange, ReturnChange, ShipmentState } from './order-change.ts'
import { orderStatuses } from './order-status.ts'

/** What happens to an order: its statuses, and what is done about it in between. Stored as it is named here. */
export const orderEvents = [
  ...orderStatuses,
  'Paid',
  'Advance paid',
  'Discount for paying online',
  'Refunded',
  'Payment sent back',
  'Address incomplete',
  'Address completed',
  'Added to account',
  'Address changed',
  'Size confirmed',
  'Size changed',
  'Items removed',
  'Tracking number added',
  'Shipment entered',
  'Shipment changed',
  'Shipment removed',
  'Parcel received',
  'Delivery failed',
  'Another delivery requested',
  'Parcel requested back',
  'Transition undone',
  'Note deleted',
  'Links revoked',
  'Name for documents entered',
  'Confirmation reminder',
  'No answer',
  'Courier paid',
  'Courier payment resolved',
  'Courier payment undone',
  'Return asked',
  'Return accepted',
  'Return declined',
  'Return withdrawn',
  'Return pickup booked',
  'Return picked up',
  'Return received',
  'Return not received',
  'Return settled',
  'Exchange sold out',
  'Exchange placed',
  'Exchange ended',
] as const
export type OrderEvent = (typeof orderEvents)[number]

interface RecordedEvent {
  readonly event: OrderEvent
  readonly change?: OrderChange | null | undefined
  /** paise, of a discount */
  readonly amount?: number | null | undefined
}

const formatShipment = ({ courier, trackingNumber, trackingUrl, text }: ShipmentState): string =>
  text ?? [courier && couriers[courier].name, trackingNumber, trackingUrl].filter(Boolean).join(' ')

const formatPaise = (amount: number): string => formatRupees(toRupees(amount as Paise))

function describeReturnEvent({ event, change }: { event: OrderEvent; change: ReturnChange }): string {
  if (event === 'Exchange placed') return `Order ${change.exchange?.order} placed in exchange (${change.number})`
  return event === 'Exchange ended' ? `Money instead of the exchange (${change.number})` : `${event} (${change.number})`
}

/** An event as shoppers and administrators read it. */
export function describeOrderEvent({ event, change, amount }: RecordedEvent): string {
  if (event === 'Discount for paying online' && amount) return `${event}: ${formatPaise(amount)}`
  if (event === 'Size confirmed' && change?.kind === 'size') return `Size ${change.after} confirmed for ${change.name}`
  if (change?.kind === 'parcel') return `Parcel received, ${change.after.condition}`
  if (change?.kind === 'return') return describeReturnEvent({ event, change })
  if (change?.kind === 'status') return `${change.before.status} undone`
  if (change?.kind === 'shipment') {
    const [before, after] = [formatShipment(change.before), formatShipment(change.after)]
    if (event === 'Shipment changed') return `Shipment changed: ${before} → ${after}`
    return event === 'Shipment removed' ? `Shipment removed: ${before}` : `Shipment: ${after}`
  }
  if (change?.kind === 'courier payment') {
    const { amount, from, note = '', text } = change.after
    if (text !== undefined) return text
    if (change.before.amount !== undefined)
      return `Payment of the courier undone: ${formatPaise(change.before.amount)} (${change.before.from})`
    return amount === undefined ? `Payment of the courier resolved: ${note}` : `The courier has paid ${formatPaise(amount)} (${from})`
  }
  return event
}

const addressLabels: Readonly<Record<keyof SavedAddress, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  landmark: 'Landmark',
  city: 'City',
  state: 'State',
  pinCode: 'PIN code',
  phone: 'Phone',
  email: 'Email',
  gstin: 'GSTIN',
  businessName: 'Business name',
}

/** The fields of an address, in the order in which an administrator reads them. */
export const addressFields = Object.keys(addressLabels) as (keyof SavedAddress)[]

interface ChangedValue {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The old and new values of an edit as an administrator reads them; none for a change that the event itself describes. */
export function listChangedValues({ event, change }: RecordedEvent): ChangedValue[] {
  if (change?.kind === 'size' && event !== 'Size confirmed') {
    return [{ label: `Size of ${change.name}`, before: change.before ?? '', after: change.after }]
  }
  if (change?.kind === 'items') {
    const { item, quantity, total } = change
    const label = item.size === null ? item.name : `${item.name} (${item.size})`
    return [
      { label, before: String(quantity.before), after: String(quantity.after) },
      { label: 'Total', before: formatPaise(total.before), after: formatPaise(total.after) },
    ]
  }
  if (change?.kind !== 'address') return []
  const { before, after } = change
  const fields = addressFields.filter((field) => field in after || field in before)
  return fields.map((field) => ({ label: addressLabels[field], before: before[field] ?? '', after: after[field] ?? '' }))
}
