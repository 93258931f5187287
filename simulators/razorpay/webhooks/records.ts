export const EVENT_NAMES = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'refund.speed_changed',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

export interface Endpoint {
  readonly id: string
  readonly url: string
  /** null: no signature header is sent, as Razorpay does when none is set */
  secret: string | null
  /** null: all events */
  readonly events: readonly string[] | null
  active: boolean
  disabledReason: string | null
  /** unix seconds of the replays of the last day */
  replays: number[]
}

export interface WebhookEvent {
  readonly id: string
  readonly name: EventName
  readonly createdAt: number
  /** the very bytes that are signed and sent, on every attempt */
  readonly bytes: Buffer
}

export interface Attempt {
  readonly at: number
  /** the receiver's status, or why there was none */
  readonly result: number | 'no answer' | 'timeout' | 'not sent'
  readonly signature: string | null
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
 * What goes wrong on the way to a receiver. `fail`: the attempt never arrives and is retried; `timeout`: it arrives, the
 * answer counts as too late and it is retried; `drop`: it never arrives, at all.
 */
export const DELIVERY_TROUBLES = ['duplicate', 'delay', 'drop', 'fail', 'timeout', 'corrupt_signature', 'no_signature'] as const

export interface DeliveryRule {
  readonly kind: (typeof DELIVERY_TROUBLES)[number]
  readonly event: string | null
  readonly endpointId: string | null
  /** for `delay`: on the simulator's clock */
  readonly seconds: number
  /** for `duplicate`: how many extra copies */
  readonly copies: number
  left: number
}
