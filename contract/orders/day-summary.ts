import { z } from 'zod'
import { defineCalls, rupees } from '../kernel/endpoint.ts'

/** What happened on a day, in the order in which the screen shows it. */
export const summaryFigures = [
  'placed',
  'confirmed',
  'packed',
  'shipped',
  'delivered',
  'refused',
  'undelivered',
  'cancelled',
  'collected',
  'paidOnline',
  'paidToShop',
  'refunds',
] as const
export type SummaryFigure = (typeof summaryFigures)[number]

const figure = z.object({ count: z.int(), amount: rupees })
const figures = z.record(z.enum(summaryFigures), figure)
export type DayFigures = z.infer<typeof figures>

export const daySummaryCalls = defineCalls({
  getDaySummary: {
    route: 'GET /order/admin/summary',
    right: 'reports',
    summary: 'What happened to orders and money on a day in India, and on the day before',
    query: z.object({ day: z.iso.date().optional().describe('today by default') }),
    reply: { 200: z.object({ day: z.iso.date(), dayBefore: z.iso.date(), today: z.iso.date(), figures, before: figures }) },
  },
})
