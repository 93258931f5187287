import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../../startup-error.ts'

const sqliteBusy = 5

// A server that was just told to end may still be closing its database: wait that long for its lock before refusing.
const patienceMs = 2000

// A lock that nobody refers to any more would be closed, and so freed, by the garbage collector.
const heldLocks = new Set<DatabaseSync>()

const folderProblems = [
  { pattern: /ENOSPC|EDQUOT|no space left|quota exceeded|disk is full|wrote only/i, words: 'its disk is full. Free some space' },
  { pattern: /EROFS|read-?only/i, words: 'its disk is read-only. Make it writable' },
  { pattern: /ENOENT/, words: 'the folder cannot be made there. Check the path' },
  { pattern: /ENOTDIR|EEXIST|not a directory/i, words: 'a file stands where a folder is needed. Move it away' },
  {
    pattern: /EACCES|EPERM|permission denied|not permitted|wrong ownership|unable to open/i,
    words: 'this account may not write there. Give it that right',
  },
]

/** Turns what Node, SQLite or Postgres said about the folder into a StartProblem; nothing when it is another matter. */
export function explainFolderProblem({ dataDir, said }: { dataDir: string; said: string }): StartupError | undefined {
  const problem = folderProblems.find(({ pattern }) => pattern.test(said))
  if (!problem) return undefined
  return new StartupError(
    `DATA_DIR=${dataDir} cannot be used: ${problem.words}, or choose another DATA_DIR. (${said.replace(/\s+/g, ' ').trim()})`,
  )
}

/** Runs `work`; what the file system refuses in it comes out as a StartProblem that names DATA_DIR and the cure. */
export function guardDataDir<Result>({ dataDir, work }: { dataDir: string; work: () => Result }): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartupError || !(error instanceof Error)) throw error
    throw explainFolderProblem({ dataDir, said: error.message }) ?? error
  }
}

function makeFolder({ folder, mode }: { folder: string; mode: number }): void {
  // Not mkdir's own `recursive`: Node runs for ever where no folder can be made, such as below /proc.
  if (!existsSync(dirname(folder))) makeFolder({ folder: dirname(folder), mode })
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Makes DATA_DIR if it is not there and proves that a file can be written in it. */
export function prepareDataDir({ dataDir }: { dataDir: string }): void {
  guardDataDir({
    dataDir,
    work: () => {
      // Root's database runs under another account, which has to pass through (but not look into) this folder.
      makeFolder({ folder: dataDir, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
      const probe = join(dataDir, `.write-check-${process.pid}`)
      try {
        writeFileSync(probe, 'x')
      } finally {
        rmSync(probe, { force: true })
      }
    },
  })
}

/**
 * Takes DATA_DIR for this process. SQLite holds the lock with the operating system's own file lock, which no crash and
 * no `kill -9` leaves behind; Node itself offers none. Throws a StartProblem when another shop runs on the folder.
 */
export function lockDataDir({ dataDir }: { dataDir: string }): { release: () => void } {
  const lock = guardDataDir({
    dataDir,
    work: () => new DatabaseSync(join(dataDir, 'lock'), { timeout: patienceMs }),
  })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new StartupError(`DATA_DIR=${dataDir} is already in use by another running shop. Stop it first or choose another DATA_DIR.`)
    }
    throw (error instanceof Error && explainFolderProblem({ dataDir, said: error.message })) || error
  }
  heldLocks.add(lock)
  return {
    release: () => {
      if (heldLocks.delete(lock)) lock.close()
    },
  }
}
