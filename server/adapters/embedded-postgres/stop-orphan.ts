import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import { guardDataDir } from './data-dir-lock.ts'
import type { StartLog } from './embedded-postgres.ts'
import { socketDirPrefix } from './process.ts'

const patienceMs = 10_000

/** The command line of a process, empty when there is no such process (or only its remains). */
function readCommandLine({ pid }: { pid: number }): string {
  // Slim containers have no ps, and macOS has no /proc.
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function readPidFile({ dataDir, databaseDir }: { dataDir: string; databaseDir: string }): string[] | undefined {
  return guardDataDir({
    dataDir,
    work: () => {
      try {
        return readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
  })
}

async function endProcess({ pid, isAlive }: { pid: number; isAlive: () => boolean }): Promise<void> {
  // SIGINT is Postgres's fast shutdown, SIGQUIT its immediate one, from which it recovers at the next start.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive()) process.kill(pid, signal)
    for (const end = Date.now() + patienceMs; isAlive() && Date.now() < end; ) await delay(20)
  }
}

/**
 * Ends the database a killed server has left running on this folder; only for whoever holds the folder's lock.
 * Returns the process id in the left-over `postmaster.pid`: whoever has it by now is not this database.
 */
export async function endOrphan({
  dataDir,
  databaseDir,
  log,
}: {
  dataDir: string
  databaseDir: string
  log: StartLog
}): Promise<{ recycledPid: number | undefined }> {
  const pidFile = readPidFile({ dataDir, databaseDir })
  if (!pidFile) return { recycledPid: undefined }
  const pid = Number(pidFile[0])
  const socketDir = pidFile[4] ?? ''
  const isOurSocketDir = basename(socketDir).startsWith(socketDirPrefix)
  const isOrphan = () => {
    const command = readCommandLine({ pid })
    // The socket folder's random name knows the orphan even when the project was moved while it ran.
    const servesFolder = command.includes(`-D ${databaseDir} -k`) || (isOurSocketDir && command.includes(socketDir))
    return command.includes('/postgres -D ') && servesFolder
  }
  const wasOrphan = isOrphan()
  if (wasOrphan) {
    log.info('Taking over from a shop that was killed: ending the database it left running.')
    await endProcess({ pid, isAlive: isOrphan })
    if (isOrphan()) {
      throw new StartupError(
        `The database of a killed shop still runs on DATA_DIR=${dataDir} and does not end. End process ${pid} by hand.`,
      )
    }
  }
  if (isOurSocketDir) rmSync(socketDir, { recursive: true, force: true })
  // An orphan that has just been ended may keep its id until somebody has taken note of its death.
  return { recycledPid: pid }
}
