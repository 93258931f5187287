import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** A silent connection is noticed within heartbeat + timeout: less than a second. */
const heartbeatMs = 250
const queryTimeoutMs = 700
const reconnectMs = { min: 250, max: 2_000 }

interface SubscriptionOptions {
  readonly connection: pg.ClientConfig
  readonly channels: readonly string[]
  readonly onNotification: (channel: string, payload: string | undefined) => void
  readonly onConnected: () => void
  readonly onDisconnected: () => void
}

/**
 * Listens to channels and reconnects when the connection is lost. No notification is missed between `onConnected` and
 * `onDisconnected`; outside of that interval some may be.
 */
export function subscribe({ connection, channels, onNotification, onConnected, onDisconnected }: SubscriptionOptions) {
  const closing = new AbortController()
  let pauseMs = reconnectMs.min

  /** Listens until the connection is lost or the subscription is closed. */
  async function listen(): Promise<void> {
    const timeouts = { connectionTimeoutMillis: 2_000, query_timeout: queryTimeoutMs }
    const client = new pg.Client({ ...connection, ...timeouts, application_name: 'shop notifications' })
    const lost = new AbortController()
    const signal = AbortSignal.any([closing.signal, lost.signal])
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    client.on('notification', ({ channel, payload }) => onNotification(channel, payload))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      signal.throwIfAborted()
      signal.addEventListener('abort', onDisconnected, { once: true })
      pauseMs = reconnectMs.min
      onConnected()
      while (!signal.aborted) {
        await client.query('select 1')
        await delay(heartbeatMs, undefined, { signal })
      }
    } finally {
      lost.abort()
      await client.end()
    }
  }

  async function listenUntilClosed(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch(() => {})
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, reconnectMs.max)
    }
  }

  const listening = listenUntilClosed()
  return {
    async close(): Promise<void> {
      closing.abort()
      await listening
    },
  }
}
