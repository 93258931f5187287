/** The way from the cart to the parcel. */
export const orderSteps = ['Cart', 'Delivery', 'On its way'] as const
