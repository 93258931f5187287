import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { type EmbeddedConnection, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from './postgres.ts'

export interface DatabaseHandle {
  readonly database: Database
  /** the database of DATABASE_READ_URL, for reports; without that setting the same as `database` */
  readonly readDatabase: Database
  /** how other pools reach the same database */
  readonly connection: PoolConfig
  /** how another process of this machine reaches the embedded database; undefined with DATABASE_URL */
  readonly embedded: EmbeddedConnection | undefined
  close(): Promise<void>
}

const minServerVersion = 150_000

/** The messages of PgBouncer and of PostgreSQL. */
const refusedParameter = /unsupported startup parameter(?: in options)?: (\S+)|unrecognized configuration parameter "([^"]+)"/

/** Connections to the embedded database that the processes of one machine share; it accepts 100. */
const maxEmbeddedConnections = 80

type Input = { settings: Settings; warn: (error: Error) => void }

/** Opens the database of DATABASE_URL, or starts the embedded one in DATA_DIR. Throws `StartupError`. */
export async function createDatabase({ settings, warn, name = 'shop' }: Input & { name?: string }): Promise<DatabaseHandle> {
  if (settings.DATABASE_URL) return connectExternal({ settings, url: settings.DATABASE_URL, warn, name })
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, onUnexpectedExit: exitWithDatabase })
  return attachDatabase({ settings, embedded: connection, warn, stop })
}

/** Connects to an embedded database that is already running; `close` also calls `stop`. */
export function attachDatabase({
  settings,
  embedded,
  warn,
  stop = async () => {},
}: Input & { embedded: EmbeddedConnection; stop?: () => Promise<void> }): DatabaseHandle {
  const max = Math.min(settings.DATABASE_POOL, Math.floor(maxEmbeddedConnections / (settings.WORKERS + 1)))
  let isClosing = false
  // Connections that `stop` terminates are not worth a warning.
  const onIdleError = (error: Error) => !isClosing && warn(error)
  const database = connectPostgres({ connection: { ...embedded, max }, onIdleError })
  return {
    database,
    readDatabase: database,
    connection: embedded,
    embedded,
    async close() {
      isClosing = true
      await database.destroy()
      await stop()
    },
  }
}

async function connectExternal({ settings, url, warn, name }: Input & { url: string; name: string }): Promise<DatabaseHandle> {
  const readUrl = settings.DATABASE_READ_URL
  const connect = (connectionString: string) =>
    connectPostgres({ connection: { connectionString, max: settings.DATABASE_POOL, application_name: name }, onIdleError: warn })
  const database = connect(url)
  const readDatabase = readUrl ? connect(readUrl) : database
  const close = async () => void (await Promise.all([...new Set([database, readDatabase])].map((each) => each.destroy())))
  try {
    await checkServer({ database, setting: 'DATABASE_URL', url })
    // Without its replica the shop works, except for the reports.
    if (readUrl) await checkServer({ database: readDatabase, setting: 'DATABASE_READ_URL', url: readUrl }).catch(warn)
  } catch (error) {
    await close()
    throw error
  }
  return { database, readDatabase, connection: { connectionString: url }, embedded: undefined, close }
}

async function checkServer({ database, setting, url }: { database: Database; setting: string; url: string }): Promise<void> {
  try {
    const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(database)
    const version = rows[0]?.version ?? 0
    if (version < minServerVersion)
      throw new StartupError(`${setting}: PostgreSQL 15 or newer is needed, this one is ${Math.floor(version / 10_000)}.`)
    if (!(await keepsSessions({ database })))
      throw new StartupError(
        `${setting}: the pooler there is in transaction mode, but the shop needs sessions. Use the pooler's session mode, or the direct URL of PostgreSQL.`,
      )
  } catch (error) {
    if (error instanceof StartupError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const refused = refusedParameter.exec(message)
    if (refused) {
      const name = refused[1] ?? refused[2]
      throw new StartupError(
        `${setting}: the server or its pooler refuses the parameter ${name}. Remove it from the URL and from PGOPTIONS.`,
      )
    }
    const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'the given host', pathname: '' }
    throw new StartupError(
      `${setting}: no connection to ${host}${pathname} (${code ?? message}). Is PostgreSQL running there, and are name and password right?`,
    )
  }
}

/**
 * Whether each connection has a session of its own: the shop's settings, LISTEN and prepared statements are part of it. A pooler in
 * transaction mode gives every statement the session that is free.
 */
async function keepsSessions({ database }: { database: Database }): Promise<boolean> {
  const readMark = sql<{ mark: string | null }>`select current_setting('shop.connection', true) as mark`
  return database.connection().execute((first) =>
    database.connection().execute(async (second) => {
      const marked = [first, second].map((connection) => ({ connection, mark: randomUUID() }))
      // A literal, because a value makes a statement a prepared one.
      for (const { connection, mark } of marked)
        await sql`select set_config('shop.connection', ${sql.lit(mark)}, false)`.execute(connection)
      // In the reverse order, because a pooler may give out its sessions in turn.
      for (const { connection, mark } of marked.reverse()) if ((await readMark.execute(connection)).rows[0]?.mark !== mark) return false
      return true
    }),
  )
}

/** Ends the process with its embedded database: a supervisor restarts both, and the start recovers what was committed. */
function exitWithDatabase(reason: string): void {
  console.error(`The embedded database has ended unexpectedly (${reason}). Start the shop again.`)
  process.exit(1)
}
