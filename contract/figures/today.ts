import { z } from 'zod'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { count } from './period.ts'

/** Sizes that are named when they are sold out since the evening. */
export const maxSoldOut = 20

/** The hour in India from which on of the day before sold out sizes are told. */
export const eveningHour = 20

const placed = z.object({ orders: count, sales: rupees.describe('what is to be paid for them') }).describe('orders that are not cancelled')
export type PlacedFigures = z.infer<typeof placed>

const weekday = z.object({ day: z.iso.date(), untilNow: placed.describe('until the same time of the day'), whole: placed })

export const todayCalls = defineCalls({
  getToday: {
    route: 'GET /figures/today',
    right: 'reports',
    summary: 'The orders of today beside those of the same weekday in the last four weeks, and what waits for the shop',
    reply: {
      200: z.object({
        day: z.iso.date(),
        until: z.iso.datetime(),
        today: placed,
        weekdays: z.array(weekday).describe('four, the last one first'),
        work: z.object({
          toConfirm: count.describe('orders that need a confirmation'),
          toPack: count.describe('confirmed orders, without pre-orders whose day has not come'),
          failedDeliveries: count.describe('parcels that the courier could not deliver and still has'),
          returnsAsked: count.describe('returns that wait for an answer'),
          returnsReceived: count.describe('returns that have arrived and are to be paid back'),
          soldOut: count.describe('products and sizes on sale without stock that had some in the evening before'),
        }),
        soldOut: z.array(z.object({ productId: z.string(), name: z.string(), size: z.string() })).describe(`at most ${maxSoldOut} of them`),
      }),
    },
  },

  exportToday: {
    route: 'GET /figures/today/export',
    right: 'reports',
    summary: 'Today and the four weekdays as CSV',
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
