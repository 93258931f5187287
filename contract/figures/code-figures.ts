import { z } from 'zod'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { periodQuery } from './figures.ts'
import { count, period } from './period.ts'

const figures = z.object({
  orders: count.describe('without cancelled ones'),
  sales: rupees.describe('items of orders that are not cancelled, refused or undelivered, after discounts, without fees'),
  returned: rupees.describe('of these, items that came back and were accepted'),
  returnedOrders: count.describe('orders of which an item came back'),
  cancelled: count,
  notTaken: count.describe('refused on delivery, or could not be delivered'),
  commission: rupees.describe('the percentage of today of the sales less what came back; 0 without a percentage'),
})
export type CodeFigures = z.infer<typeof figures>

const codeRow = z.object({
  offerId: z.string(),
  code: z.string(),
  title: z.string(),
  commissionPercent: z.int().nullable(),
  figures,
  before: figures,
})
export type CodeRow = z.infer<typeof codeRow>

export const codeFiguresCalls = defineCalls({
  getCodeFigures: {
    route: 'GET /figures/codes',
    right: 'reports',
    summary: 'What was ordered in a period with the codes of offers, and the commission, beside the period before; the most sales first',
    query: periodQuery,
    reply: {
      200: z.object({
        period,
        before: period,
        countedSince: z.iso.date().nullable().describe('the days before it are still being counted; null: all are counted'),
        sums: z.object({ figures, before: figures }),
        days: z.array(z.object({ day: z.iso.date(), orders: count })).describe('of the period, oldest first'),
        rows: z.array(codeRow),
      }),
    },
  },

  exportCodeFigures: {
    route: 'GET /figures/codes/export',
    right: 'reports',
    summary: 'The same as CSV',
    query: periodQuery,
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
