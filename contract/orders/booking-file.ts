import { z } from 'zod'
import { maxLengths, maxPrintedOrders } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { bookingFormatKeys } from '../settings/booking-formats.ts'

const bookedParcel = z.object({
  number: z.string(),
  weightGrams: z.int(),
  volumetricGrams: z.int().describe('the volume of the box in cm³ by 5,000, in grams'),
  toCollect: rupees.describe('what the courier collects'),
  notes: z.array(z.string()).describe('what is different in the file, such as an address that is too long for the courier'),
})
export type BookedParcel = z.infer<typeof bookedParcel>

export const bookingFileCalls = defineCalls({
  writeBookingFile: {
    route: 'POST /order/admin/booking-file',
    right: 'orders',
    changes: 'nothing',
    summary: "Confirmed and packed orders in the columns of a courier's upload of bookings",
    body: z.object({
      numbers: z
        .array(z.string().max(maxLengths.orderNumber))
        .min(1, 'Select the orders to book.')
        .max(maxPrintedOrders, `At most ${maxPrintedOrders} orders can be booked at once.`),
      format: z.enum(bookingFormatKeys, { error: 'Choose a courier of the list.' }),
    }),
    reply: {
      200: z.object({
        fileName: z.string(),
        csv: z.string(),
        parcels: z.array(bookedParcel),
        leftOut: z.array(z.object({ number: z.string(), reason: z.string() })).describe('orders that are not in the file'),
      }),
    },
  },
})
