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
    /** where the run's database listens */
    postgres: { host: string; port: number; user: string }
  }
}

let end = async () => {}

/** One private Postgres for the whole run, migrated once. */
export async function setup(project: TestProject): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-tests-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, error: console.error } })
  const database = connectPostgres({ connection: postgres.connection, onIdleError: console.error })
  await migrate({ database })
  // Tests ask whether things are right, not whether they survive a power cut.
  await sql`alter system set fsync = off`.execute(database)
  await sql`select pg_reload_conf()`.execute(database)
  await database.destroy()
  const { host, port, user } = postgres.connection
  project.provide('postgres', { host, port, user })
  end = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export const teardown = () => end()
