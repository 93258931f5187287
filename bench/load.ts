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

/** Milliseconds at the start of a run that do not count: connections are opened, and the program that asks gets going itself. */
const settling = 500

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
  // What it gives is both: the run that tells of each answer, and the promise of its result.
  const run = autocannon({
    url: origin,
    connections,
    duration: seconds + settling / 1000,
    timeout: 30,
    requests: next ? [{ setupRequest: (request) => ({ ...request, ...next() }) }] : [ask as Asked],
  }) as Promise<autocannon.Result> & autocannon.Instance
  const took: number[] = []
  const counting = performance.now() + settling
  let last = counting
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    const now = performance.now()
    if (now < counting) return
    took.push(milliseconds)
    last = now
  })
  const { '5xx': broken, errors, timeouts, non2xx } = await run
  took.sort((one, other) => one - other)
  const share = (part: number) => took[Math.floor(took.length * part)] ?? Number.NaN
  return {
    rate: (took.length * 1000) / (last - counting),
    p50: share(0.5),
    p99: share(0.99),
    faults: broken + errors + timeouts,
    refusals: non2xx - broken,
  }
}

/** The run in the middle, for each figure by itself; what went wrong is counted in all of them. */
export function takeMedians(runs: readonly Load[]): Load {
  const middle = (figure: 'rate' | 'p50' | 'p99') =>
    runs.map((run) => run[figure]).toSorted((one, other) => one - other)[Math.floor(runs.length / 2)] as number
  const sum = (figure: 'faults' | 'refusals') => runs.reduce((so, run) => so + run[figure], 0)
  return { rate: middle('rate'), p50: middle('p50'), p99: middle('p99'), faults: sum('faults'), refusals: sum('refusals') }
}
