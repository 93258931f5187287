import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../kernel/startup-error.ts'

const shutdownTimeoutMs = 10_000

/** The name of each socket folder starts with this. */
export const socketDirPrefix = 'loom-and-lane-'

/** The process id and socket folder of the embedded database that runs in DATA_DIR, or was killed there; undefined without one. */
export function readPidFile({ dataDir }: { dataDir: string }): { pid: number; socketDir: string | undefined } | undefined {
  try {
    // See "postmaster.pid" in PostgreSQL's miscadmin.h.
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    const socketDir = lines[4] ?? ''
    return { pid: Number(lines[0]), socketDir: basename(socketDir).startsWith(socketDirPrefix) ? socketDir : undefined }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Requests a fast shutdown and after 10 s an immediate one, from which PostgreSQL recovers at its next start. */
export async function stopProcess({ pid, isRunning }: { pid: number; isRunning: () => boolean }): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isRunning()) process.kill(pid, signal)
    for (const end = Date.now() + shutdownTimeoutMs; isRunning() && Date.now() < end; ) await delay(10)
  }
}

function readCommandLine({ pid }: { pid: number }): string {
  // Slim containers have no ps, and macOS has no /proc.
  if (process.platform !== 'linux') return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/**
 * Stops the database that a killed shop has left running in DATA_DIR. Call it only with the lock held. Returns the
 * process id in the stale pid file, which may belong to another program by now.
 */
export async function stopOrphan({ dataDir }: { dataDir: string }): Promise<number | undefined> {
  const { pid, socketDir } = readPidFile({ dataDir }) ?? {}
  if (!pid) return undefined
  const isRunning = () => {
    const command = readCommandLine({ pid })
    // The socket folder identifies it even if the project has been moved since.
    const usesDataDir = command.includes(`-D ${join(dataDir, 'postgres')} `) || (socketDir && command.includes(socketDir))
    return command.includes('/postgres -D ') && Boolean(usesDataDir)
  }
  if (isRunning()) {
    console.log('The last shop was killed: stopping the database that it has left running.')
    await stopProcess({ pid, isRunning })
    if (isRunning()) throw new StartupError(`The database of a killed shop still runs in DATA_DIR=${dataDir}. End process ${pid} by hand.`)
  }
  if (socketDir) rmSync(socketDir, { recursive: true, force: true })
  return pid
}
