import { policy } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'

/** The day on which the words of these pages last changed. Change it with them. */
export const lastUpdated = '2026-11-20T12:00:00+05:30'

const range = ([from, to]: readonly [number, number]) => `${from} to ${to}`
const { serviceHours } = policy

/** The figures of the policies as they stand in a sentence. */
export const terms = {
  returnWindow: `${policy.returnWindowDays} days`,
  reverseFee: formatRupees(policy.reverseShippingFeeRupees),
  pickup: `${range(policy.pickupWorkingDays)} working days`,
  prepaidRefund: `${range(policy.prepaidRefundWorkingDays)} working days`,
  prepaidShows: `${range(policy.prepaidRefundShowsDays)} days`,
  codRefund: `${policy.codRefundWorkingDays} working days`,
  dispatch: `${range(policy.dispatchHours)} hours`,
  delivery: `${range(policy.deliveryDays)} days`,
  guestDelivery: `${policy.guestDeliveryDays} days`,
  serviceHours: `${serviceHours.days}, ${serviceHours.from} to ${serviceHours.to}`,
} as const
