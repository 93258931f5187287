import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg, { type ClientBase, type PoolConfig } from 'pg'
import { pgTypes } from '../database/pg-types.ts'
import type { Database, Tables } from '../database/schema.ts'

export interface SingleConnection {
  readonly client: ClientBase
  readonly database: Database
}

/** Runs `work` with one connection that COPY streams and Kysely share, so that both are in the same transaction. */
export async function withSingleConnection<Result>(
  connection: PoolConfig,
  work: (shared: SingleConnection) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ types: pgTypes, ...connection, application_name: 'shop backup', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  const poolClient = { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient
  const pool = { connect: async () => poolClient, end: async () => {}, options: {} }
  try {
    return await work({ client, database: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) })
  } finally {
    await client.end()
  }
}
