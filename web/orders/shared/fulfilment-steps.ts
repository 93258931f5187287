import { endsEarly, orderStatuses } from '#contract/orders/order-status.ts'

/** The statuses of an order from placing to delivery. */
export const fulfilmentSteps: readonly string[] = orderStatuses.filter((status) => !endsEarly(status))

export interface TimelineStep {
  readonly event: string
  /** ISO 8601; undefined for a step ahead */
  readonly happenedAt?: string
}

/** The index of a status in `fulfilmentSteps`; undefined for an order that ended without a delivery. */
export function findStepIndex(orderStatus: string): number | undefined {
  const index = fulfilmentSteps.indexOf(orderStatus)
  return index < 0 ? undefined : index
}

/** The events so far and, unless the order has ended early, the steps ahead. */
export function listOrderSteps({
  orderStatus,
  events,
}: {
  orderStatus: string
  events: readonly Required<TimelineStep>[]
}): TimelineStep[] {
  const index = findStepIndex(orderStatus)
  const stepsAhead = index === undefined ? [] : fulfilmentSteps.slice(index + 1)
  return [...events, ...stepsAhead.map((event) => ({ event }))]
}
