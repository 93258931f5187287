import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '#testing/free-port.ts'

/** A first start creates a database and seeds it. */
const maxStartMs = 60_000

export interface RunningShop {
  readonly origin: string
  readonly pid: number
  close(): Promise<void>
}

async function waitUntilReady({ server, origin }: { server: ChildProcess; origin: string }): Promise<void> {
  const deadline = Date.now() + maxStartMs
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const reply = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await wait(100)
  }
  throw new Error(`The shop was not ready at ${origin}.`)
}

/**
 * Starts the built shop as in production, in a process of its own, on a free port. Without DATA_DIR among the settings its data is
 * temporary. `close` ends it by SIGTERM and waits.
 */
export async function startShop({ settings = {} }: { settings?: Readonly<Record<string, string>> } = {}): Promise<RunningShop> {
  const temporary = settings.DATA_DIR === undefined ? await mkdtemp(join(tmpdir(), 'shop-bench-')) : undefined
  const port = settings.PORT ?? String(await findFreePort())
  const origin = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      ...(temporary && { DATA_DIR: temporary }),
      ...settings,
      PORT: port,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(server, 'exit')
  const close = async () => {
    server.kill('SIGTERM')
    await exited
    if (temporary) await rm(temporary, { recursive: true, force: true })
  }
  try {
    await waitUntilReady({ server, origin })
  } catch (error) {
    await close()
    throw error
  }
  return { origin, pid: server.pid ?? 0, close }
}
