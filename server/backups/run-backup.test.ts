import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { s3Keys, startS3Server } from '#testing/s3-server.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createBackupStore } from '../adapters/create-backup-store.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { listProblems } from '../owner-reports/problems.ts'
import type { BackupStore } from './backup-store.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { runDueBackup } from './run-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'nightly-backup-'))
const backups = join(folder, 'backups')
const shop = await createTestApp({ environment: { DATA_DIR: folder } })
const { request, database, connection, images, settings } = shop
const s3 = await startS3Server({ bucket: 'shop-backups' })
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await rm(backups, { recursive: true, force: true })
  await database.deleteFrom('backup_runs').execute()
  await database.deleteFrom('backups').execute()
})

const store = createBackupStore({ settings })
const bucket = createBackupStore({
  settings: { ...settings, BACKUP_STORE: { bucket: 'shop-backups', endpoint: s3.endpoint, region: 'us-east-1' }, ...s3Keys },
})
const log = { warn: () => {}, error: () => {} }
const neverAborted = () => new AbortController().signal

/** Long after the shop was created. */
const tonight = new Date(Date.UTC(2099, 0, 1, 21, 5))

const run = (options: { store?: BackupStore; now?: Date; isNightly?: boolean; signal?: AbortSignal } = {}) =>
  runDueBackup({
    database,
    connection,
    images,
    secret: 'the pepper',
    store,
    isNightly: true,
    now: tonight,
    log,
    signal: neverAborted(),
    ...options,
  })

const administrator = await signInAdministrator({ request, database })
const list = async () => (await request('GET', '/backups', { cookies: administrator.cookies })).json()

test.each([
  ['a folder', store],
  ['a bucket', bucket],
])('the nightly backup in %s restores the shop', async (_where, store) => {
  await createTestProduct({ database, price: 499, stock: 5 })
  await run({ store })
  const [backup] = await store.list()
  expect(backup?.name).toBe('auto-2099-01-01T21-05-00.tar.gz')
  expect(await readdir(backups)).toEqual(store.isBucket ? [] : [backup?.name])

  const file = join(folder, 'fetched.tar.gz')
  await writeFile(file, (await store.read(backup?.name ?? '')) ?? '')
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.ref(name)}`.execute(database)
  const target = connectPostgres({
    connection: { ...inject('postgres'), database: name, application_name: 'test' },
    onIdleError: console.error,
  })
  onTestFinished(() => target.destroy())
  const manifest = await checkBackup({ file })
  const secrets: string[] = []
  const saveSecret = async (secret: string) => void secrets.push(secret)
  await restoreBackup({ file, manifest, connection: { ...inject('postgres'), database: name }, images, replace: false, saveSecret })
  expect(secrets).toEqual(['the pepper'])
  const readAll = async (from: typeof database, table: string) =>
    (await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(from)).rows
  for (const { name: table } of manifest.tables.filter((each) => !each.name.startsWith('backup')))
    expect(await readAll(target, table), table).toEqual(await readAll(database, table))
})

test('a night has one backup, written by one of several servers', async () => {
  const saved: string[] = []
  const counting: BackupStore = {
    ...store,
    async save(backup) {
      saved.push(backup.name)
      await store.save(backup)
    },
  }
  await Promise.all([run({ store: counting }), run({ store: counting }), run({ store: counting })])
  expect(saved).toHaveLength(1)
  expect(await database.selectFrom('backup_runs').select('error').execute()).toEqual([{ error: null }])
  await run({ now: new Date(tonight.getTime() + 3_600_000) })
  expect(await store.list()).toHaveLength(1)
  await database.deleteFrom('backup_runs').execute()
  await run({ isNightly: false })
  expect(await database.selectFrom('backup_runs').selectAll().execute()).toEqual([])
})

test('a file of a killed server is removed, and files of others stay', async () => {
  await mkdir(backups, { recursive: true })
  const others = ['shop-2026-11-01T00-00-00.tar.gz', 'shop-2026-11-02T00-00-00.tar.gz.part', 'notes.part']
  for (const name of [...others, 'auto-2026-11-01T21-00-00.tar.gz.part']) await writeFile(join(backups, name), 'x')
  await run()
  expect(await readdir(backups)).toEqual([...others, 'auto-2099-01-01T21-05-00.tar.gz'].sort())
})

test('backups that are no longer needed are deleted once the new one is verified', async () => {
  await mkdir(backups, { recursive: true })
  for (let day = 1; day <= 28; day += 1) await writeFile(join(backups, `auto-2098-12-${String(day).padStart(2, '0')}T21-05-00.tar.gz`), 'x')
  const damaging: BackupStore = { ...store, isBucket: true, read: async () => Readable.from(['damaged']) }
  await run({ store: damaging })
  expect(await readdir(backups)).toHaveLength(28)
  await database.deleteFrom('backup_runs').execute()
  await run()
  expect(await readdir(backups)).toEqual([
    ...['13', '20', '23', '24', '25', '26', '27', '28'].map((day) => `auto-2098-12-${day}T21-05-00.tar.gz`),
    'auto-2099-01-01T21-05-00.tar.gz',
  ])
})

test('a backup that is interrupted leaves no file, and is written again', async () => {
  const stopping = new AbortController()
  await createTestProduct({ database })
  const interrupted: BackupStore = {
    ...store,
    save: async ({ signal }) => {
      stopping.abort()
      signal.throwIfAborted()
    },
  }
  await run({ store: interrupted, signal: stopping.signal })
  expect([await readdir(backups), await database.selectFrom('backup_runs').selectAll().execute()]).toEqual([[], []])
  await run()
  expect(await store.list()).toHaveLength(1)
})

const noSpace = () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
test.each([
  ['the disk is full', { ...store, save: noSpace }, 'There is too little space for a backup on the disk of'],
  ['the folder cannot be written', { ...store, folder: '/proc/backups' }, 'The shop cannot write to the folder /proc/backups.'],
  [
    'the file is damaged',
    { ...store, isBucket: true, read: async () => Readable.from(['damaged']) },
    'The backup was damaged when it was read back',
  ],
  [
    'the keys are wrong',
    createBackupStore({
      settings: {
        ...settings,
        BACKUP_STORE: { bucket: 'shop-backups', endpoint: s3.endpoint, region: 'us-east-1' },
        BACKUP_ACCESS_KEY_ID: 'unknown',
        BACKUP_SECRET_ACCESS_KEY: 'wrong',
      },
    }),
    'The bucket shop-backups does not accept the request (InvalidAccessKeyId). Check BACKUP_STORE and its keys.',
  ],
])('when %s the owner is told until a backup succeeds', async (_what, failing: BackupStore, message) => {
  await run({ store: failing })
  expect(await store.list()).toEqual([])
  expect((await list()).failure.message).toContain(message)
  const { backup } = (await request('GET', '/first-day', { cookies: administrator.cookies })).json()
  expect(backup).toMatchObject({ lastAt: null, failure: expect.stringContaining(message) })
  const findProblem = async () => (await listProblems({ database })).find(({ kind }) => kind === 'backup')
  expect((await findProblem())?.text).toContain(message.replace(/\.$/, ''))
  await database.insertInto('backup_runs').defaultValues().execute()
  await run()
  expect((await list()).failure).toBeNull()
  expect(await findProblem()).toBeUndefined()
})

test('an administrator requests a backup and downloads it with the PIN', async () => {
  const { cookies, _id } = administrator
  expect((await request('POST', '/backups', { cookies })).statusCode).toBe(202)
  expect((await request('POST', '/backups', { cookies })).statusCode).toBe(202)
  expect(await list()).toMatchObject({ place: backups, isNightly: true, backups: [], lastAt: null, requestedAt: expect.any(String) })
  await run({ isNightly: false })
  const shown = await list()
  expect(shown).toMatchObject({ backups: [{ _id: 'auto-2099-01-01T21-05-00.tar.gz' }], lastAt: expect.any(String), requestedAt: null })
  const name = 'auto-2099-01-01T21-05-00.tar.gz'
  const file = await request('GET', `/backups/${name}`, { cookies })
  expect(file.headers).toMatchObject({ 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${name}"` })
  expect(file.rawPayload.equals(await readFile(join(backups, name)))).toBe(true)
  expect((await stat(join(backups, name))).mode & 0o777).toBe(0o600)

  expect((await request('GET', '/backups/auto-2098-01-01T21-05-00.tar.gz', { cookies })).json().code).toBe('backup_not_found')
  for (const path of ['..%2Fsecret', 'auto-2099-01-01T21-05-00.tar.gz.part', 'auto-2099-01-01T21-05-00.tar.gz%00'])
    expect((await request('GET', `/backups/${path}`, { cookies })).statusCode, path).toBe(400)
  const shopper = await signInShopper({ request })
  expect((await request('GET', `/backups/${name}`, { cookies: shopper.cookies })).statusCode).toBe(403)
  await sql`update sessions set proven_at = now() - interval '16 minutes' where user_id = ${_id}`.execute(database)
  expect((await request('GET', `/backups/${name}`, { cookies })).json().code).toBe('reauthentication_required')
})
