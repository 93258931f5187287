import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { apiBase } from '#contract/api.ts'
import { findFreePort } from '#testing/free-port.ts'
import { type Row, readLoad } from '../compare.ts'
import { type LoadResult, runLoad } from '../load.ts'
import { readMegabytes } from '../memory.ts'
import { openShop } from '../open-shop.ts'
import { askInTurn } from '../wrk-scripts.ts'

const minRequests = 300_000
const runSeconds = 10
const maxRuns = 60
/** Memory at the end of the run, of that at half. */
const maxGrowth = 1.15

/** Memory over many requests, and the second start. */
export async function measureSoak(): Promise<Row[]> {
  return [await measureMemory(), await measureSecondStart()]
}

/** Lists and pages, of which the cache holds a part. */
const pages = Array.from({ length: 1_000 }, (_, index) => index + 1)
const mixed = askInTurn({ paths: pages.flatMap((page) => ['/buy', `/buy/${page}`, `${apiBase}/products/getAll?page=${page}&limit=7`]) })

async function measureMemory(): Promise<Row> {
  const shop = await openShop({ products: 20_000 })
  try {
    const runs: LoadResult[] = []
    const megabytes: number[] = []
    let requests = 0
    while (requests < minRequests && runs.length < maxRuns) {
      const run = await runLoad({ origin: shop.origin, connections: 32, seconds: runSeconds, request: mixed })
      requests += Math.round(run.rate * runSeconds)
      runs.push(run)
      megabytes.push(readMegabytes(shop.pid))
    }
    const [half = 0, end = 0] = [megabytes[Math.floor(megabytes.length / 2)], megabytes.at(-1)]
    return {
      name: `memory over ${requests} requests: ${half} MB at half, ${end} MB at the end`,
      connections: 32,
      result: runs.at(-1) as LoadResult,
      goal: { text: 'flat', isMet: end < half * maxGrowth },
      load: readLoad(),
    }
  } finally {
    await shop.close()
  }
}

/** `npm start` until the first page, with packages, build and database in place. */
async function measureSecondStart(): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  try {
    await timeStart(dataDir)
    const milliseconds = await timeStart(dataDir)
    return {
      name: `second npm start to the first page: ${(milliseconds / 1_000).toFixed(2)} s`,
      connections: 1,
      result: { rate: 0, p50: 0, p99: 0, failures: 0 },
      goal: { text: '< 3 s', isMet: milliseconds < 3_000 },
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const shop = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: 'ignore',
  })
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/buy`).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isOpen())) await setTimeout(20)
  const milliseconds = performance.now() - startedAt
  shop.kill('SIGTERM')
  await once(shop, 'exit')
  return milliseconds
}
