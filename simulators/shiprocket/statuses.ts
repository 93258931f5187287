/**
 * Statuses of parcels with their codes: `shipment` is the code of a shipment (`shipment_status`, `sr-status`), `order` the code of an order
 * (`current_status_id` of a message).
 */
export const statuses = {
  'AWB ASSIGNED': { shipment: 1, order: 3 },
  'PICKUP SCHEDULED': { shipment: 3, order: 4 },
  'PICKUP QUEUED': { shipment: 4, order: 12 },
  'MANIFEST GENERATED': { shipment: 5, order: 4 },
  SHIPPED: { shipment: 6, order: 6 },
  DELIVERED: { shipment: 7, order: 7 },
  CANCELED: { shipment: 8, order: 5 },
  'RTO INITIATED': { shipment: 9, order: 15 },
  'RTO DELIVERED': { shipment: 10, order: 16 },
  LOST: { shipment: 12, order: 33 },
  'PICKUP ERROR': { shipment: 13, order: 14 },
  'RTO ACKNOWLEDGED': { shipment: 14, order: 17 },
  'PICKUP RESCHEDULED': { shipment: 15, order: 13 },
  'CANCELLATION REQUESTED': { shipment: 16, order: 18 },
  'OUT FOR DELIVERY': { shipment: 17, order: 19 },
  'IN TRANSIT': { shipment: 18, order: 20 },
  'OUT FOR PICKUP': { shipment: 19, order: 34 },
  'PICKUP EXCEPTION': { shipment: 20, order: 35 },
  UNDELIVERED: { shipment: 21, order: 36 },
  DELAYED: { shipment: 22, order: 37 },
  DESTROYED: { shipment: 24, order: 39 },
  DAMAGED: { shipment: 25, order: 40 },
  'REACHED AT DESTINATION HUB': { shipment: 38, order: 43 },
  MISROUTED: { shipment: 39, order: 44 },
  'RTO NDR': { shipment: 40, order: 46 },
  'RTO OFD': { shipment: 41, order: 45 },
  'PICKED UP': { shipment: 42, order: 51 },
  'RTO IN TRANSIT': { shipment: 46, order: 55 },
  UNTRACEABLE: { shipment: 76, order: 33 },
} as const satisfies Record<string, { shipment: number; order: number }>
export type ParcelStatus = keyof typeof statuses

/** An order that has one of these can be cancelled: until the courier is on its way to collect the parcel. */
export const cancellable: ReadonlySet<string> = new Set<string>([
  ...['NEW', 'READY TO SHIP', 'RETURN PENDING', 'CANCELED'],
  ...(['AWB ASSIGNED', 'PICKUP SCHEDULED', 'PICKUP QUEUED', 'MANIFEST GENERATED'] satisfies ParcelStatus[]),
  ...(['PICKUP ERROR', 'PICKUP RESCHEDULED', 'PICKUP EXCEPTION'] satisfies ParcelStatus[]),
])
