import { migrate } from '../database/migrate.ts'
import type { Database } from '../database/tables.ts'
import type { Settings } from '../settings.ts'
import { findRunningDatabase } from './join-database.ts'
import { openDatabase } from './open-database.ts'
import { connectPostgres } from './postgres.ts'

/** Works in the shop's database: one of DATABASE_URL, the private one of a running shop, or else its files. */
export async function withDatabase<Result>({
  settings,
  work,
}: {
  settings: Settings
  work: (database: Database) => Promise<Result>
}): Promise<Result> {
  const warn = (error: Error) => console.error(error.message)
  const running = settings.DATABASE_URL ? undefined : await findRunningDatabase({ dataDir: settings.DATA_DIR })
  if (running) {
    const database = connectPostgres({ connection: running, onIdleError: warn })
    return await work(database).finally(() => database.destroy())
  }
  const opened = await openDatabase({ settings, warn })
  try {
    await migrate({ database: opened.database })
    return await work(opened.database)
  } finally {
    await opened.close()
  }
}
