import { returnWindowDays, serviceHours } from '../business.ts'

// Apart from business.ts, because the storefront's first script needs none of them.

/** The numbers of the policy pages. */
export const policy = {
  returnWindowDays,
  reverseShippingFeeRupees: 100,
  prepaidRefundWorkingDays: [1, 2],
  prepaidRefundShowsDays: [5, 7],
  /** the provider returns a payment that is not collected after 5 days, and the bank takes 5 to 7 working days */
  uncollectedReturnsDays: 14,
  codRefundWorkingDays: 7,
  pickupWorkingDays: [2, 3],
  dispatchHours: [24, 48],
  /** from the order date: the one promise of all texts */
  deliveryDays: [5, 7],
  /** after dispatch; only for the message that confirms a guest's order (spec §9) */
  guestDeliveryDays: 4,
  serviceHours,
} as const
