import pg from 'pg'

const timeoutMs = 1_000

/** Checks the database over its own connection, so that a check does not queue behind requests. */
export function createHealthCheck({ connection }: { connection: pg.PoolConfig }) {
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  const pool = new pg.Pool({ ...connection, ...timeouts, max: 1, application_name: 'shop health' })
  // The next ping opens a new connection.
  pool.on('error', () => {})
  return {
    /** true when the database answers within a second; to a prepared statement, because those of requests are */
    ping: (): Promise<boolean> =>
      pool.query({ name: 'shop health', text: 'select 1' }).then(
        () => true,
        () => false,
      ),
    close: () => pool.end(),
  }
}

export type HealthCheck = ReturnType<typeof createHealthCheck>
