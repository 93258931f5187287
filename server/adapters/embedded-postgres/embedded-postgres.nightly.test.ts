import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { StartupError } from '../../kernel/startup-error.ts'
import { type EmbeddedConnection, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
let running: EmbeddedPostgres[] = []
const onUnexpectedExit = vi.fn()
let print: MockInstance

async function start({ dataDir }: { dataDir: string }): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, onUnexpectedExit })
  running.push(database)
  return database
}

async function query({ connection, sql }: { connection: EmbeddedConnection; sql: string }): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

/** Starts a database in a child process, commits one row, kills the child and returns the process id of the orphaned database. */
async function leaveOrphan({ dataDir }: { dataDir: string }): Promise<{ pid: number }> {
  const script = `
    import { Client } from 'pg'
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)})
    const { connection } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, onUnexpectedExit() {} })
    const client = new Client(connection)
    await client.connect()
    await client.query('CREATE TABLE orders (id int)')
    await client.query('INSERT INTO orders VALUES (7)')
    console.log('committed')`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(owner.stdout, 'data')
  expect(String(line)).toBe('committed\n')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  return { pid: readPid({ dataDir }) }
}

function readPid({ dataDir }: { dataDir: string }): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

beforeEach(() => {
  print = vi.spyOn(console, 'log').mockImplementation(() => {})
  folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'))
})

afterEach(async () => {
  await Promise.all(running.map((database) => database.stop()))
  running = []
  vi.clearAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

test('the second start finds the data of the first and has durable settings, in a folder with a space', async () => {
  const dataDir = join(folder, 'my shop')
  const first = await start({ dataDir })
  await query({ connection: first.connection, sql: 'CREATE TABLE orders AS SELECT 7 AS id' })
  await first.stop()
  expect(existsSync(first.connection.host)).toBe(false)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  const { connection } = await start({ dataDir })
  expect(await query({ connection, sql: 'SELECT id FROM orders' })).toEqual([{ id: 7 }])
  expect([print.mock.calls, onUnexpectedExit.mock.calls]).toEqual([[], []])
  const names = ['server_encoding', 'fsync', 'synchronous_commit', 'listen_addresses', 'data_checksums']
  const sql = `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join()},
    (SELECT datlocale FROM pg_database WHERE datname = 'shop') AS locale`
  expect(await query({ connection, sql })).toEqual([
    {
      server_encoding: 'UTF8',
      fsync: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
      data_checksums: 'on',
      locale: 'C.UTF-8',
    },
  ])
})

test('the next start stops the orphaned database of a killed shop and keeps its data', async () => {
  const orphan = await leaveOrphan({ dataDir: folder })
  expect(process.kill(orphan.pid, 0)).toBe(true)
  const { connection } = await start({ dataDir: folder })
  expect(readPid({ dataDir: folder })).not.toBe(orphan.pid)
  expect(await query({ connection, sql: 'SELECT id FROM orders' })).toEqual([{ id: 7 }])
  expect(print.mock.calls).toEqual([['The last shop was killed: stopping the database that it has left running.']])
})

test('the next start recovers a database that was killed with its shop', async () => {
  const orphan = await leaveOrphan({ dataDir: folder })
  process.kill(orphan.pid, 'SIGKILL')
  const { connection } = await start({ dataDir: folder })
  expect(await query({ connection, sql: 'SELECT id FROM orders' })).toEqual([{ id: 7 }])
})

test('an unexpected exit is reported with its reason and frees the folder', async () => {
  const { connection } = await start({ dataDir: folder })
  await query({ connection, sql: 'CREATE TABLE orders AS SELECT 7 AS id' })
  process.kill(readPid({ dataDir: folder }), 'SIGKILL')
  await expect.poll(() => onUnexpectedExit.mock.calls).toEqual([['ended by SIGKILL']])
  expect(existsSync(connection.host)).toBe(false)
  const next = await start({ dataDir: folder })
  expect(await query({ connection: next.connection, sql: 'SELECT id FROM orders' })).toEqual([{ id: 7 }])
})

test('a stale pid file with the process id of another program is ignored', async () => {
  await (await start({ dataDir: folder })).stop()
  const pidFile = join(folder, 'postgres/postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${folder}/postgres\n1\n5432\n${tmpdir()}/loom-and-lane-gone\n\n1 2\nready\n`)
  const { connection } = await start({ dataDir: folder })
  expect(await query({ connection, sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }])
})

test('a second start on the same folder fails with one line', async () => {
  await start({ dataDir: folder })
  const second = start({ dataDir: folder })
  await expect(second).rejects.toThrow(StartupError)
  await expect(second).rejects.toThrow(
    `DATA_DIR=${folder} is already in use by another running shop. Stop it first or choose another DATA_DIR.`,
  )
})

test('a folder that cannot be created fails with one line', async () => {
  writeFileSync(join(folder, 'file'), '')
  for (const dataDir of [join(folder, 'file'), join(folder, 'file/data/shop')]) {
    const refused = start({ dataDir })
    await expect(refused).rejects.toThrow(StartupError)
    await expect(refused).rejects.toThrow(/^DATA_DIR=[^\n]* cannot be used: there is a file where[^\n]*$/)
  }
})

test.each(['/proc/shop', '/proc/shop/data'])('DATA_DIR=%s, where no folder can be created, fails with one line', async (dataDir) => {
  const refused = start({ dataDir })
  await expect(refused).rejects.toThrow(StartupError)
  await expect(refused).rejects.toThrow(/^DATA_DIR=\/proc\/shop[^\n]* cannot be used: [^\n]*$/)
})

test('an interrupted first start begins again', async () => {
  mkdirSync(join(folder, 'postgres.new'))
  writeFileSync(join(folder, 'postgres.new/PG_VERSION'), '18\n')
  const { connection } = await start({ dataDir: folder })
  expect(await query({ connection, sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }])
  expect(existsSync(join(folder, 'postgres.new'))).toBe(false)
})

// Only root can switch accounts, and nothing is left out in CI.
if (process.getuid?.() === 0 || process.env.CI) {
  test.each([
    { folders: 'that other accounts may enter', mode: 0o755, capabilities: '0000000000000000' },
    { folders: 'that only root may enter', mode: 0o700, capabilities: '0000000000000004' },
  ])('root runs the database as nobody in a folder $folders', async ({ mode, capabilities }) => {
    chmodSync(folder, mode)
    const dataDir = join(folder, 'data')
    const { connection } = await start({ dataDir })
    expect(await query({ connection, sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }])
    const status = readFileSync(`/proc/${readPid({ dataDir })}/status`, 'utf8')
    expect(/^Uid:\s*(\d+)/m.exec(status)?.[1]).toBe('65534')
    expect(/^CapEff:\s*(\w+)/m.exec(status)?.[1]).toBe(capabilities)
  })
}
