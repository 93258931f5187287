import type { PoolConfig } from 'pg'
import { migrate } from '../database/migrate.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../settings.ts'
import { findRunningDatabase } from './attach-database.ts'
import { createDatabase } from './create-database.ts'
import { connectPostgres } from './postgres.ts'

const warn = (error: Error) => console.error(error.message)

/** Works on the shop's database as it is: one of DATABASE_URL, the private one of a running shop, or else its files. */
export async function withConnection<Result>({
  settings,
  work,
}: {
  settings: Settings
  work: (opened: { connection: PoolConfig; isRunning: boolean }) => Promise<Result>
}): Promise<Result> {
  const running = settings.DATABASE_URL ? undefined : await findRunningDatabase({ dataDir: settings.DATA_DIR })
  if (running) return work({ connection: running, isRunning: true })
  const opened = await createDatabase({ settings, warn })
  return work({ connection: opened.connection, isRunning: false }).finally(() => opened.close())
}

/**
 * Brings the shop's database to its newest shape, over a connection of its own: what a big shop's tables take is longer than
 * anybody waits for an answer, and so may be the wait for another server that does it.
 */
export async function bringUpToDate({ connection }: { connection: PoolConfig }): Promise<void> {
  const options = `${connection.options ?? ''} -c statement_timeout=0`
  const unhurried = { ...connection, statement_timeout: 0, query_timeout: 0, options }
  const database = connectPostgres({ connection: unhurried, onIdleError: () => {} })
  await migrate({ database }).finally(() => database.destroy())
}

/** As `withConnection`, in the shape that this version of the shop works with. */
export async function withDatabase<Result>({
  settings,
  work,
}: {
  settings: Settings
  work: (database: Database) => Promise<Result>
}): Promise<Result> {
  return withConnection({
    settings,
    async work({ connection, isRunning }) {
      // A running shop has brought it there itself.
      if (!isRunning) await bringUpToDate({ connection })
      const database = connectPostgres({ connection, onIdleError: () => {} })
      try {
        return await work(database)
      } finally {
        await database.destroy()
      }
    },
  })
}
