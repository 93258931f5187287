import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Seconds that a figure is kept: a scrape never costs more than these questions in that time, however often it comes. */
const keptFor = { figures: 15, totals: 60, drift: 600 } as const

/** Milliseconds that a scrape waits for the database, and that a question may take there. */
const patienceMs = 2_000
const questionMs = 10_000

type Row = { label: string | null; value: number }

interface Figure {
  readonly name: string
  readonly help: string
  readonly label?: string
  readonly keptFor: number
  readonly question: RawBuilder<Row>
}

const age = (column: string) => sql`coalesce(extract(epoch from clock_timestamp() - min(${sql.ref(column)})), 0)::float8`

/** What has to be done and is late: the age of the oldest, in seconds. */
const waiting = sql<Row>`
  select 'order mails' as label, ${age('happened_at')} as value
    from order_mails join order_events on order_events.id = event_id where state = 'waiting'
  union all select 'contact messages', ${age('written_at')} from contact_messages
  union all select 'payment messages', ${age('received_at')} from payment_events where processed_at is null
  union all select 'refunds', ${age('created_at')} from refunds where status in ('requested', 'pending')
  union all select 'ended holds', ${age('hold_ends_at')} from payments
    where hold_released_at is null and order_id is null and hold_ends_at < clock_timestamp()
`

const figures: readonly Figure[] = [
  {
    name: 'shop_waiting_seconds',
    help: 'Age of the oldest piece of work that waits, 0 for none',
    label: 'work',
    keptFor: keptFor.figures,
    question: waiting,
  },
  {
    name: 'shop_jobs_failed',
    help: 'Jobs that were tried for two days and stay as failed',
    label: 'job',
    keptFor: keptFor.figures,
    question: sql`select name as label, count(*)::float8 as value from jobs.job where state = 'failed' group by name`,
  },
  {
    name: 'shop_jobs_waiting_seconds',
    help: 'For how long the oldest job has been due without being taken',
    label: 'job',
    keptFor: keptFor.figures,
    question: sql`
      select name as label, greatest(0, ${age('start_after')}) as value from jobs.job
      where state in ('created', 'retry') and start_after < clock_timestamp() group by name
    `,
  },
  {
    name: 'shop_payment_mismatches',
    help: 'Payments of another amount than was asked for, or for a checkout that is not known, which a person must look at',
    keptFor: keptFor.figures,
    question: sql`
      select null as label, count(*)::float8 as value
      from (select from payments where discrepancy is not null union all select from unknown_payments) as mismatched
    `,
  },
  {
    name: 'shop_orders',
    help: 'Orders by their state',
    label: 'status',
    keptFor: keptFor.totals,
    question: sql`select status as label, count(*)::float8 as value from orders group by status`,
  },
  {
    name: 'shop_payments',
    help: 'Card payments by their state',
    label: 'status',
    keptFor: keptFor.totals,
    question: sql`select status as label, count(*)::float8 as value from payments group by status`,
  },
  {
    name: 'shop_refunds',
    help: 'Refunds by their state',
    label: 'status',
    keptFor: keptFor.totals,
    question: sql`select status as label, count(*)::float8 as value from refunds group by status`,
  },
  {
    name: 'shop_stock_drift_products',
    help: 'Products whose stock is not what their movements come to; 0 is right',
    keptFor: keptFor.drift,
    question: sql`
      select null as label, count(*)::float8 as value from products
      left join (select product_id, sum(change) as pieces from stock_movements group by product_id) moved on product_id = id
      where stock <> coalesce(moved.pieces, 0)
    `,
  },
]

/** One question, ended by the database when it takes too long. */
async function ask({ database, figure }: { database: Database; figure: Figure }): Promise<Row[]> {
  return database
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(questionMs)}, true)`.execute(trx)
      return (await figure.question.execute(trx)).rows
    })
}

function write({ name, help, label }: Pick<Figure, 'name' | 'help' | 'label'>, rows: readonly Row[]): string {
  const values = rows.map((row) => `${name}${label ? `{${label}="${row.label}"}` : ''} ${row.value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...values].join('\n')
}

const isUp = { name: 'shop_database_up', help: 'Whether the database answers' }

/** The shop's figures from the database, asked for when they are read and are no longer fresh. */
export function createFigures({ database }: { database: Database }) {
  const kept = new Map<Figure, { rows: Row[]; askedAt: number }>()
  let asking: Promise<boolean> | undefined

  /** One question after another, so that a scrape takes one connection and not all of the shoppers'. */
  async function refresh(): Promise<boolean> {
    try {
      await sql`select 1`.execute(database)
    } catch {
      return false
    }
    for (const figure of figures) {
      const { askedAt } = kept.get(figure) ?? { askedAt: Number.NEGATIVE_INFINITY }
      if (performance.now() - askedAt < figure.keptFor * 1000) continue
      // A question that fails is missing: the others still count.
      const rows = await ask({ database, figure }).catch(() => [])
      kept.set(figure, { rows, askedAt: performance.now() })
    }
    return true
  }

  return {
    /** In the Prometheus text format. Never throws, and never takes long: a database that does not answer is a figure, too. */
    async read(): Promise<string> {
      asking ??= refresh().finally(() => {
        asking = undefined
      })
      const answered = await Promise.race([asking, delay(patienceMs, false, { ref: false })])
      // An old figure would look like a true one.
      if (!answered) kept.clear()
      const texts = figures.map((figure) => write(figure, kept.get(figure)?.rows ?? []))
      return [write(isUp, [{ label: null, value: answered ? 1 : 0 }]), ...texts, ''].join('\n')
    },
  }
}
