import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, cpSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabaseFiles } from '#server/adapters/embedded-postgres/process.ts'
import { choosePostgresAccount, planCommand } from '#server/adapters/embedded-postgres/system-account.ts'
import { findFreePort } from '../free-port.ts'
import { waitUntil } from './wait-until.ts'

/** A PostgreSQL of its own on a port of this machine, as an owner with several servers runs one. */
export interface DatabaseServer {
  readonly port: number
  readonly url: string
  /** where it writes what it is asked, for a standby */
  readonly log: string
  query(text: string): Promise<Record<string, unknown>[]>
  /** a copy that replays what this one writes */
  addStandby(): Promise<DatabaseServer>
  /** like a power cut: every process of it at once */
  kill(): Promise<void>
  /** starts it again after that, as it was */
  restart(): Promise<void>
  close(): Promise<void>
}

const { initdb, postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
  initdb: string
  postgres: string
}

const common = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  wal_keep_size: '256MB',
  timezone: 'UTC',
}

export async function startDatabaseServer({ settings = {} }: { settings?: Record<string, string> } = {}): Promise<DatabaseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  const account = prepareFolder(folder)
  createDatabaseFiles({ dataDir: folder, databaseDir: join(folder, 'postgres'), initdb, account })
  const server = await launch({ folder, settings })
  await server.query('create database shop')
  return server
}

/** Root's database runs under another account, which has to pass through the folder. */
function prepareFolder(folder: string) {
  const account = choosePostgresAccount({ program: postgres, dataDir: folder })
  if (account) chownSync(folder, account.uid, account.gid)
  return account
}

async function launch({ folder, settings }: { folder: string; settings: Record<string, string> }): Promise<DatabaseServer> {
  const databaseDir = join(folder, 'postgres')
  const log = join(folder, 'log')
  const port = await findFreePort()
  const options = Object.entries({ ...common, port: String(port), ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const query = (text: string) => request({ port, text })
  let child: ChildProcess

  async function start(): Promise<void> {
    const account = choosePostgresAccount({ program: postgres, dataDir: folder })
    const plan = planCommand({ account, program: postgres, args: ['-D', databaseDir, ...options] })
    const output = openSync(log, 'a')
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
    child = spawn(plan.file, plan.args, { ...plan.options, cwd: '/', env, stdio: ['ignore', output, output], detached: true })
    closeSync(output)
    await waitUntil(() => query('select 1').then(() => true))
  }

  async function finish(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
    const ended = once(child, 'exit')
    // To the whole group: a database is many processes.
    process.kill(-child.pid, signal)
    await ended
  }

  await start()
  return {
    ...{ port, log, query, url: `postgres://postgres@127.0.0.1:${port}/shop` },
    addStandby: () => copy({ databaseDir, port }),
    kill: () => finish('SIGKILL'),
    restart: start,
    async close() {
      await finish('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function request({ port, text }: { port: number; text: string }): Promise<Record<string, unknown>[]> {
  const connect = async (database: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database })
    await client.connect()
    return client
  }
  const client = await connect('shop').catch(() => connect('postgres'))
  const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end())
  return rows
}

/** Copies the files of a running database, as pg_basebackup does, which is not among the private PostgreSQL's programs. */
async function copy({ databaseDir, port }: { databaseDir: string; port: number }): Promise<DatabaseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  const account = prepareFolder(folder)
  const target = join(folder, 'postgres')
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  cpSync(databaseDir, target, { recursive: true, filter: (source) => !source.endsWith('postmaster.pid') })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)').finally(() => client.end())
  writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(target, 'standby.signal'), '')
  if (account) {
    const copied = ['', ...(readdirSync(target, { recursive: true }) as string[])]
    for (const path of copied) chownSync(join(target, path), account.uid, account.gid)
  }
  const settings = { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres`, log_statement: 'all' }
  return launch({ folder, settings })
}
