import { formatLeavingDay } from '#contract/catalog/pre-order-text.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { addDispatchDays } from '#contract/orders/delivery-estimate.ts'

interface TimedItem {
  /** null or missing: as the policies say */
  readonly dispatchDays?: number | null
  /** of a pre-ordered item */
  readonly availableFrom?: string | null
}

export interface TimedOrder {
  readonly policies: Policies
  readonly items: readonly TimedItem[]
}

export const formatRange = ([from, to]: readonly [number, number]) => `${from} to ${to}`

/** When the slowest item leaves. */
function describeDispatchTime({ policies: { dispatchHours }, items }: TimedOrder): string {
  const usual = Math.ceil(dispatchHours[1] / 24)
  const slowest = Math.max(...items.map(({ dispatchDays }) => dispatchDays ?? usual))
  const preOrder = items.find(({ dispatchDays, availableFrom }) => availableFrom && dispatchDays === slowest)
  if (preOrder?.availableFrom) return `on ${formatLeavingDay(preOrder.availableFrom)}`
  if (items.every(({ dispatchDays }) => dispatchDays == null) || slowest === usual) return `within ${formatRange(dispatchHours)} hours`
  return slowest === 0 ? 'on the day of your order' : `within ${slowest} ${slowest === 1 ? 'day' : 'days'}`
}

/** The sentences about time of the policies. */
export function describeTiming({ policies, items }: TimedOrder) {
  const dispatchDays = items.map((item) => item.dispatchDays ?? undefined)
  const { deliveryDays } = addDispatchDays({ policies, dispatchHours: policies.dispatchHours, dispatchDays })
  return {
    refundTiming: `It should appear on your statement within ${formatRange(policies.prepaidRefundShowsDays)} days.`,
    deliveryTiming: `Expect it ${formatRange(deliveryDays)} days after placing your order.`,
    dispatchTiming: `We will hand your order to the courier ${describeDispatchTime({ policies, items })}.`,
  }
}
export type Timing = ReturnType<typeof describeTiming>
