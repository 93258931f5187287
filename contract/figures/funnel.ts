import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { periodQuery } from './figures.ts'
import { count, period } from './period.ts'

/** The steps of visits, and the orders that were placed in them. */
export const funnelSteps = ['visit', 'product', 'cart', 'checkout', 'order'] as const
export type FunnelStep = (typeof funnelSteps)[number]

/** Products of one list; the file has all. */
export const maxViewedProducts = 100

const stepRow = z.object({
  step: z.enum(funnelSteps),
  visits: count.describe('that have come so far, or further; of `order` the orders that were placed in a visit'),
  before: count,
})
export type FunnelRow = z.infer<typeof stepRow>

const productFigures = z.object({
  views: count.describe('how often its page was opened'),
  units: count.describe('items sold: of orders that are not cancelled, refused or undelivered'),
})
const viewRow = z.object({ productId: z.string(), name: z.string(), figures: productFigures, before: productFigures })
export type ViewRow = z.infer<typeof viewRow>

const reply = { period, before: period, countedSince: z.iso.date().nullable() }
const csv = { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') }

export const funnelCalls = defineCalls({
  getFunnel: {
    route: 'GET /figures/funnel',
    right: 'reports',
    summary: 'How many visits of a period have opened a product, the cart and the checkout, and ordered, beside the period before',
    query: periodQuery,
    reply: {
      200: z.object({
        ...reply,
        steps: z.array(stepRow),
        days: z.array(z.object({ day: z.iso.date(), visits: count, orders: count })).describe('of the period, oldest first'),
      }),
    },
  },

  exportFunnel: {
    route: 'GET /figures/funnel/export',
    right: 'reports',
    summary: 'The same as CSV',
    query: periodQuery,
    reply: csv,
  },

  getProductViews: {
    route: 'GET /figures/views',
    right: 'reports',
    summary: `How often the pages of products were opened in a period beside what was sold, the most often first: at most ${maxViewedProducts}`,
    query: periodQuery,
    reply: {
      200: z.object({
        ...reply,
        sums: z.object({ figures: productFigures, before: productFigures }),
        days: z.array(z.object({ day: z.iso.date(), visits: count })).describe('views; of the period, oldest first'),
        rows: z.array(viewRow),
        total: count.describe('rows of the file'),
      }),
    },
  },

  exportProductViews: {
    route: 'GET /figures/views/export',
    right: 'reports',
    summary: 'The same with all products as CSV',
    query: periodQuery,
    reply: csv,
  },
})
