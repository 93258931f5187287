import { orderStatuses } from '#contract/order-status.ts'

/** The way of an order to which nothing happens: every state but the two that end it early. */
export const fulfilmentSteps: readonly string[] = orderStatuses.filter((status) => status !== 'Cancelled' && status !== 'Refused')

export interface TimelineStep {
  readonly event: string
  /** ISO 8601; undefined: not yet */
  readonly happenedAt?: string
}

/** What has happened, and, while the order is on its usual way, what is still to come. */
export function listOrderSteps({
  orderStatus,
  events,
}: {
  orderStatus: string
  events: readonly Required<TimelineStep>[]
}): TimelineStep[] {
  const place = fulfilmentSteps.indexOf(orderStatus)
  const ahead = place < 0 ? [] : fulfilmentSteps.slice(place + 1)
  return [...events, ...ahead.map((event) => ({ event }))]
}

/** How far along the usual way a state is, from 0; undefined for one that has left it. */
export function findStepIndex(orderStatus: string): number | undefined {
  const place = fulfilmentSteps.indexOf(orderStatus)
  return place < 0 ? undefined : place
}
