import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../find-program.ts'
import { findFreePort } from '../free-port.ts'
import { waitUntil } from './wait-until.ts'

const deploy = join(import.meta.dirname, '../../deploy')

/** PostgreSQL and etcd do not run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

interface ClusterMember {
  readonly name: string
  /** kills Patroni and PostgreSQL like a power cut */
  kill(): Promise<void>
  start(): void
}

interface Endpoint {
  readonly name: string
  readonly port: number
  readonly restPort: number
}

/** Processes that are stopped in reverse order, and their folder. */
function createProcesses() {
  const folder = mkdtempSync(join(tmpdir(), 'shop-patroni-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const running: ChildProcess[] = []
  const output: string[] = []
  return {
    folder,
    createFolder(name: string): string {
      const path = join(folder, name)
      mkdirSync(path, { mode: 0o700 })
      if (account) chownSync(path, account.uid, account.gid)
      return path
    },
    run(program: string, args: readonly string[]): ChildProcess {
      const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder }
      // Ends when the test run is killed: PostgreSQL would outlive it.
      const child = spawn('setpriv', ['--pdeathsig', 'TERM', program, ...args], {
        ...account,
        env,
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output.push(`${basename(program)}: ${text}`))
      running.push(child)
      return child
    },
    /** the last lines of all programs */
    printed: () => output.slice(-40).join(''),
    async stopAll(): Promise<void> {
      for (const child of running.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Processes = ReturnType<typeof createProcesses>

async function startEtcd({ processes }: { processes: Processes }): Promise<{ clientPort: number }> {
  const [clientPort, peerPort] = [await findFreePort(), await findFreePort()]
  const client = `http://127.0.0.1:${clientPort}`
  const peer = `http://127.0.0.1:${peerPort}`
  processes.run(findProgram('etcd'), [
    ...['--name', 'etcd', '--data-dir', processes.createFolder('etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
  ])
  await waitUntil(() => fetch(`${client}/health`).then(({ ok }) => ok))
  return { clientPort }
}

/** Starts Patroni with deploy/patroni/config.yml and what differs on this machine. */
function startMember({ processes, endpoint, clientPort }: { processes: Processes; endpoint: Endpoint; clientPort: number }): ClusterMember {
  const { name, port, restPort } = endpoint
  const folder = processes.createFolder(name)
  const dataDir = join(folder, 'data')
  const settings = {
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${clientPort}` },
    // The shortest that Patroni accepts.
    bootstrap: { dcs: { ttl: 20, loop_wait: 2, retry_timeout: 3 } },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      pgpass: join(folder, 'pgpass'),
      bin_dir: dirname(findProgram('initdb')),
      parameters: { unix_socket_directories: folder },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
  }
  const configFolder = processes.createFolder(`${name}-config`)
  // Patroni merges the files of a folder. JSON is YAML.
  writeFileSync(join(configFolder, '1.yml'), readFileSync(join(deploy, 'patroni/config.yml')))
  writeFileSync(join(configFolder, '2.yml'), JSON.stringify(settings))
  const program = findProgram('patroni')
  const start = () => processes.run(program, [configFolder])
  let patroni = start()
  return {
    name,
    start() {
      patroni = start()
    },
    async kill() {
      const ended = once(patroni, 'exit')
      patroni.kill('SIGKILL')
      process.kill(Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
      await ended
    },
  }
}

/** Starts HAProxy with deploy/haproxy/haproxy.cfg and the addresses of these servers. */
async function startHaproxy({
  processes,
  endpoints,
}: {
  processes: Processes
  endpoints: readonly Endpoint[]
}): Promise<{ port: number; readPort: number }> {
  const [port, readPort] = [await findFreePort(), await findFreePort()]
  let settings = readFileSync(join(deploy, 'haproxy/haproxy.cfg'), 'utf8')
  settings = settings.replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`).replace('127.0.0.1:5001', `127.0.0.1:${readPort}`)
  for (const [index, endpoint] of endpoints.entries()) {
    settings = settings.replaceAll(
      `10.0.0.1${index + 1}:5432 check port 8008`,
      `127.0.0.1:${endpoint.port} check port ${endpoint.restPort}`,
    )
  }
  const file = join(processes.folder, 'haproxy.cfg')
  writeFileSync(file, settings)
  processes.run(findProgram('haproxy'), ['-db', '-f', file])
  return { port, readPort }
}

/** Starts etcd, two PostgreSQL servers under Patroni and HAProxy in front of them. Creates the database and the role `shop`. */
export async function startPatroniCluster() {
  const processes = createProcesses()
  try {
    const { clientPort } = await startEtcd({ processes })
    const endpoints: Endpoint[] = []
    for (const name of ['db1', 'db2']) endpoints.push({ name, port: await findFreePort(), restPort: await findFreePort() })
    const members = endpoints.map((endpoint) => startMember({ processes, endpoint, clientPort }))
    const { port, readPort } = await startHaproxy({ processes, endpoints })
    /** Names of the members whose health check `path` succeeds. */
    const listMembers = async (path: 'primary' | 'synchronous') => {
      const checks = endpoints.map(({ name, restPort }) => {
        return fetch(`http://127.0.0.1:${restPort}/${path}`).then(
          ({ ok }) => (ok ? [name] : []),
          () => [],
        )
      })
      return (await Promise.all(checks)).flat()
    }
    const server = { host: '127.0.0.1', port }
    await waitUntil(async () => (await listMembers('primary')).length === 1)
    const administrator = { ...server, user: 'postgres', password: 'change-me', database: 'postgres' }
    await waitUntil(async () => {
      const client = new Client(administrator)
      await client.connect().finally(() => client.end())
      return true
    })
    const client = new Client(administrator)
    await client.connect()
    await client.query(`create role shop login password 'pass'`)
    await client.query('create database shop owner shop')
    await client.query('grant pg_monitor to shop')
    await client.end()
    const connection = { ...server, user: 'shop', password: 'pass', database: 'shop' }
    return {
      connection,
      /** of a replica */
      readConnection: { ...connection, port: readPort },
      members,
      listMembers,
      close: processes.stopAll,
    }
  } catch (error) {
    await processes.stopAll()
    throw new Error(`The database cluster did not start:\n${processes.printed()}`, { cause: error })
  }
}
