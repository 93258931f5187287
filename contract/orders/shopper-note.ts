import { z } from 'zod'
import { cleanLines, typedText } from '../kernel/address.ts'
import { maxLengths } from '../kernel/business.ts'

/** What a shopper says about an order, in each call that orders. */
export const shopperNoteFields = {
  note: typedText('Note', maxLengths.shopperNote, cleanLines)
    .optional()
    .describe('for the shop and the courier, such as: call before delivery'),
  isGift: z.boolean().optional().describe('true: the packing slip has no prices'),
}

/** The same in replies; missing when nothing was said. */
export const shownShopperNote = {
  note: z.string().optional().describe('what the shopper said about the order; missing when nothing was said'),
  isGift: z.literal(true).optional().describe('true: the packing slip has no prices'),
}

export interface ShopperNote {
  readonly note?: string | undefined
  readonly isGift?: boolean | undefined
}
