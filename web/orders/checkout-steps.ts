/** The steps shown above cart and checkout. */
export const checkoutSteps = ['Cart', 'Delivery', 'On its way'] as const
