import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { fillFigures } from '#testing/fill-figures.ts'
import { fillShop } from '#testing/fill-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { listMigrations, migrate } from '../database/migrate.ts'
import type { Database } from '../database/schema.ts'
import { findDrift } from '../inventory/ledger.ts'
import { manifestFile, readTotals } from './manifest.ts'
import { checkBackup, readFiles } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const shop = await createTestApp()
const { database, connection, images } = shop
let folder: string
let file: string
let imageKey: string

beforeAll(async () => {
  imageKey = await fillShop(shop)
  await fillFigures(shop)
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  file = join(folder, 'shop.tar.gz')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const opened: Database[] = []
afterAll(() => Promise.all(opened.map((each) => each.destroy())))

/** An empty database and an image store to restore into. */
async function createTarget() {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.ref(name)}`.execute(database)
  const connection = { ...inject('postgres'), database: name }
  const imagesByKey = new Map<string, string>()
  const target = {
    connection,
    // A connection with the name of a running shop would prevent the restore.
    database: connectPostgres({ connection: { ...connection, application_name: 'test' }, onIdleError: console.error }),
    imagesByKey,
    images: {
      read: async () => undefined,
      write: async (key: string, bytes: Buffer) => void imagesByKey.set(key, bytes.toString()),
      remove: async (key: string) => void imagesByKey.delete(key),
    },
    secrets: [] as string[],
  }
  opened.push(target.database)
  return target
}

type Target = Awaited<ReturnType<typeof createTarget>>

async function restore({ target, replace = false }: { target: Target; replace?: boolean }) {
  const manifest = await checkBackup({ file })
  const saveSecret = async (secret: string) => void target.secrets.push(secret)
  await restoreBackup({ file, manifest, connection: target.connection, images: target.images, replace, saveSecret })
}

const makeBackup = () => writeBackup({ file, connection, images, secret: 'the pepper' })

/** Rewrites the backup file with the content that `change` returns for a file. */
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

test('a restored shop has the same rows and works', async () => {
  const { manifest, missingImages } = await makeBackup()
  const target = await createTarget()
  await restore({ target })
  expect(manifest.totals).toMatchObject({ orders: 2, ordered: 299_400, pieces: 44, users: 1, drifts: 0 })
  expect(missingImages).toEqual([])
  expect(target.secrets).toEqual(['the pepper'])
  expect(Object.fromEntries(target.imagesByKey)).toEqual({
    [`masters/${imageKey}.webp`]: 'an image',
    'masters/of-collection.webp': 'collection',
    'masters/of-category.webp': 'category',
    'masters/of-front-page.webp': 'of-front-page',
    'masters/of-page.webp': 'of-page',
    'masters/brand-0123456789abcdef.webp': 'brand-0123456789abcdef',
    'masters/video-fedcba9876543210.webp': 'video-fedcba9876543210',
  })
  // The shop has recorded the backup after it.
  for (const { name, rows } of manifest.tables.filter(({ name }) => name !== 'backups')) {
    const restored = await readAll(target.database, name)
    expect(restored, name).toEqual(await readAll(database, name))
    expect(restored).toHaveLength(rows)
  }
  const { id } = await target.database.selectFrom('products').select('id').executeTakeFirstOrThrow()
  await target.database.updateTable('products').set({ stock: 40 }).where('id', '=', id).execute()
  const totals = await target.database.transaction().execute((trx) => readTotals({ trx }))
  expect(totals, 'stock movements are recorded').toMatchObject({ pieces: 40, drifts: 0 })
})

test('tables of figures and assistants have rows in the backup that is compared', async () => {
  const { manifest } = await makeBackup()
  const isOfFigures = /^((daily|changed|recent|ucp|assistant)_\w+|expenses|profit_rates|settlement_rows|purchase_reports|order_referrals)$/
  const tables = manifest.tables.filter(({ name }) => isOfFigures.test(name) && name !== 'daily_reports')
  expect(tables.length).toBeGreaterThanOrEqual(22)
  expect(tables.filter(({ rows }) => rows === 0)).toEqual([])
  const endpoints = await database.selectFrom('webhook_endpoints').select('url').where('is_assistant', '=', true).execute()
  expect(endpoints).toEqual([{ url: 'https://helper.example/profile' }])
})

test('the stock of sizes is restored, and the triggers keep its sum', async () => {
  const { id } = await createTestProduct({ database, sizes: { M: 1, L: 2 } })
  onTestFinished(async () => void (await database.deleteFrom('products').where('id', '=', id).execute()))
  await makeBackup()
  const target = await createTarget()
  await restore({ target })
  await target.database.updateTable('product_sizes').set({ stock: 5 }).where('size', '=', 'L').execute()
  const { stock } = await target.database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()
  expect(stock).toBe(6)
  expect(await findDrift({ database: target.database })).toMatchObject({ drifts: [], sums: [] })
})

test('a backup is readable by its owner only, and a failed one leaves no file', async () => {
  await makeBackup()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await rm(file)
  const broken = { ...images, read: () => Promise.reject(new Error('the store is away')) }
  await expect(writeBackup({ file, connection, images: broken, secret: 'x' })).rejects.toThrow('the store is away')
  expect(await readdir(folder)).toEqual([])
})

test('a truncated, changed or missing file is rejected and changes nothing', async () => {
  await makeBackup()
  const whole = await readFile(file)
  const target = await createTarget()
  await writeFile(file, whole.subarray(0, whole.length / 2))
  await expect(restore({ target })).rejects.toThrow(/is not a complete backup .*Nothing was changed/)
  const flipped = Buffer.from(whole)
  flipped[Math.floor(whole.length / 2)] = (flipped[Math.floor(whole.length / 2)] ?? 0) ^ 0xff
  await writeFile(file, flipped)
  await expect(restore({ target })).rejects.toThrow(/is not a complete backup|is damaged/)
  await writeFile(file, whole)
  await rewrite(({ name, content }) => (name.startsWith('tables/orders/') ? content.toString().replace('Confirmed', 'Packed') : undefined))
  await expect(restore({ target })).rejects.toThrow(/is damaged: the content of tables\/orders\/0 has changed/)
  await rm(file)
  await expect(restore({ target })).rejects.toThrow('There is no backup at')
  const { rows } = await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(target.database)
  expect(rows).toEqual([])
})

test('a difference in the totals rolls the restore back', async () => {
  await makeBackup()
  await changeManifest(({ totals, ...rest }) => ({ ...rest, totals: { ...(totals as object), pieces: 45 } }))
  const target = await createTarget()
  await expect(restore({ target })).rejects.toThrow("differs from the backup's totals: pieces 44 instead of 45. Nothing was changed.")
  expect((await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(target.database)).rows).toEqual([])
})

test('an existing shop is replaced only with --replace, and never while it runs', async () => {
  await makeBackup()
  const target = await createTarget()
  await migrate({ database: target.database })
  await createTestProduct({ database: target.database, stock: 1 })
  // The order in which the catalogue lists tables and sequences depends on statistics.
  await sql`analyze`.execute(target.database)
  await expect(restore({ target })).rejects.toThrow('This database already contains a shop. Add --replace to delete it.')
  const running = connectPostgres({ connection: target.connection, onIdleError: console.error })
  await sql`select 1`.execute(running)
  await expect(restore({ target, replace: true })).rejects.toThrow('A shop is running on this database. Stop all its servers first.')
  await running.destroy()
  await restore({ target, replace: true })
  expect(await readAll(target.database, 'products')).toEqual(await readAll(database, 'products'))
})

test.each([
  { name: 'table public.invoices', create: 'create table invoices (number int)' },
  { name: 'view public.today', create: 'create view today as select current_date as day' },
  { name: 'function public.discount(integer)', create: 'create function discount(percent int) returns int return percent' },
  { name: 'type public.colour', create: `create type colour as enum ('red')` },
  { name: 'schema reporting', create: 'create schema reporting create table daily (day date)' },
])('a database with a $name of somebody else is refused and unchanged', async ({ name, create }) => {
  await makeBackup()
  const target = await createTarget()
  await sql.raw(create).execute(target.database)
  await expect(restore({ target })).rejects.toThrow(`This database holds ${name}, which is not the shop's.`)
  if (name.includes('public')) {
    await expect(restore({ target, replace: true })).rejects.toThrow(`This database holds ${name}, which is not the shop's.`)
  }
  await expect(sql.raw(create).execute(target.database), 'it is still there').rejects.toThrow('already exists')
})

test('a database with another schema is refused with what --replace does, which restores the shop beside the schema', async () => {
  await makeBackup()
  const target = await createTarget()
  await sql`create schema reporting create table days (day date)`.execute(target.database)
  await sql`insert into reporting.days values ('2026-11-23')`.execute(target.database)
  await expect(restore({ target })).rejects.toThrow(
    "This database holds schema reporting, which is not the shop's. Nothing was changed. Restore into a database of its own, " +
      'or add --replace: it deletes the shop in this database, if there is one, and leaves other schemas as they are.',
  )
  await restore({ target, replace: true })
  expect(await readAll(target.database, 'products')).toEqual(await readAll(database, 'products'))
  expect((await sql`select 1 from reporting.days`.execute(target.database)).rows).toHaveLength(1)
})

test('an extension and another schema do not prevent a restore with --replace, unless they use the tables of the shop', async () => {
  await makeBackup()
  const target = await createTarget()
  await sql`create extension pg_stat_statements`.execute(target.database)
  await restore({ target })
  await sql`create schema reporting`.execute(target.database)
  await sql`create table reporting.days (day date)`.execute(target.database)
  await restore({ target, replace: true })
  expect(await readAll(target.database, 'products')).toEqual(await readAll(database, 'products'))
  await sql`create view reporting.names as select name from products`.execute(target.database)
  await expect(restore({ target, replace: true })).rejects.toThrow('view reporting.names depends on table products')
  expect((await sql`select name from reporting.names`.execute(target.database)).rows).toHaveLength(1)
})

test('without --replace no table of a shop is lost, whatever it holds', async () => {
  await makeBackup()
  const target = await createTarget()
  await migrate({ database: target.database })
  await sql`insert into visits (user_agent) values ('Firefox')`.execute(target.database)
  await expect(restore({ target })).rejects.toThrow('This database already contains a shop')
  expect(await readAll(target.database, 'visits')).toHaveLength(1)
})

/** The schema that the baseline creates, without later migrations. */
const lastOfBaseline = '0443_shared_addresses.sql'

test('a backup of an older version is migrated, one of a newer version or from before the baseline is rejected', async () => {
  const migrations = await listMigrations()
  const old = await createTarget()
  await migrate({ database: old.database, upTo: lastOfBaseline })
  await sql`insert into users (name, name_key, pin_hash) values ('Asha', 'asha', 'x')`.execute(old.database)
  await writeBackup({ file, connection: old.connection, images, secret: 'x' })
  const target = await createTarget()
  await restore({ target })
  expect(await target.database.selectFrom('users').select('name').execute()).toEqual([{ name: 'Asha' }])
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(target.database)
  expect(rows.map(({ name }) => name)).toEqual(migrations)
  await changeManifest((manifest) => ({ ...manifest, migrations: [...migrations, '9999_times_to_come.sql'] }))
  await expect(restore({ target: await createTarget() })).rejects.toThrow(
    'of a newer version of the shop (9999_times_to_come.sql). Install that',
  )
  await changeManifest((manifest) => ({ ...manifest, migrations: migrations.slice(0, 100) }))
  await expect(restore({ target: await createTarget() })).rejects.toThrow('The backup is too old for this version')
})

test('a migration that fails during a restore is named with its cause', async () => {
  const old = await createTarget()
  await migrate({ database: old.database, upTo: lastOfBaseline })
  await writeBackup({ file, connection: old.connection, images, secret: 'x' })
  const target = await createTarget()
  await sql`create schema policy`.execute(target.database)
  const refuse = sql`create function policy.refuse() returns event_trigger language plpgsql as
    'begin if current_query() like ''%validate constraint%'' then raise exception ''not in office hours''; end if; end'`
  await refuse.execute(target.database)
  await sql`create event trigger refuse on ddl_command_start when tag in ('ALTER TABLE') execute function policy.refuse()`.execute(
    target.database,
  )
  await expect(restore({ target, replace: true })).rejects.toThrow(
    /^The backup cannot be migrated: Migration 0460_\w+\.sql failed: not in office hours\. Nothing was changed\.$/,
  )
})
