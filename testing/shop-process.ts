import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { apiBase } from '#contract/api.ts'
import { findFreePort } from './free-port.ts'

async function waitUntilOpen(server: ChildProcess): Promise<void> {
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += String(chunk)
    if (output.includes('is open at')) break
  }
  if (!output.includes('is open at')) throw new Error(`The shop did not start:\n${output}`)
  server.stdout?.resume()
}

/** A shop process with its own embedded database and a fixed port that a test can kill and start again. */
export async function createShopProcess({ settings }: { settings: Record<string, string> }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-process-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'error', LIMITS_FACTOR: '1000' }
    server = spawn(process.execPath, ['server/main.ts'], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...env, ...settings, ...more, DATA_DIR: dataDir, PORT: String(port) },
      // The IPC channel ends the shop when the test run is killed.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    await waitUntilOpen(server)
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  return {
    origin,
    dataDir,
    /** `more`: settings of this start only */
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    /** connects to its database, which keeps running after the shop is killed until the next start */
    async connect(): Promise<Client> {
      const [, , , socketPort, host] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
      const client = new Client({ host: host ?? '', port: Number(socketPort), user: 'postgres', database: 'shop' })
      await client.connect()
      return client
    },
    async remove(): Promise<void> {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A client of the API that keeps its cookies. */
export function createApiClient({ origin }: { origin: string }) {
  const cookies = new Map<string, string>()
  return async function request<Reply>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Reply }> {
    const answer = await fetch(origin + apiBase + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return { status: answer.status, body: (await answer.json()) as Reply }
  }
}
