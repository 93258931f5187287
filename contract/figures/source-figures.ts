import { z } from 'zod'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { periodQuery } from './figures.ts'
import { count, period } from './period.ts'

/** What a row is: where orders come from, or each campaign of it. */
export const sourceGroups = ['source', 'campaign'] as const
export type SourceGroup = (typeof sourceGroups)[number]

/** `visit`: the page of the order has said it; `not known`: nothing has; `entered`: by an administrator, with the way the order came. */
export const sourceKinds = ['visit', 'not known', 'entered'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Rows of one list; the file has all. */
export const maxSourceRows = 200

const figures = z.object({
  orders: count.describe('without cancelled ones'),
  sales: rupees.describe('what is to be paid for orders that are not cancelled, refused or undelivered'),
  cancelled: count,
  notTaken: count.describe('refused on delivery, or could not be delivered'),
  returned: count.describe('orders of which an item came back and was accepted'),
})
export type SourceFigures = z.infer<typeof figures>

const sourceRow = z.object({
  _id: z.string().describe('unique in the list'),
  kind: z.enum(sourceKinds),
  source: z.string().describe('such as google, direct or phone; empty when it is not known'),
  medium: z.string(),
  campaign: z.string(),
  figures,
  before: figures,
})
export type SourceRow = z.infer<typeof sourceRow>

const sourceQuery = periodQuery.extend({ by: z.enum(sourceGroups).default('source') })

export const sourceFiguresCalls = defineCalls({
  getSourceFigures: {
    route: 'GET /figures/sources',
    right: 'reports',
    summary: `Where the orders placed in a period come from, beside the period before, the most sales first: at most ${maxSourceRows} rows`,
    query: sourceQuery,
    reply: {
      200: z.object({
        period,
        before: period,
        countedSince: z.iso.date().nullable().describe('the days before it are still being counted; null: all are counted'),
        sums: z.object({ figures, before: figures }),
        days: z.array(z.object({ day: z.iso.date(), orders: count })).describe('of the period, oldest first'),
        rows: z.array(sourceRow),
        total: count.describe('rows of the file'),
      }),
    },
  },

  exportSourceFigures: {
    route: 'GET /figures/sources/export',
    right: 'reports',
    summary: 'The same with all rows as CSV',
    query: sourceQuery,
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
