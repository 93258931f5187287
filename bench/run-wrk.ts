import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface LoadResult {
  /** responses per second */
  readonly rate: number
  /** milliseconds */
  readonly p50: number
  readonly p99: number
  /** responses that are no success, and broken connections */
  readonly failures: number
}

/** What is asked: one path again and again, or what a Lua script of wrk says. */
export type LoadRequest = { readonly path: string } | { readonly script: string }

/** What browsers send over https. */
const encodings = 'Accept-Encoding: br, gzip'

interface LoadOptions {
  readonly origin: string
  readonly connections: number
  readonly seconds: number
  readonly request: LoadRequest
  /** not measured: connections are opened and code is compiled */
  readonly warmUpSeconds?: number
}

/** Sends requests as fast as responses come, over a number of connections, after a run that is not measured. */
export async function runWrk({ origin, connections, seconds, request, warmUpSeconds = 1 }: LoadOptions): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-load-'))
  try {
    const file = join(folder, 'requests.lua')
    if ('script' in request) await writeFile(file, request.script)
    const target = 'script' in request ? ['--script', file, origin] : [origin + request.path]
    const options = ['--threads', '1', '--connections', String(connections), '--timeout', '30', '--latency', '--header', encodings]
    const run = (duration: number) => execute('wrk', [...options, '--duration', `${duration}s`, ...target]).catch(explainMissing)
    await run(warmUpSeconds)
    return parseReport((await run(seconds)).stdout)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error
  throw new Error('The load comes from wrk, which is not installed: apt-get install wrk (Debian, Ubuntu) or brew install wrk (macOS).')
}

const unitMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

function parseReport(report: string): LoadResult {
  const readNumber = (pattern: RegExp) => Number(pattern.exec(report)?.[1] ?? 0)
  const readMs = (percent: number) => {
    const [, number, unit = ''] = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)\\s*$`, 'm').exec(report) ?? []
    return Number(number) * (unitMs[unit] ?? Number.NaN)
  }
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report)?.slice(1) ?? []
  return {
    rate: readNumber(/Requests\/sec:\s+([\d.]+)/),
    p50: readMs(50),
    p99: readMs(99),
    failures: readNumber(/Non-2xx or 3xx responses: (\d+)/) + broken.reduce((sum, count) => sum + Number(count), 0),
  }
}
