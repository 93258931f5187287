import { endsEarly, orderStatuses } from '#contract/orders/order-status.ts'

/** The statuses of an order from placing to delivery. */
export const fulfilmentSteps: readonly string[] = orderStatuses.filter((status) => !endsEarly(status))

export interface TimelineEvent {
  readonly event: string
  /** ISO 8601 */
  readonly happenedAt: string
}

export interface TimelineStep {
  readonly event: string
  /** ISO 8601; undefined for a step ahead */
  readonly happenedAt?: string
  /** what happened in this step besides: payments, changes, refunds */
  readonly details: readonly TimelineEvent[]
}

/** The index of a status in `fulfilmentSteps`; undefined for an order that ended without a delivery. */
export function findStepIndex(orderStatus: string): number | undefined {
  const index = fulfilmentSteps.indexOf(orderStatus)
  return index < 0 ? undefined : index
}

/** `Step 1 of 5`; undefined for an order that ended without a delivery. */
export function formatStepCount(orderStatus: string): string | undefined {
  const index = findStepIndex(orderStatus)
  return index === undefined ? undefined : `Step ${index + 1} of ${fulfilmentSteps.length}`
}

/** The steps so far, each with what happened in it, and, unless the order has ended early, the steps ahead. */
export function listOrderSteps({ orderStatus, events }: { orderStatus: string; events: readonly TimelineEvent[] }): TimelineStep[] {
  const steps: (TimelineStep & { details: TimelineEvent[] })[] = []
  for (const event of events) {
    const step = steps.at(-1)
    const isStep = findStepIndex(event.event) !== undefined || event.event === orderStatus || endsEarly(event.event)
    if (isStep || step === undefined) steps.push({ ...event, details: [] })
    else step.details.push(event)
  }
  const index = findStepIndex(orderStatus)
  const stepsAhead = index === undefined ? [] : fulfilmentSteps.slice(index + 1)
  return [...steps, ...stepsAhead.map((event) => ({ event, details: [] }))]
}
