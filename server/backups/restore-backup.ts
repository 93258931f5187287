import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type ImageStore, originalKey } from '../catalog/pictures/image-store.ts'
import { assertMigratable, listMigrations, migrate } from '../database/migrate.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { clearDatabase } from './clear-database.ts'
import { formatCopyTarget } from './list-tables.ts'
import { imageFile, type Manifest, readTotals, secretFile, tableFile } from './manifest.ts'
import { readFiles } from './read-backup.ts'
import { type SingleConnection, withSingleConnection } from './single-connection.ts'

interface RestoreOptions {
  readonly file: string
  readonly manifest: Manifest
  readonly connection: PoolConfig
  readonly images: ImageStore
  readonly replace: boolean
  readonly saveSecret: (secret: string) => Promise<void>
  /** called in the transaction before the shop that is there is deleted */
  readonly beforeDelete?: (trx: Database) => Promise<void>
  /** called in the transaction with the restored shop, migrated to this version */
  readonly afterCopy?: (trx: Transaction) => Promise<void>
}

/**
 * Restores a verified backup into the database and the image store in one transaction: a failure leaves the database
 * unchanged. `saveSecret` receives the shop's secret before the commit.
 * @throws StartupError when the database holds a shop, unless `replace`, or anything else.
 * @throws StartupError when the database is in use, or older than the backup's version.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { manifest, connection, replace } = options
  const known = await listMigrations()
  const newer = manifest.migrations.find((name) => !known.includes(name))
  if (newer) throw new StartupError(`The backup is of a newer version of the shop (${newer}). Install that version first.`)
  await assertMigratable({ names: manifest.migrations, what: 'The backup' })
  await withSingleConnection(connection, ({ client, database }) =>
    database.transaction().execute(async (trx) => {
      await assertNotInUse({ trx })
      await options.beforeDelete?.(trx)
      await clearDatabase({ trx, replace })
      await migrate({ database: trx, names: manifest.migrations })
      await copyFiles({ ...options, client, trx })
      await assertTotals({ trx, manifest })
      await migrate({ database: trx }).catch(({ message }: Error) => {
        throw new StartupError(`The backup cannot be migrated: ${message}. Nothing was changed.`)
      })
      await options.afterCopy?.(trx)
    }),
  )
}

async function assertTotals({ trx, manifest }: { trx: Database; manifest: Manifest }): Promise<void> {
  const restored = Object.entries(await readTotals({ trx }))
  const expected: Readonly<Record<string, number>> = manifest.totals
  const differences = restored.flatMap(([name, total]) =>
    total === expected[name] ? [] : [`${name} ${total} instead of ${expected[name]}`],
  )
  if (differences.length === 0) return
  throw new StartupError(`The restored data differs from the backup's totals: ${differences.join(', ')}. Nothing was changed.`)
}

/** Attempts, 0.2 s apart: the connections of a shop that has just ended may still be listed. */
const maxAttempts = 10

/** DATA_DIR is locked by a running shop; on a database of DATABASE_URL its connections show that it runs. */
async function assertNotInUse({ trx }: { trx: Database }): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name in ('shop', 'shop jobs', 'shop notifications') and pid <> pg_backend_pid() limit 1
    `.execute(trx)
    if (rows.length === 0) return
    await sql`select pg_sleep(0.2), pg_stat_clear_snapshot()`.execute(trx)
  }
  throw new StartupError('A shop is running on this database. Stop all its servers first.')
}

type CopyOptions = Omit<RestoreOptions, 'connection'> & Pick<SingleConnection, 'client'> & { trx: Database }

async function copyFiles({ file, manifest, client, trx, images, saveSecret }: CopyOptions): Promise<void> {
  const targets = manifest.tables.map(({ name }) => sql.table(name))
  // The effects of the triggers are in the backup already.
  for (const target of targets) await sql`alter table ${target} disable trigger user`.execute(trx)
  // Migrations insert rows into some tables.
  await sql`truncate ${sql.join(targets)}`.execute(trx)
  let copying: { table: string; rows: Writable } | undefined
  const endCopy = async () => {
    if (!copying) return
    copying.rows.end()
    await finished(copying.rows)
    copying = undefined
  }
  for await (const { name, content } of readFiles({ file })) {
    const table = tableFile.pattern.exec(name)?.groups?.table
    if (table !== copying?.table) await endCopy()
    if (table) {
      copying ??= { table, rows: startCopy({ client, manifest, table }) }
      await write({ stream: copying.rows, content })
    }
    const imageKey = imageFile.pattern.exec(name)?.groups?.imageKey
    if (imageKey) await images.write(originalKey(imageKey), content)
    if (name === secretFile) await saveSecret(content.toString())
  }
  await endCopy()
  for (const target of targets) await sql`alter table ${target} enable trigger user`.execute(trx)
  await resetIdentities({ trx })
}

function startCopy({ client, manifest, table }: Pick<CopyOptions, 'client' | 'manifest'> & { table: string }): Writable {
  const target = manifest.tables.find(({ name }) => name === table)
  if (!target) throw new StartupError(`The backup has rows of ${table}, which its manifest does not list. Nothing was changed.`)
  return client.query(copyFrom(`copy ${formatCopyTarget(target)} from stdin`))
}

function write({ stream, content }: { stream: Writable; content: Buffer }): Promise<void> {
  return new Promise((resolve, reject) => void stream.write(content, (error) => (error ? reject(error) : resolve())))
}

/** Sets each identity sequence to the highest copied value. */
async function resetIdentities({ trx }: { trx: Database }): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select attrelid::regclass::text as table, attname::text as column from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> '' and not attisdropped
  `.execute(trx)
  for (const { table, column } of rows) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.ref(column)})) from ${sql.table(table)} having max(${sql.ref(column)}) is not null
    `.execute(trx)
  }
}
