import { policy } from '#contract/limits/policy-numbers.ts'
import { formatRupees } from '#contract/money.ts'

/** When the texts of the policy pages last changed; update it with them. */
export const lastUpdated = '2026-11-22T12:00:00+05:30'

const range = ([from, to]: readonly [number, number]) => `${from} to ${to}`
const { serviceHours } = policy

/** The figures of the policies as texts. */
export const terms = {
  returnWindow: `${policy.returnWindowDays} days`,
  reverseFee: formatRupees(policy.reverseShippingFeeRupees),
  pickup: `${range(policy.pickupWorkingDays)} working days`,
  prepaidRefund: `${range(policy.prepaidRefundWorkingDays)} working days`,
  prepaidShows: `${range(policy.prepaidRefundShowsDays)} days`,
  codRefund: `${policy.codRefundWorkingDays} working days`,
  dispatch: `${range(policy.dispatchHours)} hours`,
  delivery: `${range(policy.deliveryDays)} days`,
  serviceHours: `${serviceHours.days}, ${serviceHours.from} to ${serviceHours.to}`,
} as const

/** Names the grievance officer, as Indian law requires. */
export const buildGrievanceText = (grievanceOfficer: string | null) =>
  grievanceOfficer === null ? null : `For complaints, contact our grievance officer: ${grievanceOfficer.replace(/\.$/, '')}.`
