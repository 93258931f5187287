import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isDatabaseDown } from '../database/is-database-down.ts'
import { pgTypes } from '../database/pg-types.ts'
import { registerPool } from '../database/pool-usage.ts'
import type { Database, Tables } from '../database/schema.ts'

/** Settings of each session: the shop's queries are too short to gain from compilation or from parallel workers. */
const sessionOptions = '-c jit=off -c max_parallel_workers_per_gather=0'

/** Opens a connection pool. `onIdleError` receives the errors of connections that break while they are idle. */
function createPool({ connection, onIdleError }: { connection: pg.PoolConfig; onIdleError: (error: Error) => void }): pg.Pool {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    // Longer than statement_timeout: it fires only when the server no longer answers.
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'shop',
    types: pgTypes,
    ...connection,
    options: [connection.options, sessionOptions].filter(Boolean).join(' '),
  })
  pool.on('error', onIdleError)
  // The pool listens only while a connection is idle; between the queries of a transaction an unhandled 'error' ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const maxStatementNames = 500
const statementNames = new Map<string, string>()

/**
 * A name makes a statement a prepared one: each connection parses and plans it once. `select *` stays unnamed, because its
 * result changes when a migration adds a column.
 */
function nameStatement(text: string): string | undefined {
  if (!statementNames.has(text) && statementNames.size < maxStatementNames && !/(select|returning|\.)\s*\*/i.test(text)) {
    statementNames.set(text, `shop ${statementNames.size}`)
  }
  return statementNames.get(text)
}

/** A pool for Kysely that prepares statements with values, and closes a connection on release when a query on it timed out or lost the database. */
function discardBrokenConnections({ pool }: { pool: pg.Pool }): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      let isBroken = false
      const query = (text: string, values: unknown[]) =>
        client.query({ name: values.length > 0 ? nameStatement(text) : undefined, text, values }).catch((error: unknown) => {
          isBroken ||= isDatabaseDown(error)
          throw error
        })
      return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Connects Kysely to a pool of its own; `destroy()` closes the pool. */
export function connectPostgres(input: { connection: pg.PoolConfig; onIdleError: (error: Error) => void }): Database {
  const pool = createPool(input)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: discardBrokenConnections({ pool }) }) })
  registerPool({
    database,
    read: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max }),
  })
  return database
}
