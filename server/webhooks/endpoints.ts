import { type Selectable, sql } from 'kysely'
import { type EventType, testEventType } from '#contract/webhooks/event-types.ts'
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts'
import type { WebhookEndpoint } from '#contract/webhooks/webhooks.ts'
import { countRows } from '../database/count-rows.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Tables, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { disableEndpoint } from './record-attempt.ts'
import { type Attempt, encryptSecret, sendEvent } from './send-event.ts'
import { createWebhookSecret } from './sign-webhook.ts'
import type { WebhookSender } from './webhook-sender.ts'

export interface EndpointContext {
  readonly database: Database
  readonly webhookSender: WebhookSender
  /** encrypts the secrets */
  readonly webhookKey: Buffer
}

interface EndpointValues {
  readonly url: string
  readonly description: string
  readonly types: readonly EventType[]
}

interface EndpointVersion {
  readonly id: string
  readonly version: number
}

const presentTime = (time: Date | null) => time?.toISOString() ?? null

const presentEndpoint = (row: Selectable<Tables['webhook_endpoints']>, waiting = 0): WebhookEndpoint => ({
  _id: row.id,
  url: row.url,
  description: row.description,
  types: row.types,
  disabledAt: presentTime(row.disabled_at),
  disabledReason: row.disabled_reason,
  failingSince: presentTime(row.failing_since),
  lastSuccessAt: presentTime(row.last_success_at),
  lastFailureAt: presentTime(row.last_failure_at),
  waiting,
  version: row.version,
  createdAt: row.created_at.toISOString(),
})

/** All endpoints that administrators have added, the oldest first. */
export async function listEndpoints({ database }: { database: Database }): Promise<WebhookEndpoint[]> {
  const rows = await database
    .selectFrom('webhook_endpoints')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from webhook_deliveries where endpoint_id = webhook_endpoints.id and state = 'waiting')`.as(
        'waiting',
      ),
    )
    .where('is_assistant', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ waiting, ...row }) => presentEndpoint(row, waiting))
}

/** @throws AppError 400 for a URL that cannot be reached */
async function requirePublic({ webhookSender, url }: { webhookSender: WebhookSender; url: string }): Promise<void> {
  const problem = await webhookSender.findProblem(url)
  if (problem) throw new AppError(problem === 'not public' ? 'webhook_not_public' : 'webhook_unknown_host', { field: 'url' })
}

/**
 * Adds an endpoint and returns it with its secret, which is shown only now.
 * @throws AppError 400 for a URL that cannot be reached. @throws AppError 409 when there are too many.
 */
export async function addEndpoint({ database, webhookSender, webhookKey: key, ...values }: EndpointContext & EndpointValues) {
  await requirePublic({ webhookSender, url: values.url })
  const secret = createWebhookSecret()
  return database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`.execute(trx)
    const total = await countRows(trx.selectFrom('webhook_endpoints').where('is_assistant', '=', false))
    if (total >= webhookLimits.endpoints) throw new AppError('webhooks_full')
    const row = await trx
      .insertInto('webhook_endpoints')
      .values({ ...values, types: [...new Set(values.types)], secret: encryptSecret({ key, secret }) })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { endpoint: presentEndpoint(row), secret }
  })
}

/** An endpoint that an administrator has added. */
const selectOwn = (database: Database | Transaction, id: string) =>
  database.selectFrom('webhook_endpoints').where('id', '=', id).where('is_assistant', '=', false)

async function lockEndpoint({ trx, id, version }: EndpointVersion & { trx: Transaction }) {
  const row = isUuid(id) && (await selectOwn(trx, id).selectAll().forUpdate().executeTakeFirst())
  if (!row || row.version !== version) throw new AppError('webhook_changed')
  return row
}

type EndpointChange = EndpointVersion & EndpointValues & { readonly isEnabled: boolean }

/**
 * Changes an endpoint. A disabled one that is enabled gets the events from now on.
 * @throws AppError 400 for a URL that cannot be reached. @throws AppError 409 when somebody else has changed or deleted it.
 */
export async function editEndpoint({ database, webhookSender, id, version, isEnabled, ...values }: EndpointContext & EndpointChange) {
  const { url, description, types } = values
  await requirePublic({ webhookSender, url })
  return database.transaction().execute(async (trx) => {
    const row = await lockEndpoint({ trx, id, version })
    if (!isEnabled && row.disabled_at === null) await disableEndpoint({ trx, endpointId: id, reason: 'by hand' })
    const enabled = isEnabled && row.disabled_at !== null && { disabled_at: null, disabled_reason: null, failing_since: null }
    const changed = await trx
      .updateTable('webhook_endpoints')
      .set({ url, description, types: [...new Set(types)], version: version + 1, ...enabled })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return presentEndpoint(changed)
  })
}

/** @throws AppError 404 for an unknown one */
export async function deleteEndpoint({ database, id }: { database: Database; id: string }): Promise<void> {
  const deleted =
    isUuid(id) && (await database.deleteFrom('webhook_endpoints').where('id', '=', id).where('is_assistant', '=', false).executeTakeFirst())
  if (!deleted || deleted.numDeletedRows === 0n) throw new AppError('webhook_not_found')
}

/**
 * Makes a new secret and returns it. The one before signs as well for a day, so that the receiver can be changed meanwhile.
 * @throws AppError 409 when somebody else has changed or deleted the endpoint
 */
export async function rotateSecret({ database, webhookKey: key, id, version }: EndpointContext & EndpointVersion) {
  const secret = createWebhookSecret()
  return database.transaction().execute(async (trx) => {
    const row = await lockEndpoint({ trx, id, version })
    const changed = await trx
      .updateTable('webhook_endpoints')
      .set({
        secret: encryptSecret({ key, secret }),
        previous_secret: row.secret,
        previous_until: sql<Date>`now() + make_interval(hours => ${webhookLimits.previousSecretHours})`,
        version: version + 1,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { endpoint: presentEndpoint(changed), secret }
  })
}

/** Sends a test event at once and returns the answer. @throws AppError 404 for an unknown endpoint */
export async function testEndpoint({
  database,
  webhookSender: sender,
  webhookKey: key,
  id,
}: EndpointContext & { id: string }): Promise<Attempt> {
  const endpoint = isUuid(id) && (await selectOwn(database, id).selectAll().executeTakeFirst())
  if (!endpoint) throw new AppError('webhook_not_found')
  const createdAt = new Date()
  const event = { id: `test-${createdAt.getTime()}`, type: testEventType, createdAt, subjectId: id, payload: {} } as const
  return sendEvent({ sender, key, endpoint, event })
}
