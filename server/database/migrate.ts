import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './tables.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Brings the database to the newest shape. Several servers may start at once: one migrates, the others wait. */
export async function migrate({ database }: { database: Database }): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: {
      async getMigrations() {
        const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
        const entries = files.map(async (file) => {
          const text = await readFile(join(folder, file), 'utf8')
          return [file, { up: async (db: Database) => void (await sql.raw(text).execute(db)) }] as const
        })
        return Object.fromEntries(await Promise.all(entries))
      },
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
