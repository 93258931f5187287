import { z } from 'zod'
import { maxLengths, maxPrintedOrders } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { adminOrderReply } from './admin-orders.ts'
import { courierBooking } from './courier-bookings.ts'

/** What an order lacks that cannot be booked. */
const bookingFields = ['number', 'orderStatus', 'deliveryAddress', 'trackingNumber', 'weight', 'toCollect'] as const
export type BookingField = (typeof bookingFields)[number]

const body = z.object({
  numbers: z
    .array(z.string().max(maxLengths.orderNumber))
    .min(1, 'Select the orders to book.')
    .max(maxPrintedOrders, `At most ${maxPrintedOrders} orders can be booked at once.`),
})

const notBooked = z.object({ number: z.string(), reason: z.string(), field: z.enum(bookingFields) })
export type NotBooked = z.infer<typeof notBooked>

const notPrinted = z.object({ number: z.string(), reason: z.string() })
export type NotPrinted = z.infer<typeof notPrinted>

const parcelFile = z.object({
  leftOut: z.array(notPrinted).describe('orders that are not in the file'),
  printed: z.array(z.string()).describe('the numbers of the orders in the file'),
  pdf: z.string().nullable().describe('the file in base64; null when no order is in it'),
})

const printBody = z.object({
  numbers: z
    .array(z.string().max(maxLengths.orderNumber))
    .min(1, 'Select the orders to print.')
    .max(maxPrintedOrders, `At most ${maxPrintedOrders} orders can be printed at once.`),
})

const bookings = z.array(courierBooking).describe('the last one of each order')

export const courierBookingsCalls = defineCalls({
  requestCourierBookings: {
    route: 'POST /order/admin/courier-bookings',
    right: 'orders',
    changes: 'nothing',
    summary: 'Have packed orders booked at the courier by a job; an order that is requested or booked already is not requested again',
    body,
    reply: { 200: z.object({ message: z.string(), leftOut: z.array(notBooked).describe('orders that cannot be booked'), bookings }) },
  },

  getCourierBookings: {
    route: 'POST /order/admin/courier-bookings/read',
    right: 'orders',
    changes: 'nothing',
    summary: 'The courier at which parcels are booked, and the bookings of orders',
    body,
    reply: { 200: z.object({ courier: z.string().nullable().describe('null: no account of a courier is entered'), bookings }) },
  },

  printCourierLabels: {
    route: 'POST /order/admin/courier-labels',
    right: 'orders',
    changes: 'nothing',
    summary:
      "The courier's labels of booked parcels as one PDF, in the order in which the numbers are given; one that does not fit its order is left out",
    body: printBody,
    reply: { 200: parcelFile },
  },

  printCourierManifest: {
    route: 'POST /order/admin/courier-manifest',
    right: 'orders',
    changes: 'nothing',
    summary: "The courier's manifest of booked parcels whose pick-up was requested, as one PDF",
    body: printBody,
    reply: { 200: parcelFile },
  },

  cancelCourierBooking: {
    route: 'POST /order/admin/:id/courier-booking/cancel',
    right: 'orders',
    changes: 'nothing',
    summary: 'Cancel the booking of an order that was not shipped; its tracking number is removed',
    params: byId,
    body: z.object({ reference: z.string().max(50) }),
    reply: adminOrderReply,
  },
})
