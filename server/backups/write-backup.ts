import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack } from 'tar-stream'
import { type ImageStore, originalKey } from '../catalog/pictures/image-store.ts'
import type { Database } from '../database/schema.ts'
import { createFolder } from '../kernel/create-folder.ts'
import { formatCopyTarget, listTables, type Table } from './list-tables.ts'
import { imageFile, type Manifest, manifestFile, readTotals, secretFile, tableFile } from './manifest.ts'
import { checkBackup } from './read-backup.ts'
import { type SingleConnection, withSingleConnection } from './single-connection.ts'

/** A tar entry starts with its size, so each table is split into parts that fit into memory. */
const maxPartBytes = 4 * 1024 * 1024

/** At the end of the name of a file that is not complete. */
export const partSuffix = '.part'

export interface Backup {
  readonly manifest: Manifest
  /** keys of images that products or orders use but the store does not have */
  readonly missingImages: readonly string[]
}

interface BackupOptions {
  readonly file: string
  /** ends the backup early */
  readonly signal?: AbortSignal | undefined
  /** takes the complete file away, instead of giving it the name `file` */
  readonly save?: (temporary: string) => Promise<void>
  readonly connection: PoolConfig
  readonly images: ImageStore
  readonly secret: string
}

type PutFile = (name: string, content: Buffer) => Promise<void>

/**
 * Writes a snapshot of the shop into one file, readable by its owner only because it contains the shop's secret, reads it back, and
 * records when.
 */
export async function writeBackup({ file, connection, images, secret, signal, save }: BackupOptions): Promise<Backup> {
  const temporary = `${file}${partSuffix}`
  await createFolder({ path: dirname(file), mode: 0o700 })
  const tar = pack()
  const output = createWriteStream(temporary, { mode: 0o600, flush: true })
  const written = pipeline(tar, createGzip(), output, { signal })
  const putFile: PutFile = (name, content) =>
    new Promise((resolve, reject) => {
      const entry = tar.entry({ name, size: content.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
      // An unhandled error of the entry would end the process.
      entry.on('error', reject)
      entry.end(content)
    })
  const packed = withSingleConnection(connection, (shared) => packShop({ ...shared, putFile, images, secret })).then((backup) => {
    tar.finalize()
    return backup
  })
  try {
    // A full disk breaks the pipeline; packing would then wait forever.
    const backup = await Promise.race([packed, written.then(() => packed)])
    await written
    await checkBackup({ file: temporary, signal })
    await (save ? save(temporary) : rename(temporary, file))
    await withSingleConnection(connection, recordBackup)
    return backup
  } catch (error) {
    // The error of the output file is the cause; the others follow from it.
    const reason = output.errored ?? error
    tar.destroy()
    // The caller may close the database right after the error.
    await Promise.allSettled([written, packed])
    await rm(temporary, { force: true })
    throw reason
  }
}

/** For the alert on the age of the last backup. */
async function recordBackup({ database }: SingleConnection): Promise<void> {
  // Before migration 0120 there is no such table.
  const hasTable = (await listTables({ database })).some(({ name }) => name === 'backups')
  if (hasTable) await database.insertInto('backups').defaultValues().execute()
}

type PackOptions = SingleConnection & Pick<BackupOptions, 'images' | 'secret'> & { putFile: PutFile }

async function packShop({ client, database, putFile, images, secret }: PackOptions): Promise<Backup> {
  const files: Manifest['files'] = {}
  const put: PutFile = (name, content) => {
    files[name] = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    return putFile(name, content)
  }
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
      const totals = await readTotals({ trx })
      await put(secretFile, Buffer.from(secret))
      const tables: Manifest['tables'] = []
      for (const table of await listTables({ database: trx })) {
        tables.push({ name: table.name, columns: [...table.columns], rows: await putTable({ client, table, put }) })
      }
      const missingImages: string[] = []
      for (const imageKey of await listImageKeys({ database: trx })) {
        const image = await images.read(originalKey(imageKey))
        if (image) await put(imageFile.name(imageKey), image)
        else missingImages.push(imageKey)
      }
      const manifest: Manifest = {
        format: 1,
        madeAt: new Date().toISOString(),
        migrations: migrations.map(({ name }) => name),
        tables,
        files,
        totals,
      }
      await putFile(manifestFile, Buffer.from(JSON.stringify(manifest)))
      return { manifest, missingImages }
    })
}

type TableOptions = Pick<SingleConnection, 'client'> & { table: Table; put: PutFile }

/** Returns the number of rows. */
async function putTable({ client, table, put }: TableOptions): Promise<number> {
  const rows = client.query(copyTo(`copy ${formatCopyTarget(table)} to stdout`))
  let chunks: Buffer[] = []
  let bytes = 0
  let part = 0
  const putPart = async () => {
    await put(tableFile.name(table.name, part), Buffer.concat(chunks))
    ;[chunks, bytes, part] = [[], 0, part + 1]
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxPartBytes) await putPart()
  }
  if (bytes > 0) await putPart()
  return rows.rowCount
}

/** Images of products, collections, categories, settings and pages, of ordered items (an order keeps its own image) and of unpaid checkouts. */
async function listImageKeys({ database }: { database: Database }): Promise<string[]> {
  // Before migration 0080 a product had one picture.
  const tables = new Set((await listTables({ database })).map(({ name }) => name))
  const hasPictures = tables.has('product_pictures')
  // Through JSON, because the column is newer than the tables, and these are newer than the first backups.
  const owners = ['collections', 'categories'].filter((name) => tables.has(name))
  const ownPictures = owners.map((name) => sql`union select to_jsonb(${sql.ref(name)})->>'image_key' from ${sql.table(name)}`)
  const settings = ['settings', 'settings_history', 'pages', 'page_versions'].filter((name) => tables.has(name))
  const settingPictures = settings.map(
    (name) => sql`
      union select coalesce(found[1], 'brand-' || found[2], 'video-' || found[3]) from ${sql.table(name)},
        regexp_matches(to_jsonb(${sql.ref(name)})::text, '/images/([a-z0-9-]+)/|/brand/([0-9a-f]{16})|/videos/([0-9a-f]{16})', 'g') as found`,
  )
  const { rows } = await sql<{ image_key: string | null }>`
    select image_key from ${sql.table(hasPictures ? 'product_pictures' : 'products')} union select image_key from products union select image_key from order_lines
    ${sql.join([...ownPictures, ...settingPictures], sql` `)}
    -- Before migration 0033 the column was called lines.
    union select item->>'imageKey' from payments,
      jsonb_array_elements(coalesce(to_jsonb(payments)->'cart_snapshot', to_jsonb(payments)->'lines')) as item
    order by 1
  `.execute(database)
  return rows.flatMap(({ image_key }) => image_key ?? [])
}
