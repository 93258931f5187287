import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { ClientBase, PoolConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import type { Database } from '../database/schema.ts'
import { type ImageStore, originalKey } from '../products/image-store.ts'
import { listTables, type Table, writeTarget } from './list-tables.ts'
import { type Manifest, manifestFile, pictureFile, readTotals, secretFile, tableFile } from './manifest.ts'
import { withOneConnection } from './one-connection.ts'

/** A table goes into files of about so many bytes: a file in a tar must say its size before its content. */
const partBytes = 4 * 1024 * 1024

export interface Backup {
  readonly manifest: Manifest
  /** keys of pictures that products or orders name and the store does not have */
  readonly missingPictures: readonly string[]
}

/** Writes the shop as it is at one moment into one file, readable by its owner only: it holds the shop's secret. */
export async function writeBackup({
  file,
  connection,
  images,
  secret,
}: {
  file: string
  connection: PoolConfig
  images: ImageStore
  secret: string
}): Promise<Backup> {
  const aside = `${file}.unfinished`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const tar = pack()
  const output = createWriteStream(aside, { mode: 0o600 })
  const written = pipeline(tar, createGzip(), output)
  const filled = withOneConnection({ connection, work: (one) => fill({ tar, ...one, images, secret }) })
  try {
    // A full disk breaks the pipe, upon which nobody takes what is being filled in.
    const backup = await Promise.race([filled, written.then(() => filled)])
    await written
    await flush(aside)
    await rename(aside, file)
    return backup
  } catch (error) {
    // What is being filled in breaks with the file that it goes to, and does not know why.
    const reason = output.errored ?? error
    tar.destroy()
    // Whoever is told that it failed may close the database at once.
    await Promise.allSettled([written, filled])
    await rm(aside, { force: true })
    throw reason
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

async function fill({
  tar,
  client,
  database,
  images,
  secret,
}: {
  tar: Pack
  client: ClientBase
  database: Database
  images: ImageStore
  secret: string
}): Promise<Backup> {
  const files: Manifest['files'] = {}
  const put = (name: string, content: Buffer) => {
    files[name] = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    return putFile({ tar, name, content })
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
      const missingPictures: string[] = []
      for (const imageKey of await listPictures({ database: trx })) {
        const picture = await images.read(originalKey(imageKey))
        if (picture) await put(pictureFile.name(imageKey), picture)
        else missingPictures.push(imageKey)
      }
      const manifest: Manifest = {
        ...{ format: 1, madeAt: new Date().toISOString(), migrations: migrations.map(({ name }) => name) },
        ...{ tables, files, totals },
      }
      await putFile({ tar, name: manifestFile, content: Buffer.from(JSON.stringify(manifest)) })
      tar.finalize()
      return { manifest, missingPictures }
    })
}

function putFile({ tar, name, content }: { tar: Pack; name: string; content: Buffer }): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = tar.entry({ name, size: content.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    // It breaks with the tar, and an error that nobody hears ends the process with nothing cleared away.
    entry.on('error', reject)
    entry.end(content)
  })
}

async function putTable({
  client,
  table,
  put,
}: {
  client: ClientBase
  table: Table
  put: (name: string, content: Buffer) => Promise<void>
}): Promise<number> {
  const rows = client.query(copyTo(`copy ${writeTarget(table)} to stdout`))
  let gathered: Buffer[] = []
  let bytes = 0
  let part = 0
  const putPart = async () => {
    await put(tableFile.name(table.name, part), Buffer.concat(gathered))
    ;[gathered, bytes, part] = [[], 0, part + 1]
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    gathered.push(chunk)
    bytes += chunk.length
    if (bytes >= partBytes) await putPart()
  }
  if (bytes > 0) await putPart()
  return rows.rowCount
}

/** Of products, of what was ordered (an order keeps its own picture), and of checkouts that are not paid yet. */
async function listPictures({ database }: { database: Database }): Promise<string[]> {
  const { rows } = await sql<{ image_key: string }>`
    select image_key from products union select image_key from order_lines
    -- Before migration 0033 the column was called lines.
    union select item->>'imageKey' from payments,
      jsonb_array_elements(coalesce(to_jsonb(payments)->'cart_snapshot', to_jsonb(payments)->'lines')) as item
    order by 1
  `.execute(database)
  return rows.map(({ image_key }) => image_key)
}
