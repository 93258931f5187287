import { z } from 'zod'
import { calendarMonth } from '../kernel/calendar-month.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { chosenRows } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { orderStatuses } from '../orders/order-status.ts'
import { moneyPlaceKeys } from './money-places.ts'

export const moneyOrdersPerPage = 50

const place = z.enum(moneyPlaceKeys)

const orderOfPlace = z.object({
  _id: z.string(),
  number: z.string(),
  placedAt: z.iso.datetime(),
  orderStatus: z.enum(orderStatuses),
  toPay: rupees.describe('what the order costs'),
  amount: rupees.describe('of it in this place'),
})
export type OrderOfPlace = z.infer<typeof orderOfPlace>

export const moneyCalls = defineCalls({
  getMoney: {
    route: 'GET /figures/money',
    right: 'money',
    summary: 'Where the money of the orders placed in a month is, each rupee in one place, beside the month before',
    query: z.object({ month: calendarMonth.optional().describe('in India; this month without it') }),
    reply: {
      200: z.object({
        month: calendarMonth,
        orders: z.int(),
        total: rupees.describe('what they cost: the sum of all places'),
        places: z.array(z.object({ place, orders: z.int(), amount: rupees, before: rupees.describe('of the month before') })),
        before: z.object({ month: calendarMonth, orders: z.int(), total: rupees, surplus: rupees }).describe('the month before'),
        surplus: rupees.describe('paid beyond what the orders cost, and not refunded; in none of the places'),
      }),
    },
  },

  getMoneyOrders: {
    route: 'GET /figures/money/orders',
    right: 'money',
    summary: 'The orders of a month with money in one place, newest first',
    query: pageQuery.extend({ month: calendarMonth.optional(), place: place.default(moneyPlaceKeys[0]), limit: chosenRows }),
    reply: { 200: z.object({ month: calendarMonth, orders: z.array(orderOfPlace), sum: rupees.describe('of all pages'), ...paged }) },
  },

  exportMoneyOrders: {
    route: 'GET /figures/money/export',
    right: 'money',
    summary: 'All orders of a month with what is in each place, as CSV',
    query: z.object({ month: calendarMonth.optional() }),
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
