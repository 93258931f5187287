import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import type { PostgresServer } from './database-url.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { prepareDatabase } from './prepare-database.ts'
import { startTestPostgres } from './start-test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the database server of the test run */
    postgres: PostgresServer
  }
}

let stop = async () => {}

async function startServer(): Promise<PostgresServer> {
  const dataDir = makeMemoryFolder('shop-tests-')
  await prepareDatabase({ dataDir })
  const postgres = await startTestPostgres({ dataDir })
  stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { host, port, user } = postgres.connection
  return { host, port, user }
}

/** The server of TEST_DATABASE_URL, with a migrated database `shop`. The tests leave their databases there. */
async function prepareServer({ url }: { url: string }): Promise<PostgresServer> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create database shop')
  await client.query('alter system set fsync = off')
  await client.query('select pg_reload_conf()')
  const { host, port, user, password } = client
  await client.end()
  const server = { host, port, user: user ?? '', ...(password && { password }) }
  const database = connectPostgres({ connection: { ...server, database: 'shop' }, onIdleError: console.error })
  await migrate({ database })
  await database.destroy()
  return server
}

/** One PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? await prepareServer({ url }) : await startServer()
  project.provide('postgres', server)
}

export const teardown = () => stop()
