import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Database } from '../database/tables.ts'
import type { Settings } from '../settings.ts'
import { StartProblem } from '../start-problem.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { connectPostgres } from './postgres.ts'

export interface OpenDatabase {
  readonly database: Database
  /** how others reach the same database */
  readonly connection: PoolConfig
  /** settles when a database of our own is gone without having been asked; never for one of DATABASE_URL */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** uuidv7() came with this one. */
const leastVersion = 180_000

/** The database of the settings: the one of DATABASE_URL, or the private one in DATA_DIR. Throws `StartProblem`. */
export async function openDatabase({ settings, warn }: { settings: Settings; warn: (error: Error) => void }): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) {
    const connection = { connectionString: settings.DATABASE_URL }
    const database = connectPostgres({ connection, onIdleError: warn })
    await checkReachable({ database, url: settings.DATABASE_URL })
    return { database, connection, ended: new Promise(() => {}), close: () => database.destroy() }
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.DATA_DIR,
    log: console,
  })
  let closing = false
  // When we end the database ourselves, that its connections end is no news.
  const database = connectPostgres({ connection: embedded.connection, onIdleError: (error) => !closing && warn(error) })
  return {
    database,
    connection: embedded.connection,
    ended: new Promise((resolve) => void embedded.ended.then(() => closing || resolve())),
    async close() {
      closing = true
      await database.destroy()
      await embedded.stop()
    },
  }
}

async function checkReachable({ database, url }: { database: Database; url: string }): Promise<void> {
  try {
    const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(database)
    const version = rows[0]?.version ?? 0
    if (version < leastVersion)
      throw new StartProblem(`DATABASE_URL: PostgreSQL 18 or newer is needed, this one is ${Math.floor(version / 10_000)}.`)
  } catch (error) {
    await database.destroy()
    if (error instanceof StartProblem) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'the given host', pathname: '' }
    throw new StartProblem(
      `DATABASE_URL: no connection to ${host}${pathname} (${code ?? message}). Is PostgreSQL running there, and are name and password right?`,
    )
  }
}
