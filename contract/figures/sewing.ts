import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { figureDays } from './figures.ts'
import { count } from './period.ts'

/** Rows of one list; the file has all. */
export const maxSewingRows = 500

const sewingRow = z.object({
  _id: z.string().describe('unique in the list'),
  productId: z.string(),
  name: z.string(),
  size: z.string().describe('empty: the product has one stock for all sizes'),
  stock: z.int(),
  sold: count.describe('items ordered in the period and not cancelled'),
  hoursSoldOut: count.describe('hours of the period without stock'),
  missed: z
    .number()
    .min(0)
    .nullable()
    .describe('hours without stock × items sold in an hour with stock; null: there was never stock in the period'),
  waiting: count.describe('persons who have asked for a mail when it is back'),
  toSew: count.describe('missed, rounded, and waiting'),
})
export type SewingRow = z.infer<typeof sewingRow>

const sewingQuery = z.object({ days: z.enum(figureDays).default('30') })

export const sewingCalls = defineCalls({
  getSewingList: {
    route: 'GET /figures/sewing',
    right: 'reports',
    summary: `What was missing of products on sale by size, the most first: at most ${maxSewingRows} rows`,
    query: sewingQuery,
    reply: {
      200: z.object({
        from: z.iso.date(),
        to: z.iso.date(),
        knownSince: z.iso
          .date()
          .nullable()
          .describe('the stock before this day of the period is not known, and the list begins here; null: all is known'),
        countedSince: z.iso.date().nullable().describe('the sales of days before it are still being counted; null: all are counted'),
        rows: z.array(sewingRow),
        total: count,
        sum: count.describe('items to sew of all rows'),
      }),
    },
  },

  exportSewingList: {
    route: 'GET /figures/sewing/export',
    right: 'reports',
    summary: 'The same with all rows as CSV',
    query: sewingQuery,
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
