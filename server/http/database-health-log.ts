import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Milliseconds between looks whether the database is back, and without a new failure until an outage counts as over. */
const usualPace = { lookEveryMs: 1_000, quietMs: 5_000 }

/**
 * Tells the log of a database that is down, once, and once that it is back: not once for each shopper who notices.
 * `close` ends the looking.
 */
export function createOutages({
  database,
  log,
  pace: { lookEveryMs, quietMs } = usualPace,
}: {
  database: Database
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  pace?: typeof usualPace
}) {
  const closing = new AbortController()
  let lastFailure = 0
  let isDown = false

  async function followUntilBack(): Promise<void> {
    const began = performance.now()
    while (!closing.signal.aborted) {
      await delay(lookEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (performance.now() - lastFailure < quietMs) continue
      const answers = await sql`select 1`.execute(database).then(
        () => true,
        () => false,
      )
      if (!answers) continue
      isDown = false
      log.info({ seconds: Math.round((performance.now() - began) / 1000) }, 'the database is back')
      return
    }
  }

  return {
    /** A request failed for want of the database. */
    note(err: unknown): void {
      lastFailure = performance.now()
      if (isDown) return
      isDown = true
      log.error({ err }, 'the database is down: requests that need it are answered 503 until it is back')
      void followUntilBack()
    },
    close: () => closing.abort(),
  }
}

export type Outages = ReturnType<typeof createOutages>
