import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { Database } from '../database/schema.ts'
import { createFolder } from '../kernel/create-folder.ts'
import type { Logger } from '../kernel/logger.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { BackupError, type BackupStore, parseBackupTime, toBackupName } from './backup-store.ts'
import { checkBackup } from './read-backup.ts'
import { isNightlyBackupDue, listExpiredBackups } from './retention-rules.ts'
import { withSingleConnection } from './single-connection.ts'
import { partSuffix, writeBackup } from './write-backup.ts'

export interface BackupDependencies {
  readonly database: Database
  readonly connection: PoolConfig
  readonly images: ImageStore
  readonly secret: string
  readonly store: BackupStore
  /** whether one is written every night; requested ones always are */
  readonly isNightly: boolean
}

interface RunOptions extends BackupDependencies {
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly signal: AbortSignal
  readonly now?: Date
}

/** Share of the disk that a backup leaves free, because the database needs it, too. */
const minFreeShare = 0.05

/**
 * Writes the backup that is due or requested, and deletes those that are no longer needed. One server does it at a time. A failure is
 * recorded for the owner and tried again: a nightly backup after an hour.
 */
export async function runDueBackup(options: RunOptions): Promise<void> {
  if (!(await isDue(options))) return
  await withSingleConnection(options.connection, async ({ database: session }) => {
    // PostgreSQL frees it with the connection, also after a crash.
    const { rows } = await sql<{ isLocked: boolean }>`select pg_try_advisory_lock(hashtext('backups')) as "isLocked"`.execute(session)
    if (rows[0]?.isLocked && (await isDue(options))) await runBackup(options)
  })
}

async function isDue({ database, isNightly, now = new Date() }: RunOptions): Promise<boolean> {
  const { rows } = await sql<{ isRequested: boolean; createdAt: Date; succeededAt: Date | null; failedAt: Date | null }>`
    select exists (select from backup_runs where ended_at is null) as "isRequested",
      (select min(timestamp)::timestamptz from kysely_migration) as "createdAt",
      (select max(ended_at) from backup_runs where error is null) as "succeededAt",
      (select max(ended_at) from backup_runs where error is not null) as "failedAt"
  `.execute(database)
  const [state] = rows
  return state !== undefined && (state.isRequested || (isNightly && isNightlyBackupDue({ now, ...state })))
}

async function runBackup(options: RunOptions): Promise<void> {
  const { database, store, log, signal } = options
  let error: string | null = null
  try {
    await writeAutomaticBackup(options)
  } catch (err) {
    // The next start tries again.
    if (signal.aborted) return
    log.error({ err }, 'The backup failed')
    error = describeError({ err: err as NodeJS.ErrnoException, folder: store.folder })
  }
  const end = { ended_at: new Date(), error }
  const { numUpdatedRows } = await database.updateTable('backup_runs').set(end).where('ended_at', 'is', null).executeTakeFirst()
  if (numUpdatedRows === 0n) await database.insertInto('backup_runs').values(end).execute()
  await sql`delete from backup_runs where ended_at < now() - interval '90 days'`.execute(database)
}

async function writeAutomaticBackup({ connection, images, secret, store, log, signal, now = new Date() }: RunOptions): Promise<void> {
  const name = toBackupName(now)
  const file = join(store.folder, name)
  await createFolder({ path: store.folder, mode: 0o700 })
  await removeParts(store)
  const earlier = await store.list()
  const newest = earlier.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())[0]
  await assertSpace({ folder: store.folder, bytes: newest?.bytes ?? 0 })
  const save = async (temporary: string) => {
    await store.save({ file: temporary, name, signal })
    if (store.isBucket) await verifyStored({ store, name, signal })
  }
  const { missingImages } = await writeBackup({ file, connection, images, secret, signal, save })
  if (missingImages.length > 0) log.warn({ missingImages }, 'The backup lacks images that the image store does not have')
  const automatic = (await store.list()).filter((backup) => backup.name.startsWith('auto-'))
  for (const expired of listExpiredBackups(automatic)) await store.remove(expired.name)
}

/** A killed server has left them behind. Those of commands may still be written. */
async function removeParts({ folder }: BackupStore): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(partSuffix) && name.startsWith('auto-'))
  for (const name of names.filter((each) => parseBackupTime(each.slice(0, -partSuffix.length)))) await rm(join(folder, name))
}

async function assertSpace({ folder, bytes }: { folder: string; bytes: number }): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < blocks * bsize * minFreeShare) throw new BackupError(describeFullDisk(folder))
}

/** Reads it back from the store. */
async function verifyStored({ store, name, signal }: { store: BackupStore; name: string; signal: AbortSignal }): Promise<void> {
  try {
    const source = await store.read(name)
    if (!source) throw new BackupError(`${store.place}${name} is not there after it was stored.`)
    await checkBackup({ file: name, source, signal })
  } catch (error) {
    await store.remove(name)
    throw error
  }
}

const describeFullDisk = (folder: string) =>
  `There is too little space for a backup on the disk of ${folder}. Delete files there, or set BACKUP_DIR to a folder of another disk.`

const accessCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']

function describeError({ err, folder }: { err: NodeJS.ErrnoException; folder: string }): string {
  if (err instanceof BackupError) return err.message
  if (err instanceof StartupError) return 'The backup was damaged when it was read back, and was deleted. Check the disk.'
  if (err.code === 'ENOSPC') return describeFullDisk(folder)
  if (accessCodes.includes(err.code ?? ''))
    return `The shop cannot write to the folder ${folder}. Allow it, or set BACKUP_DIR to another one.`
  return 'An unexpected error, which is in the log of the server.'
}
