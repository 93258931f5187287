import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { migrate } from '#server/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the database server of the test run */
    postgres: { host: string; port: number; user: string }
  }
}

let stop = async () => {}

/** Starts one PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-tests-'))
  const postgres = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
  const database = connectPostgres({ connection: postgres.connection, onIdleError: console.error })
  await migrate({ database })
  // The tests do not need to survive a power cut.
  await sql`alter system set fsync = off`.execute(database)
  await sql`select pg_reload_conf()`.execute(database)
  await database.destroy()
  const { host, port, user } = postgres.connection
  project.provide('postgres', { host, port, user })
  stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export const teardown = () => stop()
