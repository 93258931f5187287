import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { orderStatuses, transitions } from '#contract/order-status.ts'
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

/** Runs all pending migrations, or those up to `upTo`. When several servers start at once, one migrates and the others wait. */
export async function migrate({ database, upTo }: { database: Database; upTo?: string }): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: {
      async getMigrations() {
        const migrations = (await listMigrations()).map((name) => {
          return [name, { up: async (db: Database) => void (await sql.raw(await readMigration(name)).execute(db)) }] as const
        })
        return Object.fromEntries(migrations)
      },
    },
  })
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error) throw error
  if (upTo === undefined) await syncOrderTransitions({ database })
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
