import type { PoolConfig } from 'pg'
import { migrate } from '../database/migrate.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../settings.ts'
import { createDatabase } from './create-database.ts'
import { findRunningDatabase } from './embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from './postgres.ts'

const warn = (error: Error) => console.error(error.message)

interface Task<Input, Result> {
  readonly settings: Settings
  readonly work: (input: Input) => Promise<Result>
}

type OpenedConnection = { connection: PoolConfig; isRunning: boolean }

/** Runs `work` on the shop's database: that of DATABASE_URL, or the embedded one, which is started unless a shop runs it already. */
export async function withConnection<Result>({ settings, work }: Task<OpenedConnection, Result>): Promise<Result> {
  const running = settings.DATABASE_URL ? undefined : await findRunningDatabase({ dataDir: settings.DATA_DIR })
  if (running) return work({ connection: running, isRunning: true })
  const opened = await createDatabase({ settings, warn })
  return work({ connection: opened.connection, isRunning: false }).finally(() => opened.close())
}

/**
 * Runs all pending migrations over a connection without timeouts: on large tables a migration takes longer than any request,
 * and so may the wait for another server that migrates.
 */
export async function migrateDatabase({ connection }: { connection: PoolConfig }): ReturnType<typeof migrate> {
  const database = connectPostgres({ connection, onIdleError: () => {}, hasTimeouts: false })
  return migrate({ database }).finally(() => database.destroy())
}

/** Like `withConnection`, on a migrated database. */
export async function withDatabase<Result>({ settings, work }: Task<Database, Result>): Promise<Result> {
  return withConnection({
    settings,
    async work({ connection, isRunning }) {
      // A running shop has migrated it at its start.
      if (!isRunning) await migrateDatabase({ connection })
      const database = connectPostgres({ connection, onIdleError: () => {} })
      return work(database).finally(() => database.destroy())
    },
  })
}
