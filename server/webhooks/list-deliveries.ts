import { sql } from 'kysely'
import type { EventType } from '#contract/webhooks/event-types.ts'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import type { DeliveryState, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { countRows } from '../database/count-rows.ts'
import { isUuid } from '../database/is-uuid.ts'
import { limitToPage, presentPage } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { presentEvent } from './send-event.ts'

interface DeliveryQuery {
  readonly database: Database
  readonly endpointId: string
  readonly page: number
  readonly state?: DeliveryState | undefined
  readonly type?: EventType | undefined
}

/** A page of what was sent to an endpoint, the newest events first. */
export async function listDeliveries({ database, endpointId, page, state, type }: DeliveryQuery) {
  if (!isUuid(endpointId)) throw new AppError('webhook_not_found')
  const matching = database
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'event_id')
    .where('endpoint_id', '=', endpointId)
    .$if(state !== undefined, (rows) => rows.where('state', '=', state as DeliveryState))
    .$if(type !== undefined, (rows) => rows.where('type', '=', type as EventType))
  const perPage = webhookLimits.perPage
  const [rows, total] = await Promise.all([
    matching
      .select(['webhook_deliveries.id', 'event_id', 'type', 'order_number', 'state', 'attempts', 'next_at', 'attempted_at', 'status'])
      .select(['answer', 'duration_ms', 'subject_id', 'payload', 'events.created_at'])
      .orderBy('event_id', 'desc')
      .$call(limitToPage({ page, perPage }))
      .execute(),
    countRows(matching),
  ])
  const deliveries = rows.map((row): WebhookDelivery => {
    const event = { id: String(row.event_id), type: row.type, createdAt: row.created_at, subjectId: row.subject_id, payload: row.payload }
    return {
      _id: String(row.id),
      event: presentEvent(event),
      orderNumber: row.order_number,
      state: row.state,
      attempts: row.attempts,
      nextAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
      attemptedAt: row.attempted_at?.toISOString() ?? null,
      status: row.status,
      answer: row.answer,
      durationMs: row.duration_ms,
    }
  })
  return { deliveries, ...presentPage({ page, perPage, total, minPages: 1 }) }
}

/** Sends an event again, with all its attempts. @throws AppError 409 when it is deleted or its endpoint is disabled */
export async function resendDelivery({ database, id }: { database: Database; id: string }): Promise<void> {
  const changed = await database
    .updateTable('webhook_deliveries')
    .from('webhook_endpoints')
    .whereRef('webhook_endpoints.id', '=', 'endpoint_id')
    .where('disabled_at', 'is', null)
    .where('webhook_deliveries.id', '=', Number(id))
    .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()` })
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new AppError('delivery_not_sendable')
}

interface EventQuery {
  readonly database: Database
  /** the last event that the reader has */
  readonly after: string
  readonly limit: number
  readonly types?: readonly EventType[] | undefined
}

/** The events after one, in their order. */
export async function listEvents({ database, after, limit, types }: EventQuery) {
  const rows = await database
    .selectFrom('events')
    .select(['id', 'type', 'subject_id', 'payload', 'created_at'])
    .where(sql<boolean>`id > ${after}::bigint`)
    .$if(types !== undefined, (events) => events.where('type', 'in', types ?? []))
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const events = rows.slice(0, limit).map(({ id, type, subject_id: subjectId, payload, created_at: createdAt }) => {
    return presentEvent({ id: String(id), type, subjectId, payload, createdAt })
  })
  return { events, hasMore: rows.length > limit }
}
