import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { listMigrations, migrate } from '../database/migrate.ts'
import type { Database } from '../database/schema.ts'
import { manifestFile, readTotals } from './manifest.ts'
import { checkBackup, readFiles } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const shop = await createTestApp()
const { request, database, connection, images } = shop
let folder: string
let file: string
let picture: string

beforeAll(async () => {
  const product = await createTestProduct({ database, price: 499, stock: 50 })
  picture = (await database.selectFrom('products').select('image_key').where('id', '=', product.id).executeTakeFirstOrThrow()).image_key
  await images.write(`masters/${picture}.webp`, Buffer.from('a picture'))
  const shopper = await signInShopper({ request, name: 'Asha\tof "Bengaluru"\n\\N' })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: product.id, size: 'M', quantity: 2 } })
  for (const key of [randomUUID(), randomUUID()]) {
    await request('POST', '/guest/cashondelivery', {
      headers: { 'idempotency-key': key },
      body: buildGuestOrder([{ ...product, quantity: 3 }]),
    })
  }
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  file = join(folder, 'shop.tar.gz')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const opened: Database[] = []
afterAll(() => Promise.all(opened.map((each) => each.destroy())))

/** A database with nothing in it, and an image store. */
async function makePlace() {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.ref(name)}`.execute(database)
  const place = { ...inject('postgres'), database: name }
  const pictures = new Map<string, string>()
  const made = {
    connection: place,
    // Not as a shop: one that runs there stands in the way of a restore.
    database: connectPostgres({ connection: { ...place, application_name: 'test' }, onIdleError: console.error }),
    pictures,
    images: { read: async () => undefined, write: async (key: string, bytes: Buffer) => void pictures.set(key, bytes.toString()) },
    secrets: [] as string[],
  }
  opened.push(made.database)
  return made
}

type Place = Awaited<ReturnType<typeof makePlace>>

async function restore({ place, replace = false }: { place: Place; replace?: boolean }) {
  const manifest = await checkBackup({ file })
  const keepSecret = async (secret: string) => void place.secrets.push(secret)
  await restoreBackup({ file, manifest, connection: place.connection, images: place.images, replace, keepSecret })
}

const backUp = () => writeBackup({ file, connection, images, secret: 'the pepper' })

/** Packs the backup anew, with another content where `change` gives one. */
async function rewrite(change: (packed: { name: string; content: Buffer }) => string | undefined): Promise<void> {
  const tar = pack()
  const packed: { name: string; content: Buffer }[] = []
  for await (const each of readFiles({ file })) packed.push(each)
  const written = pipeline(tar, createGzip(), createWriteStream(file))
  for (const { name, content } of packed) tar.entry({ name }, change({ name, content }) ?? content)
  tar.finalize()
  await written
}

const changeManifest = (change: (manifest: Record<string, unknown>) => object) =>
  rewrite(({ name, content }) => (name === manifestFile ? JSON.stringify(change(JSON.parse(content.toString()))) : undefined))

const readAll = async (db: Database, table: string) =>
  (await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(db)).rows

test('a restored shop is the same to the last row, and goes on from there', async () => {
  const { manifest, missingPictures } = await backUp()
  const place = await makePlace()
  await restore({ place })
  expect(manifest.totals).toMatchObject({ orders: 2, ordered: 299_400, pieces: 44, users: 1, drifts: 0 })
  expect(missingPictures).toEqual([])
  expect(place.secrets).toEqual(['the pepper'])
  expect([...place.pictures]).toEqual([[`masters/${picture}.webp`, 'a picture']])
  for (const { name, rows } of manifest.tables) {
    const restored = await readAll(place.database, name)
    expect(restored, name).toEqual(await readAll(database, name))
    expect(restored).toHaveLength(rows)
  }
  const { id } = await place.database.selectFrom('products').select('id').executeTakeFirstOrThrow()
  await place.database.updateTable('products').set({ stock: 40 }).where('id', '=', id).execute()
  const totals = await place.database.transaction().execute((trx) => readTotals({ trx }))
  expect(totals, 'stock goes on to be counted').toMatchObject({ pieces: 40, drifts: 0 })
})

test('only its owner may read a backup, and one that fails leaves nothing', async () => {
  await backUp()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await rm(file)
  const broken = { ...images, read: () => Promise.reject(new Error('the store is away')) }
  await expect(writeBackup({ file, connection, images: broken, secret: 'x' })).rejects.toThrow('the store is away')
  expect(await readdir(folder)).toEqual([])
})

test('a file that is cut short, altered or no backup is refused before anything is touched', async () => {
  await backUp()
  const whole = await readFile(file)
  const place = await makePlace()
  await writeFile(file, whole.subarray(0, whole.length / 2))
  await expect(restore({ place })).rejects.toThrow(/is not a whole backup .*Nothing was changed/)
  const flipped = Buffer.from(whole)
  flipped[Math.floor(whole.length / 2)] = (flipped[Math.floor(whole.length / 2)] ?? 0) ^ 0xff
  await writeFile(file, flipped)
  await expect(restore({ place })).rejects.toThrow(/is not a whole backup|is damaged/)
  await writeFile(file, whole)
  await rewrite(({ name, content }) => (name.startsWith('tables/orders/') ? content.toString().replace('Placed', 'Packed') : undefined))
  await expect(restore({ place })).rejects.toThrow(/is damaged: tables\/orders\/0 is not what was written/)
  await rm(file)
  await expect(restore({ place })).rejects.toThrow('There is no backup at')
  const { rows } = await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(place.database)
  expect(rows).toEqual([])
})

test('totals that do not come out take everything back', async () => {
  await backUp()
  await changeManifest(({ totals, ...rest }) => ({ ...rest, totals: { ...(totals as object), pieces: 45 } }))
  const place = await makePlace()
  await expect(restore({ place })).rejects.toThrow('does not come to what was backed up: pieces 44 instead of 45. Nothing was changed.')
  expect((await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(place.database)).rows).toEqual([])
})

test('a shop is replaced only when that is said, and never while it runs', async () => {
  await backUp()
  const place = await makePlace()
  await migrate({ database: place.database })
  await createTestProduct({ database: place.database, stock: 1 })
  // Whether the catalogue lists a table before the sequence of its column depends on what the planner knows of it.
  await sql`analyze`.execute(place.database)
  await expect(restore({ place })).rejects.toThrow(
    'There is a shop here already: it has products. To lose it for the backup, add --replace.',
  )
  const running = connectPostgres({ connection: place.connection, onIdleError: console.error })
  await sql`select 1`.execute(running)
  await expect(restore({ place, replace: true })).rejects.toThrow('A shop is running on this database. Stop every server of it first.')
  await running.destroy()
  await restore({ place, replace: true })
  expect(await readAll(place.database, 'products')).toEqual(await readAll(database, 'products'))
})

test('a backup of an older version is brought up to date, one of a newer version is refused', async () => {
  const migrations = await listMigrations()
  const old = await makePlace()
  await migrate({ database: old.database, upTo: migrations[9] as string })
  await sql`insert into users (name, name_key, pin_hash) values ('Asha', 'asha', 'x')`.execute(old.database)
  await writeBackup({ file, connection: old.connection, images, secret: 'x' })
  const place = await makePlace()
  await restore({ place })
  expect(await place.database.selectFrom('users').select('name').execute()).toEqual([{ name: 'Asha' }])
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(place.database)
  expect(rows.map(({ name }) => name)).toEqual(migrations)
  await changeManifest((manifest) => ({ ...manifest, migrations: [...migrations, '9999_times_to_come.sql'] }))
  await expect(restore({ place: await makePlace() })).rejects.toThrow(
    'of a newer version of the shop (9999_times_to_come.sql). Install that',
  )
})
