import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import type { PostgresServer } from './database-url.ts'
import { startTestPostgres } from './start-test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the database server of the test run */
    postgres: PostgresServer
  }
}

let stop = async () => {}

async function startServer(): Promise<PostgresServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-tests-'))
  const postgres = await startTestPostgres({ dataDir })
  stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { host, port, user } = postgres.connection
  return { host, port, user }
}

/** The server of TEST_DATABASE_URL, with an empty database `shop`. The tests leave their databases there. */
async function prepareServer({ url }: { url: string }): Promise<PostgresServer> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create database shop')
  const { host, port, user, password } = client
  await client.end()
  return { host, port, user: user ?? '', ...(password && { password }) }
}

/** One PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? await prepareServer({ url }) : await startServer()
  const database = connectPostgres({ connection: { ...server, database: 'shop' }, onIdleError: console.error })
  await migrate({ database })
  // The tests do not need to survive a power cut.
  await sql`alter system set fsync = off`.execute(database)
  await sql`select pg_reload_conf()`.execute(database)
  await database.destroy()
  project.provide('postgres', server)
}

export const teardown = () => stop()
