import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

/** Wrong PINs without a wait, and the number that locks an account until its PIN is reset. */
export const attemptLimits = { free: 5, lockout: 50, maxWaitSeconds: 900 } as const

interface LoginAttempt {
  readonly database: Database
  readonly userId: string
  /** of the browser's own token */
  readonly deviceHash: Buffer
}

interface AttemptCounter {
  readonly failed_attempts: number
  readonly seconds_left: number
}

/** The wait after the attempt that is about to be counted: none for the free attempts, then 1, 2, 4 … seconds. */
const nextWait = sql`make_interval(secs => case when failed_attempts + 1 < ${attemptLimits.free} then 0
  else least(${attemptLimits.maxWaitSeconds}, power(2, least(failed_attempts + 1 - ${attemptLimits.free}, 20))) end)`

/**
 * Counts an attempt as failed before the PIN is verified, so that concurrent wrong attempts cannot exceed the limits. A device that
 * has signed in to this account before has a counter of its own, so that failures of others do not lock the owner out.
 * Returns what `admitUnknown` returned for an unknown device. Throws `AppError`: 429 with the time to wait, 403 when the account is
 * locked, and what `admitUnknown` throws.
 */
export async function reserveAttempt<Admission>({
  database,
  userId,
  deviceHash,
  admitUnknown,
}: LoginAttempt & { admitUnknown: () => Promise<Admission> }): Promise<Admission | undefined> {
  const device = sql`user_id = ${userId} and token_hash = ${deviceHash}`
  const deviceResult = await countAttempt({ database, table: 'known_devices', row: device })
  // A device that is locked itself counts as unknown.
  const isKnown = deviceResult !== undefined && (deviceResult === 'reserved' || deviceResult.failed_attempts < attemptLimits.lockout)
  const admission = isKnown ? undefined : await admitUnknown()
  const result = isKnown ? deviceResult : await countAttempt({ database, table: 'users', row: sql`id = ${userId}` })
  if (result === 'reserved' || result === undefined) return admission
  if (result.failed_attempts >= attemptLimits.lockout) throw new AppError('account_locked')
  throw new AppError('too_many_requests', { waitSeconds: result.seconds_left, retryAfterSeconds: result.seconds_left })
}

interface CountedRow {
  readonly database: Database
  readonly table: 'users' | 'known_devices'
  readonly row: RawBuilder<unknown>
}

/** Counts an attempt in a row unless it is locked or must wait; undefined when there is no such row. */
async function countAttempt({ database, table, row }: CountedRow): Promise<'reserved' | AttemptCounter | undefined> {
  const { rows: reserved } = await sql`
    update ${sql.table(table)} set failed_attempts = failed_attempts + 1, next_attempt_at = clock_timestamp() + ${nextWait}
    where ${row} and failed_attempts < ${attemptLimits.lockout} and coalesce(next_attempt_at, '-infinity') <= clock_timestamp()
    returning 1
  `.execute(database)
  if (reserved.length > 0) return 'reserved'
  const { rows } = await sql<AttemptCounter>`
    select failed_attempts, greatest(1, ceil(extract(epoch from next_attempt_at - clock_timestamp())))::int as seconds_left
    from ${sql.table(table)} where ${row}
  `.execute(database)
  return rows[0]
}

/**
 * Resets the counters of the account and the device after a right PIN. A sign-in makes the device a known one. Returns false when the PIN has
 * been reset since its hash was read. One statement, so that a concurrent reset of the PIN also forgets this device.
 */
export async function resetAttempts({
  database,
  userId,
  deviceHash,
  ipHash,
  pinHash,
  isSignIn,
}: LoginAttempt & { ipHash?: Buffer; pinHash: string; isSignIn: boolean }): Promise<boolean> {
  const { rows } = await sql`
    with account as (
      update users set failed_attempts = 0, next_attempt_at = null where id = ${userId} and pin_hash = ${pinHash} returning id
    ),
    device as (
      insert into known_devices (user_id, token_hash, ip_hash) select id, ${deviceHash}::bytea, ${ipHash ?? null}::bytea from account
      where ${isSignIn} or exists (select from known_devices where user_id = ${userId} and token_hash = ${deviceHash}::bytea)
      on conflict (user_id, token_hash) do update
      set failed_attempts = 0, next_attempt_at = null, last_success_at = now(), ip_hash = coalesce(excluded.ip_hash, known_devices.ip_hash)
    )
    select 1 from account
  `.execute(database)
  return rows.length > 0
}

/** Whether a device has signed in to the account from an IP address the last time that it did. */
export async function isKnownIp({ database, userId, ipHash }: { database: Database; userId: string; ipHash: Buffer }): Promise<boolean> {
  const known = await database
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('ip_hash', '=', ipHash)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

/** Whether a device has signed in to the account. */
export async function isKnownDevice({ database, userId, deviceHash }: LoginAttempt): Promise<boolean> {
  const device = await database
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', deviceHash)
    .executeTakeFirst()
  return device !== undefined
}
