import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { notePool } from '../database/pool-use.ts'
import type { Database, Tables } from '../database/schema.ts'
import { LastingClient } from './postgres-client.ts'

// Counts and paise stay far below 2^53, so bigint may arrive as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How the database plans what the shop asks. */
const planning = [
  // Of a search with many hits some are taken: the same each time, so that its pages fit together.
  'synchronize_seqscans=off',
  // Nothing here runs long enough to be worth compiling, or other processes.
  'jit=off',
  'max_parallel_workers_per_gather=0',
  // A connection keeps its plans, and those of foreign keys, while a table grows. One that was made when the table had a page
  // would read it from end to end for each order of a sale, until the table is next looked at.
  'enable_seqscan=off',
]

/** Opens a pool of connections. `onIdleError` hears of connections that break while nobody uses them. */
export function openPool({ connection, onIdleError }: { connection: pg.PoolConfig; onIdleError: (error: Error) => void }): pg.Pool {
  const pool = new pg.Pool({
    Client: LastingClient,
    max: 20,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    // The database ends what takes too long; this is for one that says nothing any more.
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'shop',
    ...connection,
    options: [connection.options, ...planning.map((setting) => `-c ${setting}`)].filter(Boolean).join(' '),
  })
  pool.on('error', onIdleError)
  pool.on('release', (_error, client) => dropStuck(client))
  return pool
}

/** A connection that still waits for the answer to a question given up would keep everyone after it waiting, too. */
function dropStuck(client: pg.PoolClient): void {
  const { _getActiveQuery: readQuestion } = client as unknown as { _getActiveQuery(): unknown }
  if (readQuestion.call(client)) void (client as unknown as pg.Client).end()
}

export function createKysely({ pool }: { pool: pg.Pool }): Database {
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const { max: most } = pool.options
  notePool({ database, read: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, most }) })
  return database
}

/** The database behind a pool of its own, which ends with it. */
export function connectPostgres(input: Parameters<typeof openPool>[0]): Database {
  return createKysely({ pool: openPool(input) })
}
