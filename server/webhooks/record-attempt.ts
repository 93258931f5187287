import { sql } from 'kysely'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { queueAccountMail } from '../mail/outbox.ts'
import { type Attempt, isSuccess } from './send-event.ts'

const { retryDelays, failingDays } = webhookLimits

/** How a receiver says that it is gone for good. */
const goneStatus = 410

interface AttemptRecord {
  readonly database: Database
  readonly deliveryId: number
  /** the number of attempts, this one included */
  readonly attempts: number
  readonly attempt: Attempt
  readonly ownerEmail: string
}

/** Records the outcome of an attempt. A failed one is repeated, given up after the last one, and may disable the endpoint. */
export async function recordAttempt({ database, deliveryId, attempts, attempt, ownerEmail }: AttemptRecord): Promise<void> {
  const { status, answer, durationMs, isUnwanted = false } = attempt
  const delaySeconds = retryDelays[attempts - 1]
  const isDelivered = isSuccess(attempt)
  const state = isDelivered ? 'delivered' : isUnwanted || delaySeconds === undefined ? 'given up' : 'waiting'
  await database.transaction().execute(async (trx) => {
    const delivery = await trx
      .updateTable('webhook_deliveries')
      .set({ state, status, answer, duration_ms: durationMs, next_at: sql<Date>`now() + make_interval(secs => ${delaySeconds ?? 0})` })
      .where('id', '=', deliveryId)
      .where('state', '=', 'waiting')
      .returning(['endpoint_id', 'sequence_key', 'next_at'])
      .executeTakeFirst()
    if (!delivery || isUnwanted) return
    // Later events of the same order wait as long and are not looked at before.
    if (state === 'waiting')
      await trx
        .updateTable('webhook_deliveries')
        .set({ next_at: delivery.next_at })
        .where('endpoint_id', '=', delivery.endpoint_id)
        .where('sequence_key', '=', delivery.sequence_key)
        .where('state', '=', 'waiting')
        .where('next_at', '<', delivery.next_at)
        .execute()
    await recordHealth({ trx, endpointId: delivery.endpoint_id, attempt, ownerEmail })
  })
}

interface EndpointHealth {
  readonly trx: Transaction
  readonly endpointId: string
  readonly attempt: Attempt
  readonly ownerEmail: string
}

async function recordHealth({ trx, endpointId, attempt, ownerEmail }: EndpointHealth): Promise<void> {
  const health = isSuccess(attempt)
    ? { last_success_at: sql<Date>`now()`, failing_since: null }
    : { last_failure_at: sql<Date>`now()`, failing_since: sql<Date>`coalesce(failing_since, now())` }
  const endpoint = await trx
    .updateTable('webhook_endpoints')
    .set(health)
    .where('id', '=', endpointId)
    .where('disabled_at', 'is', null)
    .returning(['url', 'is_assistant', sql<boolean>`failing_since < now() - make_interval(days => ${failingDays})`.as('isFailing')])
    .executeTakeFirst()
  const reason = attempt.status === goneStatus ? 'gone' : endpoint?.isFailing ? 'failing' : undefined
  if (!endpoint || !reason) return
  await disableEndpoint({ trx, endpointId, reason })
  // Nothing about an assistant needs the owner.
  if (ownerEmail !== '' && !endpoint.is_assistant)
    await queueAccountMail({ database: trx, mail: { kind: 'webhook disabled', to: ownerEmail, host: new URL(endpoint.url).host, reason } })
}

interface Disabling {
  readonly trx: Transaction
  readonly endpointId: string
  readonly reason: 'by hand' | 'gone' | 'failing'
}

/** Disables an endpoint. What waits for it is given up; a receiver can read it later. */
export async function disableEndpoint({ trx, endpointId, reason }: Disabling): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set((eb) => ({ disabled_at: sql<Date>`now()`, disabled_reason: reason, version: eb('version', '+', 1) }))
    .where('id', '=', endpointId)
    .execute()
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'given up' })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}
