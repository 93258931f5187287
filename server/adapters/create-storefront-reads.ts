import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { StorefrontReads } from '../database/storefront-reads.ts'

const pollMs = 10
/** polls until a replica is too far behind */
const maxPolls = 100
/** Also while nothing changes, so that a replica that is gone is not asked for long. */
const checkEveryMs = 1_000

interface ReadsOptions {
  readonly database: Database
  /** of DATABASE_READ_URL; the same database without it */
  readonly replica: Database
}

/** Reads public replies from a replica while it has all that this process has announced or was told of, and else from the database itself. */
export function createStorefrontReads({ database, replica }: ReadsOptions): StorefrontReads & { close(): void } {
  if (replica === database) return { choose: () => database, requireChanges() {}, close() {} }
  let isCurrent = false
  let isClosed = false
  let changes = 0
  let changed = Promise.withResolvers<void>()

  /** Waits until the replica has what the database has written by now. */
  async function catchUp(): Promise<boolean> {
    const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(database)
    const reached = sql<{ isReached: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.position}::pg_lsn as "isReached"`
    for (let poll = 0; poll < maxPolls && !isClosed; poll += 1) {
      // Null on a server that is no replica.
      if ((await reached.execute(replica)).rows[0]?.isReached === true) return true
      await delay(pollMs, undefined, { ref: false })
    }
    return false
  }

  async function follow(): Promise<void> {
    while (!isClosed) {
      changed = Promise.withResolvers()
      const known = changes
      const isReached = await catchUp().catch(() => false)
      isCurrent = isReached && known === changes
      const pause = delay(checkEveryMs, undefined, { ref: false })
      if (!isReached) await pause
      else if (isCurrent) await Promise.race([pause, changed.promise])
    }
  }

  void follow()
  return {
    choose: () => (isCurrent ? replica : database),
    requireChanges() {
      changes += 1
      isCurrent = false
      changed.resolve()
    },
    close() {
      isClosed = true
      isCurrent = false
      changed.resolve()
    },
  }
}
