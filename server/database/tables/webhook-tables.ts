import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { EventType } from '#contract/webhooks/event-types.ts'

/** What other programs can follow, and what was sent to them. */
export interface WebhookTables {
  /** changes that are not published yet; triggers add them */
  pending_events: {
    id: GeneratedAlways<number>
    transaction_id: Generated<string>
    type: EventType
    /** of the parcel, return, document, product, consent or ticket that has changed; of the order for the others */
    subject_id: string
    order_id: string | null
    created_at: Generated<Date>
  }
  events: {
    id: number
    type: EventType
    subject_id: string
    order_id: string | null
    order_number: string | null
    payload: JSONColumnType<Record<string, unknown>>
    created_at: Date
  }
  /** the last change of each order; a trigger of `events` writes it */
  order_changes: { order_id: string; number: number }
  webhook_endpoints: {
    id: Generated<string>
    /** for an assistant, the address of its profile, which names where its events go */
    url: string
    is_assistant: Generated<boolean>
    description: Generated<string>
    /** none of an assistant, which gets the events of its orders */
    types: EventType[]
    /** encrypted; empty of an assistant */
    secret: Buffer
    /** signs beside the new one until `previous_until` */
    previous_secret: Buffer | null
    previous_until: Date | null
    disabled_at: Date | null
    disabled_reason: 'by hand' | 'gone' | 'failing' | null
    /** the first failure since the last success */
    failing_since: Date | null
    last_success_at: Date | null
    last_failure_at: Date | null
    version: Generated<number>
    created_at: Generated<Date>
  }
  webhook_deliveries: {
    id: GeneratedAlways<number>
    endpoint_id: string
    event_id: number
    /** events with the same key are delivered one after another */
    sequence_key: string
    state: Generated<'waiting' | 'delivered' | 'given up'>
    attempts: Generated<number>
    next_at: Generated<Date>
    attempted_at: Date | null
    /** of the last answer; null without one */
    status: number | null
    /** the beginning of the last answer, or why there was none */
    answer: string | null
    duration_ms: number | null
  }
}
