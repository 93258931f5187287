import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '#testing/free-port.ts'

/** Longest that a first start may take, in milliseconds: it makes a database and fills it with products. */
const readyWithin = 60_000

export interface RunningShop {
  readonly origin: string
  readonly pid: number
  close(): Promise<void>
}

async function waitUntilReady({ server, origin }: { server: ChildProcess; origin: string }): Promise<void> {
  const deadline = Date.now() + readyWithin
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const reply = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await wait(100)
  }
  throw new Error(`The shop did not get ready at ${origin}.`)
}

/**
 * The built shop in a process of its own, as in production, so that what measures it takes nothing from it.
 * It has a free port and, unless DATA_DIR is among the settings, data of its own that leave with it.
 * `close` ends it as a supervisor would, by SIGTERM, and waits.
 */
export async function startShop({ settings = {} }: { settings?: Readonly<Record<string, string>> } = {}): Promise<RunningShop> {
  const temporary = settings.DATA_DIR === undefined ? await mkdtemp(join(tmpdir(), 'shop-bench-')) : undefined
  const port = settings.PORT ?? String(await findFreePort())
  const origin = `http://127.0.0.1:${port}`
  const root = join(import.meta.dirname, '..')
  const tidier = [
    '--max-semi-space-size=8',
    '--heap-growing-percent=50',
    '--initial-old-space-size=100',
    '--no-allocation-site-pretenuring',
    '--expose-gc',
  ]
  const server = spawn(process.execPath, [...tidier, 'server/main.ts'], {
    cwd: root,
    env: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '32768',
      NODE_COMPILE_CACHE: join(root, 'build/.node'),
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      ...(temporary && { DATA_DIR: temporary }),
      ...settings,
      PORT: port,
    },
    // What the shop says at its start is not part of a measurement's report; its errors are.
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
