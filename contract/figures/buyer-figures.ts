import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { periodQuery } from './figures.ts'
import { count, period } from './period.ts'
import { sourceKinds } from './source-figures.ts'

const figures = z.object({
  persons: count.describe('whose first order was placed in the period'),
  again: count.describe('of them, those with a second order until now'),
  daysToSecond: z.number().min(0).nullable().describe('from the first to the second order, the average; null: none has a second one'),
  orders: count.describe('of these persons until now, the first ones included'),
})
export type BuyerFigures = z.infer<typeof figures>

const buyerRow = z.object({
  _id: z.string().describe('unique in the list'),
  kind: z.enum(sourceKinds),
  source: z.string().describe('of the first order'),
  figures,
  before: figures,
})
export type BuyerRow = z.infer<typeof buyerRow>

const orders = z.object({
  first: count.describe('first orders of persons'),
  returning: count.describe('orders of persons who had ordered before'),
  unnamed: count.describe('orders without a person: items that were taken away by somebody who has said neither phone nor email'),
})
export type BuyerOrders = z.infer<typeof orders>

export const buyerFiguresCalls = defineCalls({
  getBuyerFigures: {
    route: 'GET /figures/buyers',
    right: 'reports',
    summary:
      'Persons whose first order was placed in a period, by where it comes from, and whether they came back, beside the period before',
    query: periodQuery,
    reply: {
      200: z.object({
        period,
        before: period,
        countedSince: z.iso.date().nullable().describe('the days before it are still being counted; null: all are counted'),
        orders: z.object({ figures: orders, before: orders }).describe('all orders of the period, cancelled ones included'),
        sums: z.object({ figures, before: figures }),
        days: z.array(z.object({ day: z.iso.date(), orders: count })).describe('first orders; of the period, oldest first'),
        rows: z.array(buyerRow),
      }),
    },
  },

  exportBuyerFigures: {
    route: 'GET /figures/buyers/export',
    right: 'reports',
    summary: 'The same as CSV',
    query: periodQuery,
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
