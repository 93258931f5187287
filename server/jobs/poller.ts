import { setTimeout as delay } from 'node:timers/promises'

/** Most milliseconds between rounds while they fail, so that a database that stays away does not fill the log. */
const longestMs = 30_000

export interface Rounds {
  /** ends after the round in hand */
  stop(): Promise<void>
}

/**
 * Milliseconds until the next round, after so many that failed one after another: soon at first, because most failures
 * are a failover or a restart of the database, then ever later.
 */
export function choosePause({ everyMs, failures }: { everyMs: number; failures: number }): number {
  return Math.max(everyMs, Math.min(everyMs * 2 ** Math.max(0, failures - 1), longestMs))
}

/**
 * Does the work again and again, with a pause between. What is to be done stands in the database, so nothing is lost
 * when the process ends. `work` tells of its failures itself.
 */
export function startRounds({ everyMs, work }: { everyMs: number; work: (ending: AbortSignal) => Promise<void> }): Rounds {
  const ending = new AbortController()
  const { signal } = ending

  async function run(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      failures = await work(signal).then(
        () => 0,
        () => failures + 1,
      )
      await delay(choosePause({ everyMs, failures }), undefined, { signal }).catch(() => {})
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
