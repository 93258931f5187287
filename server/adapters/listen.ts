import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds between tries to hear again, and between questions whether the line still stands. */
const againAfter = 250
const askEvery = 1_000

/**
 * Listens to a channel of the database for as long as it takes. `onHearing` when news arrives from now on, `onDeaf` when
 * it does not any more: between the two of them nothing is missed.
 */
export function listenFor({
  connection,
  channel,
  onNews,
  onHearing,
  onDeaf,
}: {
  connection: pg.PoolConfig
  channel: string
  onNews: () => void
  onHearing: () => void
  onDeaf: () => void
}): { close(): Promise<void> } {
  // A pool of one, because it knows how to make connections to wherever the database is now.
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 2_000, query_timeout: 2_000, application_name: 'shop news' })
  pool.on('error', () => {})
  const closing = new AbortController()
  const pause = (ms: number) => wait(ms, undefined, { signal: closing.signal }).catch(() => {})

  async function hear(): Promise<void> {
    const client = await pool.connect()
    // A connection that breaks is noticed by the next question at the latest; without a listener it would end the process.
    client.on('error', () => {})
    client.on('notification', onNews)
    try {
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onHearing()
      while (!closing.signal.aborted) {
        await client.query('select 1')
        await pause(askEvery)
      }
    } finally {
      onDeaf()
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
