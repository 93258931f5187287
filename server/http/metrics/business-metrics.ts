import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { formatMetric, type MetricRow } from './format-metric.ts'

/** Seconds for which a result is cached, so that frequent scrapes do not load the database. */
const [work, totals, drift] = [15, 60, 600]

/** Milliseconds that a scrape waits for the database, and that a query may take there. */
const scrapeTimeoutMs = 2_000
const queryTimeoutMs = 10_000

interface Metric {
  readonly name: string
  readonly help: string
  readonly label?: string
  /** seconds */
  readonly maxAge: number
  /** whether it is about the replica of DATABASE_READ_URL */
  readonly isOfReplica?: true
  readonly query: RawBuilder<MetricRow>
}

const age = (column: string) => sql`coalesce(extract(epoch from clock_timestamp() - min(${sql.ref(column)})), 0)::float8`

/** The age of the oldest work that is waiting, in seconds. */
const waitingSeconds = sql<MetricRow>`
  select 'order mails' as label, ${age('created_at')} as value
    from outbox_mails where state = 'waiting' and order_event_id is not null
  union all select 'contact messages', ${age('created_at')}
    from outbox_mails where state = 'waiting' and contact_message is not null
  union all select 'account mails', ${age('created_at')}
    from outbox_mails where state = 'waiting' and account_mail is not null
  union all select 'payment messages', ${age('received_at')} from payment_events where processed_at is null
  union all select 'refunds', ${age('created_at')} from refunds where status in ('requested', 'pending')
  union all select 'ended holds', ${age('hold_ends_at')} from payments
    where hold_released_at is null and order_id is null and hold_ends_at < clock_timestamp()
`

const countByStatus = (table: 'orders' | 'payments' | 'refunds') =>
  sql<MetricRow>`select status as label, count(*)::float8 as value from ${sql.table(table)} group by status`

const failedJobs = sql<MetricRow>`select name as label, count(*)::float8 as value from jobs.job where state = 'failed' group by name`

const waitingJobSeconds = sql<MetricRow>`
  select name as label, greatest(0, ${age('start_after')}) as value from jobs.job
  where state in ('created', 'retry') and start_after < clock_timestamp() group by name
`

const discrepancies = sql<MetricRow>`
  select null as label, count(*)::float8 as value
  from (
    select id from payments where discrepancy is not null union all select id from unknown_payments
    union all select id from refunds where status = 'requested' and rejections >= 6
    union all select refunds.id from refunds join payments on payments.id = payment_id join orders on orders.id = order_id
      where found_at is not null and refunds.status <> 'failed' and orders.status <> 'Cancelled'
    union all select id from disputes where status in ('open', 'lost')
  ) as discrepancies
  where not exists (select from resolved_discrepancies where subject_id = discrepancies.id)
`

const driftedProducts = sql<MetricRow>`
  select null as label, count(*)::float8 as value from products
  left join (select product_id, sum(change) as moved_stock from stock_movements group by product_id) moved on product_id = id
  where stock <> coalesce(moved_stock, 0)
`

/** In seconds. Of a shop without a backup it is the age of the shop. */
const backupAge = sql<MetricRow>`
  select null as label, extract(epoch from clock_timestamp() - coalesce(
    (select max(finished_at) from backups), (select min(timestamp)::timestamptz from kysely_migration)
  ))::float8 as value
`

/** Without the right of pg_monitor the state of a standby is null: then no row. */
const standbys = sql<MetricRow>`
  select replication as label, count(pid)::float8 as value
  from (values ('synchronous'), ('asynchronous')) as kinds (replication)
  left join pg_stat_replication on replication = case when sync_state in ('sync', 'quorum') then 'synchronous' else 'asynchronous' end
  where not exists (select from pg_stat_replication where sync_state is null) group by replication
`

const metrics: readonly Metric[] = [
  { name: 'shop_waiting_seconds', help: 'Age of the oldest waiting work, 0 for none', label: 'work', maxAge: work, query: waitingSeconds },
  { name: 'shop_jobs_failed', help: 'Jobs of the last day that failed after all retries', label: 'job', maxAge: work, query: failedJobs },
  { name: 'shop_jobs_waiting_seconds', help: 'Delay of the oldest due job', label: 'job', maxAge: work, query: waitingJobSeconds },
  { name: 'shop_payment_mismatches', help: 'Payments that need review', maxAge: work, query: discrepancies },
  { name: 'shop_orders', help: 'Orders by status', label: 'status', maxAge: totals, query: countByStatus('orders') },
  { name: 'shop_payments', help: 'Card payments by status', label: 'status', maxAge: totals, query: countByStatus('payments') },
  { name: 'shop_refunds', help: 'Refunds by status', label: 'status', maxAge: totals, query: countByStatus('refunds') },
  { name: 'shop_backup_age_seconds', help: 'Age of the last backup of npm run backup', maxAge: totals, query: backupAge },
  {
    name: 'shop_standbys',
    help: 'Servers that replicate the database, where DATABASE_READ_URL is set',
    label: 'replication',
    maxAge: work,
    isOfReplica: true,
    query: standbys,
  },
  { name: 'shop_stock_drift_products', help: 'Products whose stock differs from its movements', maxAge: drift, query: driftedProducts },
]

/** Runs one query with a timeout of its own. */
async function readRows({ database, query }: { database: Database; query: RawBuilder<MetricRow> }): Promise<MetricRow[]> {
  const transaction = database.transaction().setAccessMode('read only')
  return transaction.execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(queryTimeoutMs)}, true)`.execute(trx)
    return (await query.execute(trx)).rows
  })
}

const databaseUp = { name: 'shop_database_up', help: 'Whether the database answers' }

/** Metrics that are read from the database. A result is cached until it is `maxAge` old. */
export function createBusinessMetrics({ database, hasReplica }: { database: Database; hasReplica: boolean }) {
  const cache = new Map<Metric, { rows: MetricRow[]; readAt: number }>()
  let refreshing: Promise<boolean> | undefined

  /** Runs the queries one after another, so that a scrape takes one connection only. */
  async function refresh(): Promise<boolean> {
    try {
      await sql`select 1`.execute(database)
    } catch {
      return false
    }
    for (const metric of metrics) {
      if (metric.isOfReplica && !hasReplica) continue
      const { readAt } = cache.get(metric) ?? { readAt: Number.NEGATIVE_INFINITY }
      if (performance.now() - readAt < metric.maxAge * 1000) continue
      // A metric whose query fails is left out; the others are still reported.
      const rows = await readRows({ database, query: metric.query }).catch(() => [])
      cache.set(metric, { rows, readAt: performance.now() })
    }
    return true
  }

  return {
    /** The metrics in the Prometheus text format. Never rejects; a database that does not answer is reported as down. */
    async read(): Promise<string> {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      const isUp = await Promise.race([refreshing, delay(scrapeTimeoutMs, false, { ref: false })])
      // Old values would look like current ones.
      if (!isUp) cache.clear()
      const texts = metrics.map((metric) => formatMetric({ ...metric, rows: cache.get(metric)?.rows ?? [] }))
      return [formatMetric({ ...databaseUp, rows: [{ label: null, value: Number(isUp) }] }), ...texts, ''].join('\n')
    },
  }
}
