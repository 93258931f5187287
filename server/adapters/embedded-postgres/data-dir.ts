import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createFolder } from '../../kernel/create-folder.ts'
import { StartupError } from '../../kernel/startup-error.ts'

/** A shop that is shutting down may hold the lock for a moment longer. */
const lockTimeoutMs = 2_000

const problems = [
  { pattern: /ENOSPC|EDQUOT|no space left|quota exceeded|disk is full|wrote only/i, text: 'its disk is full. Free some space' },
  { pattern: /EROFS|read-?only/i, text: 'its disk is read-only. Make it writable' },
  { pattern: /ENOENT/, text: 'the folder cannot be created there. Check the path' },
  { pattern: /ENOTDIR|EEXIST|not a directory/i, text: 'there is a file where a folder is needed. Move it away' },
  {
    pattern: /EACCES|EPERM|permission denied|not permitted|wrong ownership|unable to open/i,
    text: 'this account has no write permission there. Grant it',
  },
]

/** The startup error for a message of Node, SQLite or PostgreSQL about DATA_DIR; undefined when it has another cause. */
export function toDataDirError({ dataDir, message }: { dataDir: string; message: string }): StartupError | undefined {
  const problem = problems.find(({ pattern }) => pattern.test(message))
  const details = message.replace(/\s+/g, ' ').trim()
  return problem && new StartupError(`DATA_DIR=${dataDir} cannot be used: ${problem.text}, or choose another DATA_DIR. (${details})`)
}

/**
 * Creates DATA_DIR and locks it for this process with SQLite's file lock, which the operating system releases even after
 * `kill -9`; Node itself has no file locks. Throws `StartupError` when another shop holds the lock.
 */
export async function lockDataDir({ dataDir }: { dataDir: string }): Promise<{ release: () => void }> {
  // For root the database runs under another account, which must be able to pass through this folder.
  await createFolder({ path: dataDir, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: lockTimeoutMs })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error as Error).message.includes('database is locked')) throw error
    throw new StartupError(`DATA_DIR=${dataDir} is already in use by another running shop. Stop it first or choose another DATA_DIR.`)
  }
  return { release: () => lock.isOpen && lock.close() }
}
