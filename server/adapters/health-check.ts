import pg from 'pg'

export interface HealthCheck {
  /** true when the database answers within a second */
  ping(): Promise<boolean>
  close(): Promise<void>
}

const timeoutMs = 1_000

/** Checks the database over its own connection, so that a check does not queue behind requests. */
export function createHealthCheck({ connection }: { connection: pg.PoolConfig }): HealthCheck {
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  const pool = new pg.Pool({ ...connection, ...timeouts, max: 1, application_name: 'shop health' })
  // The next ping opens a new connection.
  pool.on('error', () => {})
  return {
    ping: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () => pool.end(),
  }
}
