import { sql } from 'kysely'
import type { Pool, PoolConfig } from 'pg'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { type EmbeddedConnection, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { followPrimary } from './follow-primary.ts'
import { createKysely, openPool } from './postgres.ts'
import { LastingClient } from './postgres-client.ts'
import { openReadReplicas } from './read-replicas.ts'

export interface DatabaseHandle {
  readonly database: Database
  /** the same, for reads that may be a second old: a replica of DATABASE_READ_URLS where there is one */
  readonly reading: Database
  /** something was written that `reading` must not give in its old form */
  noteChange(): void
  /** how others reach the same database */
  readonly connection: PoolConfig
  /** the connections behind `database` */
  readonly pool: Pool
  /** how another process of this machine opens a private database; undefined with DATABASE_URL */
  readonly embedded: EmbeddedConnection | undefined
  close(): Promise<void>
}

/** uuidv7() came with this one. */
const leastVersion = 180_000

/** Connections that the processes of one machine share in a private database, which takes a hundred. */
const embeddedConnections = 80

type Opening = { settings: Settings; warn: (error: Error) => void }

/**
 * The database of the settings: the one of DATABASE_URL, which knows our connections by `name`, or the private one in
 * DATA_DIR. Throws `StartupError`.
 */
export async function createDatabase({ settings, warn, name = 'shop' }: Opening & { name?: string }): Promise<DatabaseHandle> {
  if (settings.DATABASE_URL) return openOutside({ settings, url: settings.DATABASE_URL, warn, name })
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, log: console })
  return attachDatabase({ settings, embedded: connection, warn, stop })
}

/** The private database that another process of this machine has opened; with `stop` it is ours, and ends with us. */
export function attachDatabase({
  settings,
  embedded,
  warn,
  stop = async () => {},
}: Opening & { embedded: EmbeddedConnection; stop?: () => Promise<void> }): DatabaseHandle {
  let closing = false
  const connection = { ...embedded, Client: LastingClient }
  const max = Math.min(settings.DATABASE_POOL, Math.floor(embeddedConnections / (settings.WORKERS + 1)))
  // When we end the database ourselves, that its connections end is no news.
  const pool = openPool({ connection: { ...connection, max }, onIdleError: (error) => !closing && warn(error) })
  const database = createKysely({ pool })
  return {
    ...{ database, reading: database, noteChange: () => {}, connection, pool, embedded },
    async close() {
      closing = true
      await pool.end()
      await stop()
    },
  }
}

async function openOutside({ settings, url, warn, name }: Opening & { url: string; name: string }): Promise<DatabaseHandle> {
  const primary = await followPrimary({ url, warn })
  const { connection } = primary
  const pool = openPool({ connection: { ...connection, max: settings.DATABASE_POOL, application_name: name }, onIdleError: warn })
  const database = createKysely({ pool })
  const closeFirst = async () => {
    await pool.end()
    await primary.close()
  }
  await checkReachable({ database, url }).catch(async (error: unknown) => {
    await closeFirst()
    throw error
  })
  const urls = settings.DATABASE_READ_URLS
  const replicas = urls.length > 0 ? await openReadReplicas({ urls, primary: pool, connection, warn }) : undefined
  return {
    ...{ database, reading: replicas?.reading ?? database, connection, pool, embedded: undefined },
    noteChange: () => replicas?.noteChange(),
    async close() {
      await replicas?.close()
      await closeFirst()
    },
  }
}

async function checkReachable({ database, url }: { database: Database; url: string }): Promise<void> {
  try {
    const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(database)
    const version = rows[0]?.version ?? 0
    if (version < leastVersion)
      throw new StartupError(`DATABASE_URL: PostgreSQL 18 or newer is needed, this one is ${Math.floor(version / 10_000)}.`)
  } catch (error) {
    if (error instanceof StartupError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'the given host', pathname: '' }
    throw new StartupError(
      `DATABASE_URL: no connection to ${host}${pathname} (${code ?? message}). Is PostgreSQL running there, and are name and password right?`,
    )
  }
}
