import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isDatabaseDown } from '../database/is-database-down.ts'
import { pgTypes } from '../database/pg-types.ts'
import { registerPool } from '../database/pool-usage.ts'
import type { Database, Tables } from '../database/schema.ts'

const statementTimeoutMs = 15_000

/** Settings of each session. Set after connecting, because poolers refuse them as startup parameters. */
const formatSessionSettings = ({ statementTimeoutMs }: { statementTimeoutMs: number }) => `
  set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = 30000;
  -- The shop's queries are too short to gain from compilation or from parallel workers.
  set jit = off; set max_parallel_workers_per_gather = 0`

interface ConnectOptions {
  readonly connection: pg.PoolConfig
  /** receives the errors of connections that break while they are idle */
  readonly onIdleError: (error: Error) => void
  /** false for migrations, which may take longer than any request */
  readonly hasTimeouts?: boolean
}

function createPool({ connection, onIdleError, hasTimeouts = true }: ConnectOptions): pg.Pool {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    // Longer than the statement timeout: it fires only when the server no longer answers.
    query_timeout: 20_000,
    keepAlive: true,
    application_name: 'shop',
    types: pgTypes,
    ...connection,
    ...(!hasTimeouts && { query_timeout: 0 }),
    async onConnect(client) {
      const text = formatSessionSettings({ statementTimeoutMs: hasTimeouts ? statementTimeoutMs : 0 })
      await client.query({ text, query_timeout: pool.options.connectionTimeoutMillis } as pg.QueryConfig)
    },
  })
  pool.on('error', onIdleError)
  // The pool listens only while a connection is idle; between the queries of a transaction an unhandled 'error' ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const maxStatementNames = 500
const statementNames = new Map<string, string>()

/**
 * Whether a statement with values gets a name, which makes it a prepared one: each connection parses and plans it once. `select *` does not,
 * because its result changes when a migration adds a column.
 */
export const isPrepared = (text: string): boolean => !/(select|returning|\.)\s*\*/i.test(text)

/** The name of a prepared statement; undefined for others, and when a process has many: each takes memory in every connection. */
function nameStatement(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= maxStatementNames || !isPrepared(text)) return known
  const name = `shop ${statementNames.size}`
  statementNames.set(text, name)
  return name
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
export function connectPostgres(input: ConnectOptions): Database {
  const pool = createPool(input)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: discardBrokenConnections({ pool }) }) })
  registerPool({
    database,
    read: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max }),
  })
  return database
}
