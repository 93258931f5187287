import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ClientBase, PoolConfig } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { listMigrations, migrate } from '../database/migrate.ts'
import type { Database } from '../database/schema.ts'
import { type ImageStore, originalKey } from '../products/image-store.ts'
import { StartupError } from '../startup-error.ts'
import { listTables, writeTarget } from './list-tables.ts'
import { type Manifest, pictureFile, readTotals, secretFile, tableFile } from './manifest.ts'
import { withOneConnection } from './one-connection.ts'
import { readFiles } from './read-backup.ts'

/**
 * Puts a checked backup into the database and the image store, in one transaction: any failure leaves the database as
 * it was. `keepSecret` is told the shop's secret before that transaction ends. Throws `StartProblem` when the place is
 * not empty (unless `replace`), in use, or when the backup comes from a newer version.
 */
export async function restoreBackup({
  file,
  manifest,
  connection,
  images,
  replace,
  keepSecret,
}: {
  file: string
  manifest: Manifest
  connection: PoolConfig
  images: ImageStore
  replace: boolean
  keepSecret: (secret: string) => Promise<void>
}): Promise<void> {
  const known = await listMigrations()
  const unknown = manifest.migrations.find((name) => !known.includes(name))
  if (unknown) throw new StartupError(`The backup is of a newer version of the shop (${unknown}). Install that version first.`)
  await withOneConnection({
    connection,
    work: ({ client, database }) =>
      database.transaction().execute(async (trx) => {
        await refuseInUse({ trx })
        if (!replace) await refuseFull({ trx })
        await dropAll({ trx })
        await migrate({ database: trx, upTo: manifest.migrations.at(-1) as string })
        await fill({ file, manifest, client, trx, images, keepSecret })
        const restored = await readTotals({ trx })
        if (!isDeepStrictEqual(restored, manifest.totals)) {
          throw new StartupError(
            `The restored shop does not come to what was backed up: ${describeDifference({ restored, manifest })}. Nothing was changed.`,
          )
        }
        await migrate({ database: trx })
      }),
  })
}

function describeDifference({ restored, manifest }: { restored: Manifest['totals']; manifest: Manifest }): string {
  const names = Object.keys(restored) as (keyof typeof restored)[]
  return names
    .filter((name) => restored[name] !== manifest.totals[name])
    .map((name) => `${name} ${restored[name]} instead of ${manifest.totals[name]}`)
    .join(', ')
}

/** Looks for a running shop, a fifth of a second apart: of one that has just ended a connection may still be seen. */
const looks = 10

/** A private database is locked by the shop that runs on it; one of DATABASE_URL shows who is connected. */
async function refuseInUse({ trx }: { trx: Database }): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name in ('shop', 'shop jobs', 'shop notifications') and pid <> pg_backend_pid() limit 1
    `.execute(trx)
    if (rows.length === 0) return
    await sql`select pg_sleep(0.2), pg_stat_clear_snapshot()`.execute(trx)
  }
  throw new StartupError('A shop is running on this database. Stop every server of it first.')
}

async function refuseFull({ trx }: { trx: Database }): Promise<void> {
  for (const { name } of await listTables({ database: trx })) {
    if (!['products', 'orders', 'users'].includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
    if (rows.length > 0) throw new StartupError(`There is a shop here already: it has ${name}. To lose it for the backup, add --replace.`)
  }
}

/**
 * Everything of ours in the schema; not the schema itself and its extensions, which may be another one's to grant. Sequences after
 * tables, because one that belongs to a column goes with its table only.
 */
async function dropAll({ trx }: { trx: Database }): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('drop %s if exists %s cascade', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, oid::regclass) as statement,
      relkind = 'S' as last
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    union all
    select format('drop routine if exists %s cascade', oid::regprocedure), true from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by last
  `.execute(trx)
  for (const { statement } of rows) await sql.raw(statement).execute(trx)
}

async function fill({
  file,
  manifest,
  client,
  trx,
  images,
  keepSecret,
}: {
  file: string
  manifest: Manifest
  client: ClientBase
  trx: Database
  images: ImageStore
  keepSecret: (secret: string) => Promise<void>
}): Promise<void> {
  const targets = manifest.tables.map(({ name }) => sql.table(name))
  // What happened has happened: the triggers that count, note and announce a change would do so a second time.
  for (const target of targets) await sql`alter table ${target} disable trigger user`.execute(trx)
  // Some tables are given rows by their migration.
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
    const imageKey = pictureFile.pattern.exec(name)?.groups?.imageKey
    if (imageKey) await images.write(originalKey(imageKey), content)
    if (name === secretFile) await keepSecret(content.toString())
  }
  await endCopy()
  for (const target of targets) await sql`alter table ${target} enable trigger user`.execute(trx)
  await raiseIdentities({ trx })
}

function startCopy({ client, manifest, table }: { client: ClientBase; manifest: Manifest; table: string }): Writable {
  const target = manifest.tables.find(({ name }) => name === table)
  if (!target) throw new StartupError(`The backup has rows of ${table}, which its manifest does not know. Nothing was changed.`)
  return client.query(copyFrom(`copy ${writeTarget(target)} from stdin`))
}

function write({ stream, content }: { stream: Writable; content: Buffer }): Promise<void> {
  return new Promise((resolve, reject) => void stream.write(content, (error) => (error ? reject(error) : resolve())))
}

/** The next number that a table gives by itself comes after those that were copied. */
async function raiseIdentities({ trx }: { trx: Database }): Promise<void> {
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
