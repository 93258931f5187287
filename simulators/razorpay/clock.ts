/** `manual` stands still until `advance`; `real` is the machine's time plus every advance so far. */
export type ClockMode = 'manual' | 'real'

export interface Clock {
  readonly mode: ClockMode
  /** whole seconds since 1970, the unit of every time in the API */
  seconds(): number
  /** Runs `run` once, after `seconds` on this clock. */
  schedule(input: { seconds: number; run: () => void | Promise<void> }): void
  /** Moves the time forward and runs the jobs that become due, in order, one after the other. */
  advance(input: { seconds: number }): Promise<void>
  /** Registers work that `advance` and `waitForWork` wait for, such as a webhook attempt. */
  track(input: { work: Promise<unknown> }): void
  waitForWork(): Promise<void>
  /** Removes all scheduled jobs. */
  clear(): void
}

interface Job {
  readonly at: number
  readonly run: () => void | Promise<void>
}

const MAX_TIMER_MS = 2 ** 31 - 1

export function createClock({ mode }: { mode: ClockMode }): Clock {
  const jobs = new Set<Job>()
  const pendingWork = new Set<Promise<unknown>>()
  let manualNow = Date.now()
  let offsetMs = 0
  let timer: NodeJS.Timeout | undefined
  let advancing: Promise<void> = Promise.resolve()

  const now = () => (mode === 'manual' ? manualNow : Date.now() + offsetMs)

  function moveTo(at: number) {
    if (mode === 'manual') manualNow = Math.max(manualNow, at)
    else offsetMs = Math.max(offsetMs, at - Date.now())
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
      await waitForWork()
    }
  }

  async function waitForWork() {
    while (pendingWork.size > 0) await Promise.allSettled(pendingWork)
  }

  // In real mode one timer waits for the next job. It does not keep the process alive.
  function startTimer() {
    clearTimeout(timer)
    const next = mode === 'real' ? findNext({ until: Number.POSITIVE_INFINITY }) : undefined
    if (!next) return
    const delayMs = Math.min(Math.max(next.at - now(), 0), MAX_TIMER_MS)
    timer = setTimeout(() => void advance({ seconds: 0 }), delayMs).unref()
  }

  function advance({ seconds }: { seconds: number }): Promise<void> {
    advancing = advancing
      .catch(() => undefined)
      .then(async () => {
        const until = now() + seconds * 1000
        await runDue({ until })
        moveTo(until)
        await waitForWork()
        startTimer()
      })
    return advancing
  }

  return {
    mode,
    seconds: () => Math.floor(now() / 1000),
    schedule({ seconds, run }) {
      jobs.add({ at: now() + seconds * 1000, run })
      startTimer()
    },
    advance,
    track({ work }) {
      const tracked = work.finally(() => pendingWork.delete(tracked)).catch(() => undefined)
      pendingWork.add(tracked)
    },
    waitForWork,
    clear() {
      jobs.clear()
      startTimer()
    },
  }
}
