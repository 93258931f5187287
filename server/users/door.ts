import { type RawBuilder, sql } from 'kysely'
import { tryAgainIn } from '#contract/messages.ts'
import type { Database } from '../database/tables.ts'
import { Refused } from '../http/refusals.ts'

/** Wrong PINs that cost nothing, and the number that locks an account until an administrator gives it a new PIN. */
export const pinTries = { free: 5, locking: 50, longestWaitSeconds: 900 } as const

/** Who knocks: the account, and the browser when it has signed in to this account before. */
export interface Knock {
  readonly userId: string
  readonly device: Buffer | undefined
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
 * Throws `Refused`: 429 with the time to wait, 403 when the account is locked.
 */
export async function takeTry({ database, knock }: { database: Database; knock: Knock }): Promise<void> {
  const ofDevice = knock.device && (await takeFrom({ database, row: deviceRow(knock), table: sql`known_devices` }))
  // A browser that guessed too often is a stranger again.
  const stranger = ofDevice === undefined || (ofDevice !== 'taken' && ofDevice.failures >= pinTries.locking)
  const outcome = stranger ? await takeFrom({ database, row: sql`id = ${knock.userId}`, table: sql`users` }) : ofDevice
  if (outcome === 'taken' || outcome === undefined) return
  if (outcome.failures >= pinTries.locking) throw new Refused({ status: 403, code: 'account_locked' })
  throw new Refused({ status: 429, code: 'too_many_requests', message: tryAgainIn(outcome.seconds_left), retryAfter: outcome.seconds_left })
}

function deviceRow({ userId, device }: Knock): RawBuilder<unknown> {
  return sql`user_id = ${userId} and token_hash = ${device ?? Buffer.alloc(0)}`
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

/** The PIN was right: the account's and the browser's counts start again, and the browser is known from now on. */
export async function forgiveTries({ database, knock }: { database: Database; knock: Knock & { device: Buffer } }): Promise<void> {
  await database.updateTable('users').set({ failures: 0, next_try_at: null }).where('id', '=', knock.userId).execute()
  await database
    .insertInto('known_devices')
    .values({ user_id: knock.userId, token_hash: knock.device })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'token_hash']).doUpdateSet({ failures: 0, next_try_at: null, last_success_at: sql<Date>`now()` }),
    )
    .execute()
}
