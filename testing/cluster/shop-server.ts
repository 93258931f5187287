import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../free-port.ts'

/** A server process of the shop. */
export interface ShopServer {
  readonly port: number
  readonly origin: string
  readonly dataDir: string
  /** its output so far */
  printed(): string
  /** stops it with SIGTERM and returns its exit code */
  end(): Promise<number | null>
  kill(): Promise<void>
  /** starts it again with the same port and data */
  restart(): Promise<void>
  close(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** Starts `server/main.ts` with these settings and waits until it is ready. */
export async function startShopServer({ settings }: { settings: Record<string, string> }): Promise<ShopServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  const port = await findFreePort()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    LIMITS_FACTOR: '10000',
    ADMIN_SECOND_FACTOR: 'optional',
    PORT: String(port),
    ...settings,
  }
  let output = ''
  let child: ChildProcess

  async function start(): Promise<void> {
    // The IPC channel ends the server when the test run is killed.
    const started = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    child = started
    let startOutput = ''
    await new Promise<void>((resolve, reject) => {
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (text) => {
          output += text
          startOutput += text
          if (startOutput.includes('is open at')) resolve()
        })
      }
      started.once('exit', (code) => reject(new Error(`The server ended with ${code} while it started:\n${startOutput}`)))
    })
  }

  async function finish(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    const [code] = await exited
    return code
  }

  await start()
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    dataDir: folder,
    printed: () => output,
    end: () => finish('SIGTERM'),
    kill: async () => void (await finish('SIGKILL')),
    restart: start,
    async close() {
      await finish('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
