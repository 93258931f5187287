import { createReadStream, openAsBlob } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { BackupError, type BackupStore, parseBackupTime } from '../backups/backup-store.ts'
import type { Settings } from '../kernel/settings.ts'
import { createRoleCredentials } from './aws-credentials.ts'
import { createS3Client, findCause, type S3Options } from './s3-client.ts'

type BackupSettings = Pick<
  Settings,
  | 'DATA_DIR'
  | 'BACKUP_DIR'
  | 'BACKUP_STORE'
  | 'BACKUP_ACCESS_KEY_ID'
  | 'BACKUP_SECRET_ACCESS_KEY'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
  | 'AWS_SESSION_TOKEN'
>

/** The place for backups that the settings name: a bucket, or a folder. Nothing is opened before it is used. */
export function createBackupStore({ settings }: { settings: BackupSettings }): BackupStore {
  const folder = settings.BACKUP_DIR ?? join(settings.DATA_DIR, 'backups')
  const { BACKUP_STORE: bucketUrl } = settings
  if (!bucketUrl) return createBackupFolder({ folder })
  return createBackupBucket({ folder, ...bucketUrl, getCredentials: chooseCredentials({ settings, region: bucketUrl.region }) })
}

function chooseCredentials({ settings, region }: { settings: BackupSettings; region: string }): S3Options['getCredentials'] {
  const { BACKUP_ACCESS_KEY_ID: accessKeyId, BACKUP_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (accessKeyId && secretAccessKey) return async () => ({ accessKeyId, secretAccessKey })
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN: sessionToken } = settings
  if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY)
    return async () => ({ accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, sessionToken })
  return createRoleCredentials({ environment: process.env, region })
}

function createBackupFolder({ folder }: { folder: string }): BackupStore {
  return {
    place: folder,
    isBucket: false,
    folder,
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw new BackupError(`The folder ${folder} cannot be read (${error.code}).`)
      })
      const found = await Promise.all(
        names.map(async (name) => {
          const madeAt = parseBackupTime(name)
          // One that another server deletes meanwhile is not there.
          const file = madeAt && (await stat(join(folder, name)).catch(() => undefined))
          return madeAt && file ? [{ name, madeAt, bytes: file.size }] : []
        }),
      )
      return found.flat()
    },
    save: ({ file, name }) => rename(file, join(folder, name)),
    async read(name) {
      const isThere = await stat(join(folder, name)).catch(() => undefined)
      return isThere && createReadStream(join(folder, name))
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** A bucket may have other files, such as those of `IMAGE_STORE`. */
const prefix = 'backups/'

/** For requests with a short reply. */
const timeoutMs = 30_000

/** S3 accepts no larger file in one request. */
const maxBytes = 5 * 1024 ** 3

function createBackupBucket({ folder, ...options }: S3Options & { folder: string }): BackupStore {
  const place = `s3://${options.bucket}/${prefix}`
  const client = createS3Client(options)
  const send = (request: Parameters<typeof client>[0]) =>
    client(request).catch((fault: unknown) => {
      if (request.signal.aborted && request.signal.reason?.name !== 'TimeoutError') throw fault
      if ((fault as Error).name === 'NoSuchKey') throw fault
      const { code, name, message } = findCause(fault)
      const reason = code ?? (name === 'Error' ? message : name)
      throw new BackupError(`The bucket ${options.bucket} does not accept the request (${reason}). Check BACKUP_STORE and its keys.`)
    })
  return {
    place,
    isBucket: true,
    folder,
    async list() {
      // A reply has up to 1,000 files, which is many more than are retained.
      const path = `?${new URLSearchParams({ 'list-type': '2', prefix })}`
      const text = await (await send({ method: 'GET', path, signal: AbortSignal.timeout(timeoutMs) })).text()
      return [...text.matchAll(/<Key>([^<]+)<\/Key>.*?<Size>(\d+)<\/Size>/gs)].flatMap(([, key = '', bytes]) => {
        const name = key.slice(prefix.length)
        const madeAt = parseBackupTime(name)
        return madeAt ? [{ name, madeAt, bytes: Number(bytes) }] : []
      })
    },
    async save({ file, name, signal }) {
      const body = await openAsBlob(file)
      if (body.size > maxBytes)
        throw new BackupError('The backup is larger than 5 GB, which a bucket does not accept at once. Use BACKUP_DIR, or another tool.')
      await send({ method: 'PUT', path: prefix + name, body, signal })
      await rm(file)
    },
    async read(name) {
      try {
        // A large file takes as long as the line needs.
        const { body } = await send({ method: 'GET', path: prefix + name, signal: new AbortController().signal })
        return body ? Readable.fromWeb(body as ReadableStream) : undefined
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return undefined
        throw error
      }
    },
    remove: async (name) => void (await send({ method: 'DELETE', path: prefix + name, signal: AbortSignal.timeout(timeoutMs) })),
  }
}
