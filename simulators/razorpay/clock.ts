/** `manual` stands still until `advance`; `real` is the machine's time plus every advance so far. */
export type ClockMode = 'manual' | 'real'

export interface Clock {
  readonly mode: ClockMode
  /** milliseconds since 1970 */
  now(): number
  /** whole seconds since 1970, the unit of every time that the API shows */
  seconds(): number
  setMode(input: { mode: ClockMode }): void
  /** Runs `run` once, `seconds` from now on this clock. The answer cancels it. */
  schedule(input: { seconds: number; run: () => void | Promise<void> }): () => void
  /** Moves time on and runs what falls due on the way, in order, each finished before the next begins. */
  advance(input: { seconds: number }): Promise<void>
  /** Work that `advance` and `settle` wait for, such as a webhook on its way. */
  track(input: { work: Promise<unknown> }): void
  settle(): Promise<void>
  /** Forgets everything scheduled. */
  clear(): void
}

interface Job {
  readonly at: number
  readonly run: () => void | Promise<void>
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

export function createClock({ mode: firstMode }: { mode: ClockMode }): Clock {
  const jobs = new Set<Job>()
  const working = new Set<Promise<unknown>>()
  let mode = firstMode
  let stoodAt = Date.now()
  let offset = 0
  let timer: NodeJS.Timeout | undefined
  let advancing: Promise<void> = Promise.resolve()

  const now = () => (mode === 'manual' ? stoodAt : Date.now() + offset)

  function moveTo(at: number) {
    if (mode === 'manual') stoodAt = Math.max(stoodAt, at)
    else offset = Math.max(offset, at - Date.now())
  }

  function findNext({ until }: { until: number }): Job | undefined {
    let next: Job | undefined
    for (const job of jobs) if (job.at <= until && (!next || job.at < next.at)) next = job
    return next
  }

  async function runDue({ until }: { until: number }) {
    for (let job = findNext({ until }); job; job = findNext({ until })) {
      jobs.delete(job)
      moveTo(job.at)
      await job.run()
      await settle()
    }
  }

  async function settle() {
    while (working.size > 0) await Promise.allSettled(working)
  }

  // In real mode one timer waits for the next job. It never keeps the process alive.
  function arm() {
    clearTimeout(timer)
    const next = mode === 'real' ? findNext({ until: Number.POSITIVE_INFINITY }) : undefined
    if (!next) return
    const wait = Math.min(Math.max(next.at - now(), 0), LONGEST_TIMER_MS)
    timer = setTimeout(() => void advance({ seconds: 0 }), wait).unref()
  }

  function advance({ seconds }: { seconds: number }): Promise<void> {
    advancing = advancing
      .catch(() => undefined)
      .then(async () => {
        const until = now() + seconds * 1000
        await runDue({ until })
        moveTo(until)
        await settle()
        arm()
      })
    return advancing
  }

  return {
    get mode() {
      return mode
    },
    now,
    seconds: () => Math.floor(now() / 1000),
    setMode({ mode: wanted }) {
      const at = now()
      mode = wanted
      stoodAt = at
      offset = at - Date.now()
      arm()
    },
    schedule({ seconds, run }) {
      const job = { at: now() + seconds * 1000, run }
      jobs.add(job)
      arm()
      return () => void jobs.delete(job)
    },
    advance,
    track({ work }) {
      const tracked = work.finally(() => working.delete(tracked)).catch(() => undefined)
      working.add(tracked)
    },
    settle,
    clear() {
      jobs.clear()
      arm()
    },
  }
}
