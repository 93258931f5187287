import { z } from 'zod'
import { shownAddress } from '../kernel/address.ts'
import { courierKeys } from '../shipping/couriers.ts'
import { orderStatuses, parcelConditions } from './order-status.ts'
import { handovers, returnReasons } from './return-states.ts'

const item = z.object({
  line: z.int(),
  productId: z.string(),
  name: z.string(),
  size: z.string().nullable(),
  price: z.int().describe('paise, of one unit'),
})

const shipmentState = z.object({
  courier: z.enum(courierKeys).optional(),
  trackingNumber: z.string().nullish(),
  trackingUrl: z.string().nullish(),
  text: z.string().optional().describe('of an event that an older version has recorded'),
})

const none = z.object({})

const courierPayment = {
  amount: z.int().optional().describe('paise'),
  from: z.string().optional().describe('the courier, and the reference of its list'),
}

/** A return as it was at the event; amounts in paise. */
const returnChange = z.object({
  kind: z.literal('return'),
  returnId: z.string(),
  number: z.string(),
  items: z.array(
    z.object({
      name: z.string(),
      size: z.string().nullable(),
      quantity: z.int(),
      reason: z.enum(returnReasons),
      exchange: z.object({ name: z.string(), size: z.string().nullable() }).optional().describe('the item that is sent for it'),
    }),
  ),
  exchange: z
    .object({
      toPay: z.int().describe('the fee, which is paid by a link'),
      heldUntil: z.iso.date().nullable().describe('the day until which the new items are held'),
      order: z.string().nullable().describe('the number of the order with the new items'),
    })
    .optional()
    .describe('only of an exchange'),
  fee: z.int(),
  refund: z.int(),
  cash: z.int().describe('the part of a settled refund that the shop transfers'),
  payoutId: z.string().optional().describe('of this part'),
  handover: z.enum(handovers).nullable(),
  pickup: z.object({ courier: z.string(), reference: z.string() }).optional().describe('as the courier has booked it'),
  reason: z.string().nullable().describe('why it was declined'),
})
export type ReturnChange = z.infer<typeof returnChange>

/** What an event has changed, with the values before and after it. */
export const orderChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('address'),
    before: shownAddress.partial().describe('only the fields that differ'),
    after: shownAddress.partial(),
  }),
  z.object({ kind: z.literal('size'), line: z.int(), name: z.string(), before: z.string().nullable(), after: z.string() }),
  z.object({
    kind: z.literal('items'),
    item: item.describe('as it was, so that a removed line stays on record'),
    quantity: z.object({ before: z.int(), after: z.int() }),
    total: z.object({ before: z.int(), after: z.int() }).describe('paise'),
  }),
  z.object({ kind: z.literal('shipment'), before: shipmentState, after: shipmentState }),
  z.object({ kind: z.literal('parcel'), before: none, after: z.object({ condition: z.enum(parcelConditions) }) }),
  returnChange,
  z.object({ kind: z.literal('status'), before: z.object({ status: z.enum(orderStatuses) }), after: none }),
  z.object({
    kind: z.literal('courier payment'),
    before: z.object(courierPayment).describe('of an undone list'),
    after: z.object({
      ...courierPayment,
      note: z.string().optional(),
      text: z.string().optional().describe('of an event that an older version has recorded'),
    }),
  }),
])
export type OrderChange = z.infer<typeof orderChange>

export type ShipmentState = z.infer<typeof shipmentState>
