/** How items of a product come back to the shop, the strictest one last. */
export const returnRules = ['returnable', 'exchange only', 'final sale'] as const
export type ReturnRule = (typeof returnRules)[number]

/** Rules that a sale can give its items. */
export const saleReturnRules = ['exchange only', 'final sale'] as const
export type SaleReturnRule = (typeof saleReturnRules)[number]

export const findStrictest = (first: ReturnRule, second: ReturnRule): ReturnRule =>
  returnRules.indexOf(first) > returnRules.indexOf(second) ? first : second
