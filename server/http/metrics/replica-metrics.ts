import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { formatMetric, type MetricRow } from './format-metric.ts'

/** Milliseconds that a scrape waits for the replica. */
const timeoutMs = 2_000

/**
 * Seconds since the last change that the replica has made, which is a minute at most, because the jobs of the shop write every minute. Since
 * its start when it has made none; no row when the server is not a replica.
 */
const lagSeconds = sql<MetricRow>`
  select null as label, extract(epoch from clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8 as value
  where pg_is_in_recovery()
`

async function readLag(replica: Database): Promise<{ isUp: boolean; lag: MetricRow[] }> {
  await sql`select 1`.execute(replica)
  // A managed service may refuse these functions: the lag is left out then.
  const lag = await lagSeconds.execute(replica).catch(() => ({ rows: [] }))
  return { isUp: true, lag: lag.rows }
}

/** Metrics of the database of DATABASE_READ_URL in the Prometheus text format; without values when `replica` is undefined. Never rejects. */
export async function readReplicaMetrics({ replica }: { replica: Database | undefined }): Promise<string> {
  const down = { isUp: false, lag: [] }
  const { isUp, lag } = replica ? await Promise.race([readLag(replica).catch(() => down), delay(timeoutMs, down, { ref: false })]) : down
  return [
    formatMetric({
      name: 'shop_replica_up',
      help: 'Whether the database of DATABASE_READ_URL answers',
      rows: replica ? [{ label: null, value: Number(isUp) }] : [],
    }),
    formatMetric({ name: 'shop_replica_lag_seconds', help: 'Age of what reports read from DATABASE_READ_URL', rows: lag }),
    '',
  ].join('\n')
}
