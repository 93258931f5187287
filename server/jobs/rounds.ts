import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between rounds while they fail, so that a lost database does not fill the log. */
const afterFailureMs = 30_000

export interface Rounds {
  /** ends after the round in hand */
  stop(): Promise<void>
}

/**
 * Does the work again and again, with a pause between. What is to be done stands in the database, so nothing is lost
 * when the process ends. `work` tells of its failures itself.
 */
export function startRounds({ everyMs, work }: { everyMs: number; work: (ending: AbortSignal) => Promise<void> }): Rounds {
  const ending = new AbortController()
  const { signal } = ending

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pause = await work(signal).then(
        () => everyMs,
        () => Math.max(everyMs, afterFailureMs),
      )
      await delay(pause, undefined, { signal }).catch(() => {})
    }
  }

  const ended = run()
  return {
    async stop() {
      ending.abort()
      await ended
    },
  }
}
