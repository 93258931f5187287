import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../free-port.ts'

/** A server process of the shop, as a supervisor runs it. */
export interface ShopServer {
  readonly port: number
  readonly origin: string
  readonly dataDir: string
  /** what it has printed so far */
  printed(): string
  /** ends it as a supervisor does, and gives its exit code */
  end(): Promise<number | null>
  kill(): Promise<void>
  /** starts it again on its port, with its data */
  restart(): Promise<void>
  close(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** Starts `server/main.ts` under these settings and waits until it says that it is open. */
export async function startShopServer({ settings }: { settings: Record<string, string> }): Promise<ShopServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  const port = await findFreePort()
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, LIMITS_FACTOR: '10000', PORT: String(port), ...settings }
  let said = ''
  let child: ChildProcess

  async function start(): Promise<void> {
    // The channel ends the server together with a test run that is killed.
    const started = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    child = started
    let opening = ''
    await new Promise<void>((resolve, reject) => {
      for (const output of [started.stdout, started.stderr]) {
        output?.on('data', (text) => {
          said += text
          opening += text
          if (opening.includes('is open at')) resolve()
        })
      }
      started.once('exit', (code) => reject(new Error(`The server ended with ${code} while it started:\n${opening}`)))
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
    printed: () => said,
    end: () => finish('SIGTERM'),
    kill: async () => void (await finish('SIGKILL')),
    restart: start,
    async close() {
      await finish('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
