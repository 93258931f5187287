import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../../startup-error.ts'
import { type EmbeddedConnection, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
let running: EmbeddedPostgres[] = []
let said: string[] = []

const log = { info: (message: string) => said.push(message), error: (message: string) => said.push(message) }

async function start({ dataDir }: { dataDir: string }): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log })
  running.push(database)
  return database
}

async function query({ connection, sql }: { connection: EmbeddedConnection; sql: string }): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

/** Starts a shop of its own process, has it commit one row, kills it and returns the id of the database it leaves. */
async function leaveOrphan({ dataDir }: { dataDir: string }): Promise<{ pid: number }> {
  const script = `
    import { Client } from 'pg'
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)})
    const log = { info() {}, error() {} }
    const { connection } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
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
  folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'))
})

afterEach(async () => {
  await Promise.all(running.map((database) => database.stop()))
  running = []
  said = []
  rmSync(folder, { recursive: true, force: true })
})

test('the second start finds the data of the first, in a folder with a space, and keeps the settings that guard it', async () => {
  const dataDir = join(folder, 'my shop')
  const first = await start({ dataDir })
  await query({ connection: first.connection, sql: 'CREATE TABLE orders AS SELECT 7 AS id' })
  await first.stop()
  expect(existsSync(first.connection.host)).toBe(false)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  const { connection } = await start({ dataDir })
  expect(await query({ connection, sql: 'SELECT id FROM orders' })).toEqual([{ id: 7 }])
  expect(said).toEqual([])
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

test('the next start takes over the database of a killed shop and what it had committed', async () => {
  const orphan = await leaveOrphan({ dataDir: folder })
  expect(process.kill(orphan.pid, 0)).toBe(true)
  const { connection } = await start({ dataDir: folder })
  expect(readPid({ dataDir: folder })).not.toBe(orphan.pid)
  expect(await query({ connection, sql: 'SELECT id FROM orders' })).toEqual([{ id: 7 }])
  expect(said).toEqual(['Taking over from a shop that was killed: ending the database it left running.'])
})

test('the next start recovers a database that was killed together with its shop', async () => {
  const orphan = await leaveOrphan({ dataDir: folder })
  process.kill(orphan.pid, 'SIGKILL')
  const { connection } = await start({ dataDir: folder })
  expect(await query({ connection, sql: 'SELECT id FROM orders' })).toEqual([{ id: 7 }])
})

test('a database that ends by itself is back in its place with what it had committed, and is told of', async () => {
  const { connection, stop } = await start({ dataDir: folder })
  await query({ connection, sql: 'CREATE TABLE orders AS SELECT 7 AS id' })
  process.kill(readPid({ dataDir: folder }), 'SIGKILL')
  const readOrders = () => query({ connection, sql: 'SELECT id FROM orders' }).catch(() => [])
  await expect.poll(readOrders, { timeout: 15_000 }).toEqual([{ id: 7 }])
  expect(said[0]).toMatch(/^The private database ended by itself and is started again \(.+\)\.$/)
  expect(new Set(said).size, 'each reason once').toBe(said.length)
  await stop()
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
})

test('none is started again for a shop that is closing', async () => {
  const { connection, stop } = await start({ dataDir: folder })
  process.kill(readPid({ dataDir: folder }), 'SIGTERM')
  await expect.poll(() => said).toHaveLength(1)
  await stop()
  expect(existsSync(connection.host)).toBe(false)
  await start({ dataDir: folder })
})

test('another program with the id in a left-over pid file neither stops the start nor is stopped', async () => {
  await (await start({ dataDir: folder })).stop()
  const pidFile = join(folder, 'postgres/postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${folder}/postgres\n1\n5432\n${tmpdir()}/loom-and-lane-gone\n\n1 2\nready\n`)
  const { connection } = await start({ dataDir: folder })
  expect(await query({ connection, sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }])
})

test('a second start on the same folder is refused in one line', async () => {
  await start({ dataDir: folder })
  const second = start({ dataDir: folder })
  await expect(second).rejects.toThrow(StartupError)
  await expect(second).rejects.toThrow(
    `DATA_DIR=${folder} is already in use by another running shop. Stop it first or choose another DATA_DIR.`,
  )
})

test('a folder that cannot be made is refused by the name of the setting', async () => {
  writeFileSync(join(folder, 'file'), '')
  const refused = start({ dataDir: join(folder, 'file/data') })
  await expect(refused).rejects.toThrow(StartupError)
  await expect(refused).rejects.toThrow(/^DATA_DIR=.*\/file\/data cannot be used: a file stands where/)
})

test('a first start that was cut short begins again', async () => {
  mkdirSync(join(folder, 'postgres.new'))
  writeFileSync(join(folder, 'postgres.new/PG_VERSION'), '18\n')
  const { connection } = await start({ dataDir: folder })
  expect(await query({ connection, sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }])
  expect(existsSync(join(folder, 'postgres.new'))).toBe(false)
})

// Only for root: whoever else runs the tests is the one account there is.
if (process.getuid?.() === 0) {
  test.each([
    { folders: 'that others may enter', mode: 0o755, capabilities: '0000000000000000' },
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
