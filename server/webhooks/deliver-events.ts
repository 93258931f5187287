import { sql } from 'kysely'
import type { EventType } from '#contract/webhooks/event-types.ts'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import type { Database } from '../database/schema.ts'
import { recordAttempt } from './record-attempt.ts'
import { type Attempt, type SendingEndpoint, sendEvent } from './send-event.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** Longer than a request may take. */
const claimSeconds = webhookLimits.timeoutSeconds + 60

export interface DeliveryOptions {
  readonly database: Database
  readonly sender: WebhookSender
  /** decrypts the secrets of endpoints */
  readonly webhookKey: Buffer
  /** of the shop, for mails */
  readonly ownerEmail: string
  readonly signal: AbortSignal
  readonly sendToAssistant: SendToAssistant
}

/** Sends an order to the assistant of its checkout, as it is now. */
export type SendToAssistant = (event: {
  readonly id: string
  readonly createdAt: Date
  readonly orderId: string
  readonly profileUrl: string
}) => Promise<Attempt>

interface ClaimedDelivery extends SendingEndpoint {
  readonly id: number
  readonly attempts: number
  readonly event_id: number
  readonly type: EventType
  readonly subject_id: string
  readonly order_id: string | null
  readonly is_assistant: boolean
  readonly payload: Record<string, unknown>
  readonly created_at: Date
}

/** The endpoints with deliveries that are due: those of programs first, then the assistants that have not failed last. */
export async function findDueEndpoints({ database }: { database: Database }): Promise<string[]> {
  const rows = await database
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`exists (
      select from webhook_deliveries where endpoint_id = webhook_endpoints.id and state = 'waiting' and next_at <= now()
    )`)
    .orderBy('is_assistant')
    .orderBy(sql`failing_since is not null`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Sends what is due to one endpoint, until nothing is. Several servers may do so at the same time. */
export async function deliverTo(options: DeliveryOptions & { endpointId: string }): Promise<void> {
  await Promise.all(Array.from({ length: webhookLimits.concurrency }, () => deliverOneByOne(options)))
}

async function deliverOneByOne(options: DeliveryOptions & { endpointId: string }): Promise<void> {
  const { database, ownerEmail, signal, endpointId } = options
  while (!signal.aborted) {
    const claimed = await claimDelivery({ database, endpointId })
    if (!claimed) return
    const attempt = await send({ ...options, claimed })
    await recordAttempt({ database, deliveryId: claimed.id, attempts: claimed.attempts, attempt, ownerEmail })
  }
}

function send({ sender, webhookKey: key, sendToAssistant, claimed }: DeliveryOptions & { claimed: ClaimedDelivery }): Promise<Attempt> {
  const {
    event_id: eventId,
    type,
    subject_id: subjectId,
    order_id: orderId,
    payload,
    created_at: createdAt,
    is_assistant,
    ...endpoint
  } = claimed
  const id = String(eventId)
  if (is_assistant) return sendToAssistant({ id, createdAt, orderId: orderId ?? '', profileUrl: endpoint.url })
  return sendEvent({ sender, key, endpoint, event: { id, type, subjectId, payload, createdAt } })
}

/**
 * Claims a delivery that is due. It waits while an earlier event of the same order, or about the same subject, waits for the same
 * endpoint. A claim ends by itself, so that a crash repeats a request and loses none.
 */
async function claimDelivery({ database, endpointId }: { database: Database; endpointId: string }): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select id from webhook_deliveries as delivery
      where endpoint_id = ${endpointId} and state = 'waiting' and next_at <= now()
        -- With a limit PostgreSQL reads one row of an index for each candidate, whatever it knows about the table.
        and event_id = (
          select earliest.event_id from webhook_deliveries as earliest
          where earliest.endpoint_id = delivery.endpoint_id and earliest.sequence_key = delivery.sequence_key and earliest.state = 'waiting'
          order by earliest.event_id limit 1
        )
      order by next_at, event_id limit 1 for update skip locked
    ), claimed as (
      update webhook_deliveries as delivery
      set attempts = attempts + 1, attempted_at = now(), next_at = now() + make_interval(secs => ${claimSeconds})
      from due where delivery.id = due.id
      returning delivery.id, delivery.attempts, delivery.event_id, delivery.endpoint_id
    )
    select claimed.id, claimed.attempts, claimed.event_id, type, subject_id, events.order_id, payload, events.created_at,
      url, is_assistant, secret, previous_secret, previous_until
    from claimed join events on events.id = claimed.event_id
    join webhook_endpoints on webhook_endpoints.id = claimed.endpoint_id and disabled_at is null
  `.execute(database)
  return rows[0]
}
