import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { migrate } from '../database/migrate.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { createDatabase } from './create-database.ts'
import { findRunningDatabase } from './embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from './postgres.ts'

const warn = (error: Error) => console.error(error.message)

interface Task<Input, Result> {
  readonly settings: Settings
  /** Whether a shop is created where there is none; otherwise that is a `StartupError`, and nothing is created. */
  readonly mayCreate?: boolean | undefined
  readonly work: (input: Input) => Promise<Result>
}

type OpenedConnection = { connection: PoolConfig; isRunning: boolean }

/**
 * Runs `work` on the shop's database: that of DATABASE_URL, or the embedded one, which is started unless a shop runs it already.
 * @throws StartupError when there is no shop, unless `mayCreate`
 */
export async function withConnection<Result>({ settings, mayCreate = false, work }: Task<OpenedConnection, Result>): Promise<Result> {
  const running = settings.DATABASE_URL ? undefined : await findRunningDatabase({ dataDir: settings.DATA_DIR })
  if (running) return work({ connection: running, isRunning: true })
  if (!mayCreate && !settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, 'postgres'))) throw createNoShopError({ settings })
  const opened = await createDatabase({ settings, warn })
  try {
    if (!mayCreate) await assertShop({ settings, database: opened.database })
    return await work({ connection: opened.connection, isRunning: false })
  } finally {
    await opened.close()
  }
}

async function assertShop({ settings, database }: { settings: Settings; database: Database }): Promise<void> {
  const { rows } = await sql<{ hasShop: boolean }>`select to_regclass('kysely_migration') is not null as "hasShop"`.execute(database)
  if (!rows[0]?.hasShop) throw createNoShopError({ settings })
}

const createNoShopError = ({ settings }: { settings: Settings }) =>
  new StartupError(
    settings.DATABASE_URL
      ? 'There is no shop in the database of DATABASE_URL. Set DATABASE_URL to that of your shop.'
      : `There is no shop in DATA_DIR=${settings.DATA_DIR}. Set DATA_DIR to the folder of your shop, or DATABASE_URL to its database.`,
  )

/**
 * Runs all pending migrations over a connection without timeouts: on large tables a migration takes longer than any request,
 * and so may the wait for another server that migrates.
 */
export async function migrateDatabase({ connection }: { connection: PoolConfig }): ReturnType<typeof migrate> {
  const database = connectPostgres({ connection, onIdleError: () => {}, hasTimeouts: false })
  return migrate({ database }).finally(() => database.destroy())
}

/** Like `withConnection`, on a migrated database. */
export async function withDatabase<Result>({ settings, mayCreate, work }: Task<Database, Result>): Promise<Result> {
  return withConnection({
    settings,
    mayCreate,
    async work({ connection, isRunning }) {
      // A running shop has migrated it at its start.
      if (!isRunning) await migrateDatabase({ connection })
      const database = connectPostgres({ connection, onIdleError: () => {} })
      return work(database).finally(() => database.destroy())
    },
  })
}
