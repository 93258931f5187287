import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'

/** Wrong PINs that cost nothing, and the number that locks an account until an administrator gives it a new PIN. */
export const pinTries = { free: 5, locking: 50, longestWaitSeconds: 900 } as const

/** Who knocks: at which account, and with which browser, which may have signed in to it before. */
export interface Knock {
  readonly userId: string
  readonly device: Buffer
}

interface Counter {
  failures: number
  seconds_left: number
}

/** 0 for the free tries, then 1, 2, 4 … seconds. `failures` counts the try that is about to be made. */
const waitAfter = sql`make_interval(secs => case when failures + 1 < ${pinTries.free} then 0
  else least(${pinTries.longestWaitSeconds}, power(2, least(failures + 1 - ${pinTries.free}, 20))) end)`

/**
 * Takes one try before the PIN is looked at, so that parallel wrong tries all count and none slips in beside another.
 * A browser that has signed in to this account before has tries of its own: strangers' failures do not lock it out.
 * Throws `AppError`: 429 with the time to wait, 403 when the account is locked, and what `admitStranger` throws.
 */
export async function takeTry({
  database,
  knock,
  admitStranger,
}: {
  database: Database
  knock: Knock
  admitStranger: () => Promise<void>
}): Promise<void> {
  const ofDevice = await takeFrom({ database, row: deviceRow(knock), table: sql`known_devices` })
  // A browser that guessed too often is a stranger again.
  const stranger = ofDevice === undefined || (ofDevice !== 'taken' && ofDevice.failures >= pinTries.locking)
  if (stranger) await admitStranger()
  const outcome = stranger ? await takeFrom({ database, row: sql`id = ${knock.userId}`, table: sql`users` }) : ofDevice
  if (outcome === 'taken' || outcome === undefined) return
  if (outcome.failures >= pinTries.locking) throw new AppError('account_locked')
  throw new AppError('too_many_requests', { waitSeconds: outcome.seconds_left, retryAfterSeconds: outcome.seconds_left })
}

function deviceRow({ userId, device }: Knock): RawBuilder<unknown> {
  return sql`user_id = ${userId} and token_hash = ${device}`
}

async function takeFrom({
  database,
  row,
  table,
}: {
  database: Database
  row: RawBuilder<unknown>
  table: RawBuilder<unknown>
}): Promise<'taken' | Counter | undefined> {
  const { rows: taken } = await sql`
    update ${table} set failures = failures + 1, next_try_at = clock_timestamp() + ${waitAfter}
    where ${row} and failures < ${pinTries.locking} and coalesce(next_try_at, '-infinity') <= clock_timestamp()
    returning 1
  `.execute(database)
  if (taken.length > 0) return 'taken'
  const { rows } = await sql<Counter>`
    select failures, greatest(1, ceil(extract(epoch from next_try_at - clock_timestamp())))::int as seconds_left from ${table} where ${row}
  `.execute(database)
  return rows[0]
}

/**
 * The PIN was right: the account's and the browser's counts start again, and the browser is known from now on. False when the
 * account has been given another PIN since its hash was read; in one statement, so that a new PIN forgets this browser, too.
 */
export async function forgiveTries({
  database,
  knock: { userId, device },
  pinHash,
}: {
  database: Database
  knock: Knock
  pinHash: string
}): Promise<boolean> {
  const { rows } = await sql`
    with account as (
      update users set failures = 0, next_try_at = null where id = ${userId} and pin_hash = ${pinHash} returning id
    )
    insert into known_devices (user_id, token_hash) select id, ${device}::bytea from account
    on conflict (user_id, token_hash) do update set failures = 0, next_try_at = null, last_success_at = now()
    returning 1
  `.execute(database)
  return rows.length > 0
}
