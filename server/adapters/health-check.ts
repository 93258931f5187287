import pg from 'pg'

/** What a PostgreSQL says of its place among others of the same cluster. */
export interface Standing {
  /** a standby: it replays what another one writes */
  readonly recovering: boolean
  /** how far it has written or replayed, in bytes of the log; null before the first replay */
  readonly position: number | null
  /** grows by one at each promotion; null on a standby */
  readonly timeline: number | null
  /** tells two servers apart */
  readonly startedAt: string
}

export interface HealthCheck {
  /** undefined when it does not answer within a second */
  look(): Promise<Standing | undefined>
  close(): Promise<void>
}

const patienceMs = 1_000

const question = `
  select recovering, startedAt as "startedAt",
    (case when recovering then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn)::bigint as position,
    case when not recovering then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline
  from (select pg_is_in_recovery() as recovering, pg_postmaster_start_time()::text as startedAt) standing
`

/** One connection of its own, so that a look never waits for shoppers. */
export function createHealthCheck({ connection }: { connection: pg.PoolConfig }): HealthCheck {
  const patience = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
  const pool = new pg.Pool({ ...connection, ...patience, max: 1, application_name: 'shop probe' })
  // A connection that breaks while idle is found out by the next look.
  pool.on('error', () => {})
  return {
    async look() {
      try {
        const { rows } = await pool.query<Omit<Standing, 'timeline'> & { timeline: string | null }>(question)
        const [row] = rows
        return row && { ...row, timeline: row.timeline === null ? null : Number.parseInt(row.timeline, 16) }
      } catch {
        return undefined
      }
    },
    close: () => pool.end(),
  }
}
