import autocannon from 'autocannon'

export interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Load {
  /** answers a second */
  readonly rate: number
  /** milliseconds */
  readonly p50: number
  readonly p99: number
  /** answers with a 5xx and connections that broke */
  readonly faults: number
  /** answers that are no 2xx and no fault */
  readonly refusals: number
}

/** Asks as fast as the answers come, over so many connections, for so many seconds. `next` says what each request asks. */
export async function load({
  origin,
  connections,
  seconds,
  ask,
}: {
  origin: string
  connections: number
  seconds: number
  /** one request for all, or the next one each time */
  ask: Asked | (() => Asked)
}): Promise<Load> {
  const next = typeof ask === 'function' ? ask : undefined
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    timeout: 30,
    requests: next ? [{ setupRequest: (request) => ({ ...request, ...next() }) }] : [ask as Asked],
  })
  const { '5xx': broken, errors, timeouts, non2xx, latency, requests, duration } = { ...result }
  return {
    rate: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    faults: broken + errors + timeouts,
    refusals: non2xx - broken,
  }
}

/** The run whose rate is in the middle. */
export function pickMedian(runs: readonly Load[]): Load {
  const sorted = runs.toSorted((one, other) => one.rate - other.rate)
  return sorted[Math.floor(sorted.length / 2)] as Load
}
