import { setTimeout as delay } from 'node:timers/promises'
import type { StartLog } from './embedded-postgres.ts'
import { type Launch, launchPostgres, type PostgresProcess } from './process.ts'

/** Milliseconds from an end to the next start: a disk that is full stays so for a while, and trying costs little. */
const againAfterMs = 1_000

/** Milliseconds that the database must have lived for its end to be news, if it is the same again. */
const calmAfterMs = 60_000

/**
 * Starts the private database again whenever it ends by itself, as it does when its log finds no room on the disk. It
 * comes back in its place, where those who were connected look for it, and with all that it had committed. `end` is for
 * whoever closes the shop: `stop` ends the one that runs, and none is started after it.
 */
export function keepPostgres({
  server: first,
  launch,
  log,
}: {
  server: PostgresProcess
  launch: Omit<Launch, 'recycledPid' | 'socketDir'>
  log: StartLog
}): { end: (stop: (server: PostgresProcess) => Promise<void>) => Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending
  let server = first
  let told: string | undefined

  /** Told once, however often it is tried. */
  function tell(problem: string): void {
    // The ids of processes stand in it.
    const kind = problem.replace(/\d+/g, '')
    if (kind !== told) log.error(`The private database ended by itself and is started again (${problem}).`)
    told = kind
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      const born = performance.now()
      await server.ended
      if (signal.aborted) return
      if (performance.now() - born > calmAfterMs) told = undefined
      try {
        tell(server.explainEnd())
        await delay(againAfterMs, undefined, { signal }).catch(() => {})
        if (!signal.aborted) server = launchPostgres({ ...launch, recycledPid: server.child.pid, socketDir: server.socketDir })
      } catch (error) {
        // The one that has ended stands for it, and is followed by the next try.
        tell((error as Error).message)
        await delay(againAfterMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  const keeping = keep()
  return {
    async end(stop) {
      ending.abort()
      await stop(server)
      await keeping
    },
  }
}
