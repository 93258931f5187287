import { z } from 'zod'
import { saleReturnRules } from './return-rules.ts'

// Apart from return-rules.ts, because screens need no validator.

/** In replies about items. */
export const shownReturnRule = z.enum(saleReturnRules).optional().describe('missing for an item that can be returned')

export const saleReturnRule = z
  .enum(saleReturnRules)
  .optional()
  .describe('of its items while it runs, unless the product says something else; missing: as without the sale')
