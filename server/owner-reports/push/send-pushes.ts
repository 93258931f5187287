import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Problem } from '../problems.ts'
import { describePush, type PushNews } from './describe-push.ts'
import type { PushOutcome, PushService } from './push-service.ts'

/** A push service may ask for a longer delay, up to a day. */
const retrySeconds = { first: 60, longest: 3_600, longestAsked: 86_400 }

interface Delivery {
  readonly database: Database
  readonly push: PushService
  /** all problems that exist now */
  readonly problems: readonly Problem[]
  readonly icon: string
  readonly log: Pick<Logger, 'warn'>
}

/** Notifies each device of all that it has not got yet. Several servers may do so at the same time. */
export async function sendPushes({ signal, ...delivery }: Delivery & { signal: AbortSignal }): Promise<void> {
  const devices = await delivery.database
    .selectFrom('push_devices')
    .select('id')
    .where('last_event_id', '<', sql<number>`(select max(id) from push_events)`)
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', sql<Date>`now()`)]))
    .orderBy('last_event_id')
    .execute()
  await forEachSettled(devices, ({ id }) => notifyDevice({ ...delivery, id }), signal)
}

/** With the device locked, so that two servers do not notify it twice. */
async function notifyDevice({ database, push, problems, icon, log, id }: Delivery & { id: string }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const device = await trx
      .selectFrom('push_devices')
      .select(['endpoint', 'p256dh', 'auth', 'kinds', 'last_event_id', 'failures'])
      .where('id', '=', id)
      .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', sql<Date>`now()`)]))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    const news = device && (await readNews({ trx, after: device.last_event_id }))
    if (!device || !news) return
    const message = describePush({ news, kinds: device.kinds, problems, icon })
    const outcome: PushOutcome | undefined = message && (await push.send({ subscription: device, message }))
    if (outcome?.state === 'failed') {
      log.warn(
        { device: id, reason: outcome.reason, failures: device.failures + 1 },
        'A notification could not be sent and will be retried',
      )
    }
    await recordOutcome({ trx, id, lastId: news.lastId, failures: device.failures, outcome })
  })
}

/** What has happened after an event; undefined for nothing. */
async function readNews({ trx, after }: { trx: Transaction; after: number }): Promise<PushNews | undefined> {
  const { rows } = await sql<Omit<PushNews, 'lastId'> & { lastId: number | null }>`
    select max(push_events.id) as "lastId", count(order_id)::int as orders, coalesce(sum(to_pay_paise), 0)::bigint as "totalPaise",
      (array_agg(order_id order by push_events.id desc) filter (where order_id is not null))[1] as "orderId",
      (array_agg(number order by push_events.id desc) filter (where order_id is not null))[1] as number,
      coalesce(array_agg(distinct problem) filter (where problem is not null), '{}') as problems
    from push_events left join orders on orders.id = order_id where push_events.id > ${after}
  `.execute(trx)
  const [news] = rows
  return news && news.lastId !== null ? { ...news, lastId: news.lastId } : undefined
}

interface Attempt {
  readonly trx: Transaction
  readonly id: string
  readonly lastId: number
  readonly failures: number
  /** undefined: the device wants none of the news */
  readonly outcome: PushOutcome | undefined
}

async function recordOutcome({ trx, id, lastId, failures, outcome }: Attempt): Promise<void> {
  if (outcome?.state === 'gone') {
    await trx.deleteFrom('push_devices').where('id', '=', id).execute()
    return
  }
  const retryAfter = outcome?.state === 'failed' ? outcome.retryAfterSeconds : undefined
  const delaySeconds = Math.max(
    Math.min(retrySeconds.longest, retrySeconds.first * 2 ** Math.min(failures, 10)),
    Math.min(retrySeconds.longestAsked, retryAfter ?? 0),
  )
  const values =
    outcome?.state === 'failed'
      ? { failures: failures + 1, next_attempt_at: sql<Date>`now() + make_interval(secs => ${delaySeconds})` }
      : { last_event_id: lastId, ...(outcome && { last_sent_at: sql<Date>`now()`, failures: 0, next_attempt_at: null }) }
  await trx.updateTable('push_devices').set(values).where('id', '=', id).execute()
}
