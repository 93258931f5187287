import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { listMigrations, migrate } from '#server/database/migrate.ts'
import type { Database } from '#server/database/schema.ts'

/** A database as it was before a migration; `upgrade` runs that one and all later ones. Closed after the test. */
export async function createOldDatabase({ before }: { before: string }): Promise<{ database: Database; upgrade: () => Promise<unknown> }> {
  const server = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const main = connectPostgres({ connection: { ...server, database: 'postgres', max: 1 }, onIdleError: console.error })
  await sql`create database ${sql.ref(name)}`.execute(main)
  await main.destroy()
  const database = connectPostgres({ connection: { ...server, database: name }, onIdleError: console.error })
  onTestFinished(() => database.destroy())
  const migrations = await listMigrations()
  await migrate({ database, upTo: migrations[migrations.indexOf(before) - 1] as string })
  return { database, upgrade: () => migrate({ database }) }
}
