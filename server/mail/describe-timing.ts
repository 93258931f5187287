import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { addDispatchDays } from '#contract/orders/delivery-estimate.ts'

export interface TimedOrder {
  readonly policies: Policies
  /** of each item; undefined for one that leaves as the policies say */
  readonly dispatchDays: readonly (number | undefined)[]
}

export const formatRange = ([from, to]: readonly [number, number]) => `${from} to ${to}`

/** When the slowest item leaves. */
function describeDispatchTime({ policies: { dispatchHours }, dispatchDays }: TimedOrder): string {
  const usual = Math.ceil(dispatchHours[1] / 24)
  const slowest = Math.max(...dispatchDays.map((days = usual) => days))
  if (dispatchDays.every((days) => days === undefined) || slowest === usual) return `within ${formatRange(dispatchHours)} hours`
  return slowest === 0 ? 'on the day of your order' : `within ${slowest} ${slowest === 1 ? 'day' : 'days'}`
}

/** The sentences about time of the policies. */
export const describeTiming = ({ policies, dispatchDays }: TimedOrder) => ({
  refundTiming: `It should appear on your statement within ${formatRange(policies.prepaidRefundShowsDays)} days.`,
  deliveryTiming: `Expect it ${formatRange(addDispatchDays({ policies, dispatchHours: policies.dispatchHours, dispatchDays }).deliveryDays)} days after placing your order.`,
  dispatchTiming: `We will hand your order to the courier ${describeDispatchTime({ policies, dispatchDays })}.`,
})
export type Timing = ReturnType<typeof describeTiming>
