import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { findFreePort } from '../free-port.ts'

/** PostgreSQL does not run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

export interface ReplicatedPostgres {
  /** of the leader, and of its standby */
  readonly url: string
  readonly replicaUrl: string
  stopReplica(): Promise<void>
  close(): Promise<void>
}

/** Starts a PostgreSQL of this machine and a standby that replicates it asynchronously. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-replica-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  const binaries = dirname(findProgram('initdb'))
  const run = (program: string, ...args: string[]) => execFileSync(join(binaries, program), args, { ...options, stdio: 'pipe' })
  const [dataDir, replicaDir] = [join(folder, 'leader'), join(folder, 'replica')]
  const [port, replicaPort] = [String(await findFreePort()), String(await findFreePort())]

  async function start({ data, on }: { data: string; on: string }): Promise<ChildProcess> {
    const settings = ['-c', `unix_socket_directories=${folder}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'log_min_messages=log']
    // Ends when the test run is killed: PostgreSQL would outlive it.
    const args = ['--pdeathsig', 'INT', join(binaries, 'postgres'), '-D', data, '-p', on, ...settings]
    const server = spawn('setpriv', args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    await new Promise<void>((resolve, reject) => {
      let printed = ''
      server.stderr?.on('data', (text) => {
        printed += text
        if (printed.includes('ready to accept')) resolve()
      })
      server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${printed}`)))
    })
    return server
  }

  async function stop(server: ChildProcess): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }

  run('initdb', '-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const leader = await start({ data: dataDir, on: port })
  run('pg_basebackup', '-D', replicaDir, '-R', '-X', 'stream', '--no-sync', '--checkpoint=fast', '-h', folder, '-p', port, '-U', 'postgres')
  const replica = await start({ data: replicaDir, on: replicaPort })
  const toUrl = (on: string) => `postgres://postgres@127.0.0.1:${on}/postgres`
  return {
    url: toUrl(port),
    replicaUrl: toUrl(replicaPort),
    stopReplica: () => stop(replica),
    async close() {
      await stop(replica)
      await stop(leader)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
