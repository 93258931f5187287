/** How far a visit comes, in this order. */
export const visitSteps = ['visit', 'product', 'cart', 'checkout'] as const
export type VisitStep = (typeof visitSteps)[number]
