import autocannon from 'autocannon'

export interface LoadRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface LoadResult {
  /** responses per second */
  readonly rate: number
  /** milliseconds */
  readonly p50: number
  readonly p99: number
  /** 5xx responses and broken connections */
  readonly failures: number
  /** other responses that are not 2xx */
  readonly rejections: number
}

/** Not measured: connections are opened and code is compiled. */
const warmUpMs = 500

/** What browsers send over https. */
const browserHeaders = { 'accept-encoding': 'br, gzip' }

interface LoadOptions {
  readonly origin: string
  readonly connections: number
  readonly seconds: number
  /** one request for all, or the next one each time */
  readonly request: LoadRequest | (() => LoadRequest)
}

/** Sends requests as fast as responses come, over a number of connections. */
export async function runLoad({ origin, connections, seconds, request }: LoadOptions): Promise<LoadResult> {
  const next = typeof request === 'function' ? request : () => request
  // autocannon returns an event emitter that is also the promise of its result.
  const run = autocannon({
    url: origin,
    connections,
    duration: seconds + warmUpMs / 1000,
    timeout: 30,
    requests: [
      {
        setupRequest(defaults) {
          const { headers, ...rest } = next()
          return { ...defaults, ...rest, headers: { ...browserHeaders, ...headers } }
        },
      },
    ],
  }) as Promise<autocannon.Result> & autocannon.Instance
  const durations: number[] = []
  const start = performance.now() + warmUpMs
  let last = start
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    const now = performance.now()
    if (now < start) return
    durations.push(milliseconds)
    last = now
  })
  const { '5xx': serverErrors, errors, timeouts, non2xx } = await run
  durations.sort((a, b) => a - b)
  const quantile = (part: number) => durations[Math.floor(durations.length * part)] ?? Number.NaN
  return {
    rate: (durations.length * 1000) / (last - start),
    p50: quantile(0.5),
    p99: quantile(0.99),
    failures: serverErrors + errors + timeouts,
    rejections: non2xx - serverErrors,
  }
}

/** The median of each figure; failures are summed. */
export function median(runs: readonly LoadResult[]): LoadResult {
  const middle = (figure: 'rate' | 'p50' | 'p99') =>
    runs.map((run) => run[figure]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] as number
  const sum = (figure: 'failures' | 'rejections') => runs.reduce((total, run) => total + run[figure], 0)
  return { rate: middle('rate'), p50: middle('p50'), p99: middle('p99'), failures: sum('failures'), rejections: sum('rejections') }
}
