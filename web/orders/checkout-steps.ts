/** The way from the cart to the parcel. */
export const checkoutSteps = ['Cart', 'Delivery', 'On its way'] as const
