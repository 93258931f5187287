import { ECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { PushDevice, PushKind } from '#contract/accounts/push-devices.ts'
import { pushLimits } from '#contract/kernel/limits/push-limits.ts'
import { describeDevice } from '../../accounts/sessions/describe-session.ts'
import { countRows } from '../../database/count-rows.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { PushService, PushSubscription } from './push-service.ts'

const notificationsPath = '/AdminDashboardWrapper/notifications'

/** The device of an administrator. */
interface DeviceRequest {
  readonly database: Database
  readonly userId: string
  readonly id: string
}

interface Browser {
  readonly database: Database
  readonly userId: string
  /** of the browser's own token */
  readonly deviceHash: Buffer
}

/** The newest first. */
export async function listPushDevices({ database, userId, deviceHash }: Browser): Promise<PushDevice[]> {
  const devices = await database
    .selectFrom('push_devices')
    .select(['id', 'user_agent', 'kinds', 'created_at', 'last_sent_at', 'failures', 'device_hash'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  return devices.map((device) => ({
    _id: device.id,
    device: describeDevice(device.user_agent),
    kinds: device.kinds,
    createdAt: device.created_at.toISOString(),
    lastSentAt: device.last_sent_at?.toISOString() ?? null,
    isFailing: device.failures > 0,
    isCurrent: device.device_hash.equals(deviceHash),
  }))
}

/** Whether a key is a point of the curve; messages cannot be encrypted for others. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

interface NewDevice extends Browser {
  readonly subscription: PushSubscription
  readonly kinds: readonly PushKind[]
  readonly userAgent: string
}

/**
 * Notifies a browser, instead of through the subscription that it had before.
 *
 * @throws AppError 400 for a key that is none.
 * @throws AppError 409 for a browser in which the account has not signed in.
 * @throws AppError 409 when the administrator has too many devices.
 */
export async function addPushDevice({ database, userId, deviceHash, subscription, kinds, userAgent }: NewDevice): Promise<void> {
  const { endpoint, p256dh, auth } = subscription
  if (!isPublicKey(p256dh)) throw new AppError('invalid_request', { field: 'keys.p256dh' })
  await database.transaction().execute(async (trx) => {
    // One after another, so that two tabs do not exceed the limit.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const device = { user_id: userId, device_hash: deviceHash }
    await trx
      .selectFrom('known_devices')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('token_hash', '=', deviceHash)
      .forKeyShare()
      .executeTakeFirstOrThrow(() => new AppError('push_device_unknown'))
    await trx
      .deleteFrom('push_devices')
      .where((eb) => eb.or([eb('endpoint', '=', endpoint), eb.and(device)]))
      .execute()
    await trx
      .insertInto('push_devices')
      .values({
        ...device,
        endpoint,
        p256dh,
        auth,
        user_agent: userAgent,
        kinds: [...new Set(kinds)],
        last_event_id: sql<number>`(select coalesce(max(id), 0) from push_events)`,
      })
      .execute()
    const total = await countRows(trx.selectFrom('push_devices').where('user_id', '=', userId))
    if (total > pushLimits.devices) throw new AppError('push_devices_full')
  })
}

/** @throws AppError 404 when the administrator has no such device. */
export async function changePushDevice({ database, userId, id, kinds }: DeviceRequest & { kinds: readonly PushKind[] }): Promise<void> {
  if (!isUuid(id)) throw new AppError('push_device_not_found')
  const { numUpdatedRows } = await database
    .updateTable('push_devices')
    .set({ kinds: [...new Set(kinds)] })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('push_device_not_found')
}

/** @throws AppError 404 when the administrator has no such device. */
export async function removePushDevice({ database, userId, id }: DeviceRequest): Promise<void> {
  if (!isUuid(id)) throw new AppError('push_device_not_found')
  const { numDeletedRows } = await database.deleteFrom('push_devices').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('push_device_not_found')
}

/**
 * Sends a notification that says that it works.
 *
 * @throws AppError 404 when the administrator has no such device, or its subscription has ended.
 * @throws AppError 503 when the push service does not take it.
 */
export async function testPushDevice({
  database,
  userId,
  id,
  push,
  icon,
}: DeviceRequest & { push: PushService; icon: string }): Promise<void> {
  if (!isUuid(id)) throw new AppError('push_device_not_found')
  const subscription = await database
    .selectFrom('push_devices')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('push_device_not_found'))
  const message = { title: 'Notifications work', body: 'This is the test that you asked for.', path: notificationsPath, tag: 'test', icon }
  const { state } = await push.send({ subscription, message })
  const device = database.deleteFrom('push_devices').where('id', '=', id).where('endpoint', '=', subscription.endpoint)
  if (state === 'gone') await device.execute()
  if (state !== 'taken') throw new AppError(state === 'gone' ? 'push_device_not_found' : 'push_not_taken')
}
