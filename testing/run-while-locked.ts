import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Transaction } from '#server/database/schema.ts'

interface LockedRun<Result> {
  readonly database: Database
  /** takes the locks for which `work` waits */
  readonly lock: (trx: Transaction) => Promise<unknown>
  readonly work: () => PromiseLike<Result>
  /** called in the transaction that has the locks, when `work` waits for them */
  readonly check?: (trx: Transaction) => Promise<unknown>
  /** transactions of `work` that wait, 1 by default */
  readonly waiting?: number
}

/** Starts `work` while another transaction holds locks, and commits that one when `work` waits for it. Resolves to the result of `work`. */
export async function runWhileLocked<Result>({ database, lock, work, check, waiting = 1 }: LockedRun<Result>): Promise<Result> {
  const countWaiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()
    `.execute(database)
    return rows.length
  }
  const { working } = await database.transaction().execute(async (trx) => {
    await lock(trx)
    const working = Promise.resolve(work())
    await expect.poll(countWaiting).toBe(waiting)
    await check?.(trx)
    return { working }
  })
  return working
}
