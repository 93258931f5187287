import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { orderStatuses, transitions } from '#contract/orders/order-status.ts'
import { returnStates, returnTransitions } from '#contract/orders/return-states.ts'
import { StartupError } from '../kernel/startup-error.ts'
import type { Database } from './schema.ts'

const folder = join(import.meta.dirname, 'migrations')
const baseline = join(import.meta.dirname, 'baseline')

const listSql = async (path: string) => (await readdir(path)).filter((name) => name.endsWith('.sql')).sort()

/** The names of the migrations that the baseline replaces. A database that it has created records them as run, like an older one. */
async function listReplaced(): Promise<string[]> {
  return (await readFile(join(baseline, 'replaced.txt'), 'utf8')).split('\n').filter(Boolean)
}

/** The names of all migrations, in the order in which they run. */
export async function listMigrations(): Promise<string[]> {
  return [...(await listReplaced()), ...(await listSql(folder))]
}

/** The SQL of a migration. That of the first one is the whole baseline, and those that it replaces besides have none. */
export async function readMigration(name: string): Promise<string> {
  const replaced = await listReplaced()
  if (!replaced.includes(name)) return readFile(join(folder, name), 'utf8')
  if (name !== replaced[0]) return ''
  const files = [join(import.meta.dirname, 'uuidv7.sql'), ...(await listSql(baseline)).map((file) => join(baseline, file))]
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

/**
 * Throws `StartupError` when some of the migrations that the baseline replaces were run, but not all: the version that made this
 * database or backup is too old.
 */
export async function assertMigratable({ names, what }: { names: readonly string[]; what: string }): Promise<void> {
  const replaced = await listReplaced()
  const missing = replaced.find((name) => !names.includes(name))
  if (missing === undefined || !replaced.some((name) => names.includes(name))) return
  throw new StartupError(
    `${what} is too old for this version: it lacks ${missing}. Start commit 840061a0 of the shop with it once, then this version.`,
  )
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
    if (text === '') return
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
        await assertMigratable({ names: rows.map(({ name }) => name), what: 'The database' })
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
