/** What other programs can follow. */
export const eventTypes = [
  'order.placed',
  'order.changed',
  'parcel.changed',
  'return.changed',
  'stock.changed',
  'document.issued',
  'customer.consented',
  'ticket.opened',
] as const
export type EventType = (typeof eventTypes)[number]

/** Sent on request only. */
export const testEventType = 'webhook.test'
