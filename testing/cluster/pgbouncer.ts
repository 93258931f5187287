import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../find-program.ts'
import { findFreePort } from '../free-port.ts'
import { waitUntil } from './wait-until.ts'

interface PoolerOptions {
  readonly target: { readonly host: string; readonly port: number; readonly user: string }
  readonly mode: 'session' | 'transaction'
}

/** Starts PgBouncer in front of this server, with its defaults. */
export async function startPgBouncer({ target, mode }: PoolerOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-pgbouncer-'))
  const port = await findFreePort()
  const usersFile = join(folder, 'users')
  const settings = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', `pool_mode = ${mode}`, 'auth_type = trust']
  const file = join(folder, 'pgbouncer.ini')
  const limits = ['max_client_conn = 200', 'default_pool_size = 80']
  const server = `* = host=${target.host} port=${target.port}`
  writeFileSync(file, ['[databases]', server, '[pgbouncer]', ...settings, ...limits, `auth_file = ${usersFile}`].join('\n'))
  writeFileSync(usersFile, `"${target.user}" ""`)
  chmodSync(folder, 0o755)
  // It does not run as root; the embedded database then runs as this account, too.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const program = findProgram('pgbouncer')
  const pgbouncer = spawn(program, ['--quiet', ...account, file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(pgbouncer, 'exit')
  const connection = { host: '127.0.0.1', port, user: target.user }
  await waitUntil(async () => {
    const client = new Client({ ...connection, database: 'postgres' })
    await client.connect().finally(() => client.end())
    return true
  })
  return {
    connection,
    async close() {
      pgbouncer.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
