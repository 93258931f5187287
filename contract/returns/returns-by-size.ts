import { z } from 'zod'
import { productDetails } from '../catalog/product-details.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'

/** Products of one report: those with the most pieces sent back. */
export const maxReportedProducts = 100

/** Periods of the report. */
export const reportDays = ['30', '90', '365'] as const
export type ReportDays = (typeof reportDays)[number]

/** When a product is said to run small or large: enough pieces delivered, and this share of them sent back for it. */
export const misfitThresholds = { pieces: 10, percent: 20 } as const

export type Misfit = 'small' | 'large'

/** What administrators may write as the fit of a product that runs small or large. */
export const misfitTexts: Readonly<Record<Misfit, string>> = {
  small: 'Runs small: choose one size larger than usual',
  large: 'Runs large: choose one size smaller than usual',
}

const pieces = z.int().min(0)
const counts = z.object({
  sent: pieces.describe('delivered in the period'),
  returned: pieces.describe('of them, asked to be sent back, without declined and withdrawn returns'),
  tooSmall: pieces.describe('of them, for being too small'),
  tooLarge: pieces.describe('of them, for being too large'),
  refunded: pieces.describe('of them, paid back'),
  kept: pieces.describe('delivered and not paid back'),
})
export type ReturnCounts = z.infer<typeof counts>

const returnedProduct = counts
  .extend({
    _id: z.string(),
    name: z.string(),
    misfit: z
      .enum(['small', 'large'])
      .nullable()
      .describe(
        `at least ${misfitThresholds.percent} % of ${misfitThresholds.pieces} or more pieces came back for being too small or too large`,
      ),
    details: productDetails,
    detailsVersion: z.int(),
    sizes: z.array(counts.extend({ size: z.string().describe('empty where the order says none') })),
  })
  .register(schemaRegistry, { id: 'ReturnedProduct' })
export type ReturnedProduct = z.infer<typeof returnedProduct>

export const returnsBySizeCalls = defineCalls({
  getReturnsBySize: {
    route: 'GET /returns/by-size',
    right: 'reports',
    summary: `Returns of what was delivered in the last days, by product and size: the ${maxReportedProducts} products with the most`,
    query: z.object({ days: z.enum(reportDays).default('90') }),
    reply: { 200: z.object({ products: z.array(returnedProduct) }) },
  },
})

/** Whether a product runs small or large, by what came back of it; null: neither, or too few pieces to say so. */
export function findMisfit({ sent, tooSmall, tooLarge }: Pick<ReturnCounts, 'sent' | 'tooSmall' | 'tooLarge'>): Misfit | null {
  if (sent < misfitThresholds.pieces) return null
  const isMany = (count: number) => count * 100 >= sent * misfitThresholds.percent
  if (tooSmall >= tooLarge) return isMany(tooSmall) ? 'small' : null
  return isMany(tooLarge) ? 'large' : null
}
