import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { apiBase } from '#contract/api.ts'
import { findFreePort } from '#testing/free-port.ts'
import type { Row } from '../compare.ts'
import { type LoadRequest, type LoadResult, runLoad } from '../load.ts'
import { openShop } from '../open-shop.ts'

const minRequests = 300_000
const runSeconds = 10
const maxRuns = 60
/** Memory at the end of the run, of that at half. */
const maxGrowth = 1.15
const bytesPerMegabyte = 2 ** 20

/** Memory over many requests, and the second start. */
export async function measureSoak(): Promise<Row[]> {
  return [await measureMemory(), await measureSecondStart()]
}

/** Cached and uncached lists and pages. */
const mixedRequest = (): LoadRequest => {
  const page = 1 + Math.floor(Math.random() * 1_000)
  const paths = ['/buy', `/buy/${page}`, `${apiBase}/products/getAll?page=${page}&limit=7`, `${apiBase}/products/getAll?page=1&limit=7`]
  return { path: paths[Math.floor(Math.random() * paths.length)] as string }
}

async function measureMemory(): Promise<Row> {
  const shop = await openShop({ products: 20_000 })
  try {
    const runs: LoadResult[] = []
    const megabytes: number[] = []
    let requests = 0
    while (requests < minRequests && runs.length < maxRuns) {
      const run = await runLoad({ origin: shop.origin, connections: 32, seconds: runSeconds, request: mixedRequest })
      requests += Math.round(run.rate * runSeconds)
      runs.push(run)
      megabytes.push(await readMegabytes(shop.pid))
    }
    const [half = 0, end = 0] = [megabytes[Math.floor(megabytes.length / 2)], megabytes.at(-1)]
    return {
      name: `memory over ${requests} requests: ${half} MB at half, ${end} MB at the end`,
      connections: 32,
      result: runs.at(-1) as LoadResult,
      floor: { text: 'flat', isMet: end < half * maxGrowth },
    }
  } finally {
    await shop.close()
  }
}

/** Resident memory of a process. */
async function readMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024) / bytesPerMegabyte)
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
      result: { rate: 0, p50: 0, p99: 0, failures: 0, rejections: 0 },
      floor: { text: '< 3 s', isMet: milliseconds < 3_000 },
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
