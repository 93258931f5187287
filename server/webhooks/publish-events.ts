import { sql } from 'kysely'
import type { EventType } from '#contract/webhooks/event-types.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { buildPayloads } from './build-payloads.ts'

const eventsPerTransaction = 200

/** What changes an order as assistants read it. */
const assistantTypes: readonly EventType[] = ['order.placed', 'order.changed', 'parcel.changed', 'return.changed']

/**
 * Gives each pending change a number, its payload and the deliveries to the endpoints that follow its type, and to the assistant of its order. One server at a time does so:
 * what it commits has higher numbers than all that could be read before, so a reader who asks for events after a number misses none.
 */
export async function publishEvents({ database, signal }: { database: Database; signal?: AbortSignal }): Promise<void> {
  while (!signal?.aborted) {
    const published = await retryTransaction(() => database.transaction().execute(publishBatch))
    if (published < eventsPerTransaction) return
  }
}

async function publishBatch(trx: Transaction): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('events'))`.execute(trx)
  const pending = await trx
    .deleteFrom('pending_events')
    .where('id', 'in', trx.selectFrom('pending_events').select('id').orderBy('id').limit(eventsPerTransaction))
    .returning(['id', 'type', 'subject_id', 'order_id', 'created_at'])
    .execute()
  if (pending.length === 0) return 0
  // Changes of the same row have the same payload now.
  const last = new Map(pending.toSorted((a, b) => a.id - b.id).map((event) => [`${event.type} ${event.subject_id}`, event]))
  const findPayload = await buildPayloads({ database: trx, events: [...last.values()] })
  const rows = [...last.values()].flatMap((event, position) => {
    const found = findPayload(event)
    if (!found) return []
    const { type, subject_id, order_id, created_at } = event
    return [{ position, type, subject_id, order_id, order_number: found.orderNumber, payload: found.payload, created_at }]
  })
  // A number is the time in milliseconds or the next free one, so that none is given again after a restore.
  await sql`
    with published as (
      insert into events (id, type, subject_id, order_id, order_number, payload, created_at)
      select greatest((select coalesce(max(id), 0) from events), (extract(epoch from clock_timestamp()) * 1000)::bigint)
          + row_number() over (order by position),
        type, subject_id, order_id, order_number, payload, created_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (
        position int, type text, subject_id text, order_id uuid, order_number text, payload jsonb, created_at timestamptz
      )
      returning id, type, subject_id, order_id
    )
    insert into webhook_deliveries (endpoint_id, event_id, sequence_key)
    select webhook_endpoints.id, published.id as event_id, coalesce(published.order_id::text, published.subject_id)
    from published join webhook_endpoints on published.type = any(types) and disabled_at is null
    union all
    -- An assistant gets the order as it is now, so once for all its changes.
    select webhook_endpoints.id, max(published.id), published.order_id::text
    from published join ucp_orders on ucp_orders.order_id = published.order_id
    join webhook_endpoints on is_assistant and url = profile_url and disabled_at is null
    where published.type = any(${assistantTypes})
    group by webhook_endpoints.id, published.order_id
    order by event_id
  `.execute(trx)
  return pending.length
}
