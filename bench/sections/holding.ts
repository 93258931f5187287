import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { apiBase } from '#contract/calls.ts'
import { findFreePort } from '#testing/free-port.ts'
import type { Figure } from '../compare.ts'
import { type Asked, type Load, load } from '../load.ts'
import { type OpenShop, openShop } from '../open-shop.ts'

/** A busy hour of a small label: a hundred requests a second. */
const hour = 360_000
const openConnections = 10_000
const megabyte = 2 ** 20
/** Milliseconds. */
const rest = 60_000

/** What must stay small: memory over an hour's requests, others' waits beside many idle connections, the second start. */
export async function measureHolding({ seconds }: { seconds: number }): Promise<Figure[]> {
  const shop = await openShop({ products: 20_000 })
  try {
    // Memory first: ten thousand sockets take some, and it is another question how much.
    return [...(await measureMemory({ shop, seconds })), await holdConnections({ shop, seconds }), await measureSecondStart()]
  } finally {
    await shop.close()
  }
}

const mixed = (): Asked => {
  const page = 1 + Math.floor(Math.random() * 2_800)
  const paths = ['/buy', `/buy/${page}`, `${apiBase}/products/getAll?page=${page}&limit=7`, `${apiBase}/products/getAll?page=1&limit=7`]
  return { path: paths[Math.floor(Math.random() * paths.length)] as string }
}

const nothing: Load = { rate: 0, p50: 0, p99: 0, faults: 0, refusals: 0 }

async function holdConnections({ shop, seconds }: { shop: OpenShop; seconds: number }): Promise<Figure> {
  const ask = { path: `${apiBase}/products/getAll?page=1&limit=7` }
  const alone = await load({ origin: shop.origin, connections: 32, seconds, ask })
  const idle: Socket[] = []
  // A few at a time: a queue of connections that nobody has accepted yet is short.
  while (idle.length < openConnections) idle.push(...(await Promise.all(Array.from({ length: 100 }, () => openKeptAlive(shop)))))
  const beside = await load({ origin: shop.origin, connections: 32, seconds, ask })
  const open = idle.filter((socket) => !socket.destroyed).length
  for (const socket of idle) socket.destroy()
  return {
    path: `list of 7 beside ${open} open connections`,
    connections: 32,
    ours: beside,
    limit: { name: `alone, p99 ${alone.p99.toFixed(1)} ms`, rate: alone.rate },
    goal: { says: 'all open, p99 < 2 ×', met: open === openConnections && beside.p99 <= Math.max(2 * alone.p99, 2) },
  }
}

async function openKeptAlive({ origin }: OpenShop): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\nconnection: keep-alive\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

async function measureMemory({ shop, seconds }: { shop: OpenShop; seconds: number }): Promise<Figure[]> {
  const figures: Figure[] = []
  const sizes: number[] = []
  let asked = 0
  while (asked < hour && figures.length < 60) {
    const run = await load({ origin: shop.origin, connections: 32, seconds: Math.max(seconds, 10), ask: mixed })
    asked += Math.round(run.rate * Math.max(seconds, 10))
    sizes.push(await readMemory(shop.pid))
    figures.push({ path: '', connections: 32, ours: run })
  }
  const [half = 0, end = 0] = [sizes[Math.floor(sizes.length / 2)], sizes.at(-1)]
  const last = figures.at(-1)?.ours ?? nothing
  // What the last requests needed is given back when there is time for it.
  await setTimeout(rest)
  const after = await readMemory(shop.pid)
  const met = after < 250 && end < half * 1.15
  return [
    {
      path: `memory over ${asked} requests: ${half} MB at half, ${end} MB at the end, ${after} MB a minute later`,
      connections: 32,
      ours: last,
      goal: { says: '< 250 MB after them, flat', met },
    },
  ]
}

/** Resident megabytes of a process. */
async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024) / megabyte)
}

/** `npm start` until the first page, when everything is there already. */
async function measureSecondStart(): Promise<Figure> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  try {
    await timeStart(dataDir)
    const milliseconds = await timeStart(dataDir)
    return {
      path: `second npm start to the first page: ${(milliseconds / 1_000).toFixed(2)} s`,
      connections: 1,
      ours: nothing,
      goal: { says: '< 3 s', met: milliseconds < 3_000 },
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const port = await findFreePort()
  const began = performance.now()
  const shop = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: 'ignore',
  })
  while (
    !(await fetch(`http://127.0.0.1:${port}/buy`).then(
      (reply) => reply.ok,
      () => false,
    ))
  )
    await setTimeout(20)
  const milliseconds = performance.now() - began
  shop.kill('SIGTERM')
  await once(shop, 'exit')
  return milliseconds
}
