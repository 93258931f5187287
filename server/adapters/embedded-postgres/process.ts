import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { explainFolderProblem, guardDataDir } from './data-dir-lock.ts'
import { mayEnter, type PostgresAccount, planCommand } from './system-account.ts'

/** How the name of every socket folder begins. */
export const socketDirPrefix = 'loom-and-lane-'

/** Names the socket only: no network port is opened, so another PostgreSQL on 5432 is no matter. */
export const socketPort = 5432

// A socket's whole path may have 103 bytes on macOS and 107 on Linux.
const maxTmpdirBytes = 60

const maxLogBytes = 10 * 1024 * 1024

const settings = {
  listen_addresses: '',
  port: socketPort,
  max_connections: 100,
  shared_buffers: '128MB',
  random_page_cost: 1.1,
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Failed statements are the server's to log; here they would only fill the disk, with shoppers' data.
  log_min_messages: 'log',
}

/** The database's process and what is known of it; `ended` settles once it is gone, with why if it never ran. */
export type PostgresProcess = {
  child: ChildProcess
  socketDir: string
  ended: Promise<void>
  hasEnded: () => boolean
  explainEnd: () => string
}

// Settings in PG… variables and locales of whoever starts the shop must not reach its database.
const cleanEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Makes the database's files in DATA_DIR unless they are there. They take their place by one rename once they are
 * complete and on the disk, so a first start that was cut short simply begins again.
 */
export function createDatabaseFiles({
  dataDir,
  databaseDir,
  initdb,
  account,
}: {
  dataDir: string
  databaseDir: string
  initdb: string
  account: PostgresAccount | undefined
}): void {
  if (existsSync(databaseDir)) return
  const newDir = `${databaseDir}.new`
  guardDataDir({
    dataDir,
    work: () => {
      rmSync(newDir, { recursive: true, force: true })
      mkdirSync(newDir, { mode: 0o700 })
      if (account) chownSync(newDir, account.uid, account.gid)
    },
  })
  const plan = planCommand({
    account,
    program: initdb,
    args: [
      ...['-D', newDir, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ],
  })
  const run = spawnSync(plan.file, plan.args, { ...plan.options, env: cleanEnvironment, cwd: '/', encoding: 'utf8' })
  if (run.status !== 0) {
    const said = run.error?.message ?? run.stderr ?? ''
    const reason = /(?:error|FATAL|PANIC): +(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1) ?? ''
    throw (
      explainFolderProblem({ dataDir, said: reason }) ??
      new StartupError(`The private database cannot be made in DATA_DIR=${dataDir} (${reason}). Mend that or set DATABASE_URL.`)
    )
  }
  guardDataDir({
    dataDir,
    work: () => {
      renameSync(newDir, databaseDir)
      const folder = openSync(dataDir, 'r')
      fsyncSync(folder)
      closeSync(folder)
    },
  })
}

function makeSocketDir({ account }: { account: PostgresAccount | undefined }): string {
  const preferred = tmpdir()
  const suits =
    Buffer.byteLength(preferred) <= maxTmpdirBytes &&
    !/[,"]/.test(preferred) && // Postgres reads the setting as a list
    existsSync(preferred) &&
    (!account || mayEnter({ folder: preferred, account }))
  const parent = suits ? preferred : '/tmp'
  try {
    const socketDir = mkdtempSync(join(parent, socketDirPrefix))
    if (account) chownSync(socketDir, account.uid, account.gid)
    return socketDir
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`No folder for the database's socket can be made in TMPDIR=${parent}: ${reason}`)
  }
}

export interface Launch {
  readonly dataDir: string
  readonly databaseDir: string
  readonly postgres: string
  readonly account: PostgresAccount | undefined
  readonly recycledPid: number | undefined
  /** where those who know it look for it already; a new folder when it is left out */
  readonly socketDir?: string
}

/** Starts Postgres on its files; it is not ready yet. */
export function launchPostgres(launch: Launch): PostgresProcess {
  const { dataDir, databaseDir, postgres, account, recycledPid, socketDir = makeSocketDir({ account }) } = launch
  const logFile = join(dataDir, 'postgres.log')
  const oldBytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const isLogFull = oldBytes > maxLogBytes
  const logBytes = isLogFull ? 0 : oldBytes
  const output = guardDataDir({ dataDir, work: () => openSync(logFile, isLogFull ? 'w' : 'a', 0o600) })
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const plan = planCommand({ account, program: postgres, args: ['-D', databaseDir, '-k', socketDir, ...options] })
  const child = spawn(plan.file, plan.args, {
    ...plan.options,
    cwd: '/',
    // The way pg_ctl tells Postgres that a left-over pid file with this id is stale; the check of the shared memory,
    // which would show a real database still at work on these files, remains.
    env: recycledPid ? { ...cleanEnvironment, PG_GRANDPARENT_PID: String(recycledPid) } : cleanEnvironment,
    stdio: ['ignore', output, output],
    // Its own process group: Ctrl-C in the terminal must not end it before the requests in flight have ended.
    detached: true,
  })
  closeSync(output)
  let failure: string | undefined
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', (error) => {
      failure = error.message
      end()
    })
  })
  const explainEnd = () => {
    const lines = readFileSync(logFile).subarray(logBytes).toString().trim().split('\n')
    // "The database system is starting up" was said to a connection that came too early.
    const fatal = lines.findLast((line) => /(?:FATAL|PANIC):(?! +the database system is)/.test(line)) ?? lines.at(-1) ?? ''
    // On a full disk there may be no room for a word either.
    return failure ?? (fatal.replace(/^.*(?:FATAL|PANIC): +/, '') || `its log ${logFile} says nothing`)
  }
  return { child, socketDir, ended, hasEnded: () => hasEnded, explainEnd }
}
