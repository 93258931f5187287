import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg, { type ClientBase, type PoolConfig } from 'pg'
import { pgTypes } from '../database/pg-types.ts'
import type { Database, Tables } from '../database/schema.ts'

/** Works over one connection, which COPY streams and typed queries share, so that both are in one transaction. */
export async function withOneConnection<Result>({
  connection,
  work,
}: {
  connection: PoolConfig
  work: (one: { client: ClientBase; database: Database }) => Promise<Result>
}): Promise<Result> {
  const pool = new pg.Pool({ types: pgTypes, ...connection, max: 1, application_name: 'shop backup', connectionTimeoutMillis: 5_000 })
  pool.on('error', () => {})
  const client = await pool.connect()
  const shared = { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => shared, end: async () => {}, options: {} } }),
  })
  try {
    return await work({ client, database })
  } finally {
    client.release()
    await pool.end()
  }
}
