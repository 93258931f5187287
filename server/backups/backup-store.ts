import type { Readable } from 'node:stream'
import { backupName } from '#contract/backups/backups.ts'

export interface StoredBackup {
  readonly name: string
  readonly bytes: number
  readonly madeAt: Date
}

interface NewBackup {
  /** a complete file in `folder`, which is gone afterwards */
  readonly file: string
  readonly name: string
  readonly signal: AbortSignal
}

/** Where backups are stored: a folder or a bucket. Its methods throw `BackupError` where the owner can do something about it. */
export interface BackupStore {
  /** for the owner */
  readonly place: string
  readonly isBucket: boolean
  /** where files are written before they are stored */
  readonly folder: string
  /** in any order */
  list(): Promise<StoredBackup[]>
  save(backup: NewBackup): Promise<void>
  /** undefined when it does not exist */
  read(name: string): Promise<Readable | undefined>
  remove(name: string): Promise<void>
}

/** A failure that its message explains to the owner. */
export class BackupError extends Error {}

/** The name of a backup that the shop writes by itself, such as `auto-2026-11-28T21-00-00.tar.gz`. */
export const toBackupName = (time: Date): string => `auto-${time.toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`

/** The time of a backup's name; undefined when it is not the name of one. */
export function parseBackupTime(name: string): Date | undefined {
  if (!backupName.test(name)) return undefined
  const time = new Date(`${name.slice(5, 24).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
