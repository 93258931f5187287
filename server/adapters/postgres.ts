import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Tables } from '../database/tables.ts'

// Counts and paise stay far below 2^53, so bigint may arrive as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens a pool of connections. `onIdleError` hears of connections that break while nobody uses them. */
export function connectPostgres({ connection, onIdleError }: { connection: pg.PoolConfig; onIdleError: (error: Error) => void }): Database {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'shop',
    // How alike a misspelt word must be to what was meant.
    options: '-c pg_trgm.word_similarity_threshold=0.45',
    ...connection,
  })
  pool.on('error', onIdleError)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
