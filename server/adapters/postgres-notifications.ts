import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/**
 * Milliseconds between tries to hear again, between questions whether the line still stands, and for their answers. Prices are
 * never older than a second: a line that falls silent has to be noticed within one.
 */
const againAfter = 250
const askEvery = 250
const answerWithin = 700

/**
 * Listens to a channel of the database for as long as it takes. `onHearing` when news arrives from now on, `onDeaf` when
 * it does not any more: between the two of them nothing is missed.
 */
export function subscribe({
  connection,
  channel,
  onNews,
  onHearing,
  onDeaf,
  askEveryMs = askEvery,
}: {
  connection: pg.PoolConfig
  channel: string
  onNews: () => void
  onHearing: () => void
  onDeaf: () => void
  askEveryMs?: number
}): { close(): Promise<void> } {
  // A pool of one, because it knows how to make connections to wherever the database is now.
  const pool = new pg.Pool({
    ...{ ...connection, max: 1, connectionTimeoutMillis: 2_000 },
    ...{ query_timeout: answerWithin, application_name: 'shop news' },
  })
  pool.on('error', () => {})
  const closing = new AbortController()
  const pause = (ms: number, signal = closing.signal) => wait(ms, undefined, { signal }).catch(() => {})

  async function hear(): Promise<void> {
    const client = await pool.connect()
    const lost = new AbortController()
    // Once for each line: what breaks late of one that was left must not speak for the next.
    lost.signal.addEventListener('abort', onDeaf, { once: true })
    const leave = () => lost.abort()
    client.on('error', leave)
    client.on('end', leave)
    client.on('notification', onNews)
    const over = AbortSignal.any([closing.signal, lost.signal])
    try {
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      lost.signal.throwIfAborted()
      onHearing()
      while (!over.aborted) {
        await client.query('select 1')
        await pause(askEveryMs, over)
      }
    } finally {
      leave()
      client.release(true)
    }
  }

  async function keepHearing(): Promise<void> {
    while (!closing.signal.aborted) {
      await hear().catch(() => {})
      await pause(againAfter)
    }
  }

  const hearing = keepHearing()
  return {
    async close() {
      closing.abort()
      await hearing
      await pool.end()
    },
  }
}
