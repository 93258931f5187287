export const EVENT_NAMES = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'payment.dispute.created',
  'payment.dispute.under_review',
  'payment.dispute.action_required',
  'payment.dispute.won',
  'payment.dispute.lost',
  'payment.dispute.closed',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

export interface Endpoint {
  readonly id: string
  readonly url: string
  /** null: webhooks are sent without a signature */
  secret: string | null
  /** null: all events */
  readonly events: readonly string[] | null
  active: boolean
  disabledReason: string | null
}

export interface WebhookEvent {
  readonly id: string
  readonly name: EventName
  readonly createdAt: number
  /** the body that is signed and sent, identical in every attempt */
  readonly bytes: Buffer
}

export interface Attempt {
  readonly at: number
  /** the receiver's status, or why there was none */
  readonly result: number | 'no answer' | 'timeout' | 'not sent'
}

export interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly eventName: EventName
  readonly endpointId: string
  readonly signature: string | null
  readonly attempts: Attempt[]
  status: 'waiting' | 'held' | 'delivered' | 'dropped' | 'given_up'
  nextAttemptAt: number | null
}

/**
 * Faults between the simulator and the receiver. `fail`: the attempt does not arrive and is retried; `timeout`: it arrives,
 * counts as timed out and is retried; `drop`: the event never arrives.
 */
export const DELIVERY_FAULTS = ['duplicate', 'delay', 'drop', 'fail', 'timeout'] as const

export interface DeliveryRule {
  readonly kind: (typeof DELIVERY_FAULTS)[number]
  readonly event: string | null
  /** for `delay` */
  readonly seconds: number
  /** for `duplicate`: extra copies */
  readonly copies: number
  remaining: number
}
