import { z } from 'zod'
import { adjustmentKinds, adjustmentSources } from './pricing.ts'

// Apart from what the cart screen calculates, which is loaded without zod.

const adjustment = z.object({
  kind: z.enum(adjustmentKinds),
  source: z.enum(adjustmentSources).optional().describe('what it was made from; missing for an offer'),
  labelCode: z.string().describe('which discount or fee it is, such as the code of an offer'),
  amount: z.number().describe('rupees, below 0 for a discount'),
})
export type ShownAdjustment = z.infer<typeof adjustment>

/** The fields of an order that has adjustments. Without them `totalPrice` is what is to be paid. */
export const adjustedTotals = {
  adjustments: z.array(adjustment).optional().describe('discounts and fees of the whole order; missing when there are none'),
  toPay: z.number().nonnegative().optional().describe('rupees: `totalPrice` with all adjustments; missing when there are none'),
}
