import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { orderStatuses, transitions } from '#contract/orders/order-status.ts'
import { returnStates, returnTransitions } from '#contract/returns/return-states.ts'
import type { Database } from './schema.ts'

const folder = join(import.meta.dirname, 'migrations')

/** The names of all migrations, in the order in which they run. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** The SQL of a migration. The first one also creates functions that its server lacks, because the migrations use them. */
export async function readMigration(name: string): Promise<string> {
  const text = await readFile(join(folder, name), 'utf8')
  const [first] = await listMigrations()
  return name === first ? (await readFile(join(import.meta.dirname, 'uuidv7.sql'), 'utf8')) + text : text
}

interface MigrateOptions {
  readonly database: Database
  /** the last migration to run */
  readonly upTo?: string
  /** run these only: those of a backup */
  readonly names?: readonly string[]
}

/**
 * Runs all pending migrations. When several servers start at once, one migrates and the others wait. Returns the migrations of a
 * newer version that the database has run: the schema then stays as it is, because the newer version only adds to it. Takes
 * a second connection of a pool.
 */
export async function migrate({ database, upTo, names }: MigrateOptions): Promise<{ newerMigrations: string[] }> {
  let newerMigrations: string[] = []
  let failure: Error | undefined
  const run = (name: string) => async (db: Database) => {
    const text = await readMigration(name)
    await sql
      .raw(text)
      .execute(db)
      .catch((cause: Error) => {
        // In a transaction of the caller the migrator reports that it is aborted, not why.
        failure = new Error(`Migration ${name} failed: ${cause.message}`, { cause })
        throw failure
      })
  }
  const migrator = new Migrator({
    db: database,
    // Migrations of two branches land in any order.
    allowUnorderedMigrations: true,
    provider: {
      async getMigrations() {
        const known = names ?? (await listMigrations())
        const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
        newerMigrations = rows.map(({ name }) => name).filter((name) => !known.includes(name))
        return Object.fromEntries([...known, ...newerMigrations].map((name) => [name, { up: run(name) }]))
      },
    },
  })
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (failure ?? error) throw failure ?? error
  if (upTo === undefined && names === undefined && newerMigrations.length === 0) {
    await syncOrderTransitions({ database })
    await syncReturnTransitions({ database })
  }
  return { newerMigrations }
}

/** Fills the table from which a trigger checks every change of an order's status. */
export async function syncOrderTransitions({ database }: { database: Database }): Promise<void> {
  const rows = orderStatuses.flatMap((from) => transitions[from].map(({ to }) => ({ from_status: from, to_status: to })))
  await database
    .deleteFrom('order_transitions')
    .where((eb) => eb.not(eb.or(rows.map((row) => eb.and(row)))))
    .execute()
  await database
    .insertInto('order_transitions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Fills the table from which a trigger checks every change of a return's state. */
async function syncReturnTransitions({ database }: { database: Database }): Promise<void> {
  const rows = returnStates.flatMap((from) => returnTransitions[from].map((to) => ({ from_state: from, to_state: to })))
  await database
    .deleteFrom('return_transitions')
    .where((eb) => eb.not(eb.or(rows.map((row) => eb.and(row)))))
    .execute()
  await database
    .insertInto('return_transitions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
