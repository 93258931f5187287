import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../database/schema.ts'
import type { Period } from './period-rules.ts'
import { listProductParts } from './product-parts.ts'

/** Days whose sales `recent_sales` adds up. It has also what sold in as many days before. */
const recentDays = 90
/** After more days without the job all rows are counted. */
const maxDaysToMove = 30

const netUnits = sql`units - cancelled - refused - undelivered`

/** Counts the rows of some products and sizes, which `sold` selects, of the days that end with `last`. */
async function countRows({ trx, sold, last }: { trx: Transaction; sold: RawBuilder<unknown>; last: string }): Promise<void> {
  const isRecent = sql`day > ${last}::date - ${recentDays}::int`
  const sums = sql`coalesce(sum(${netUnits}) filter (where ${isRecent}), 0), coalesce(sum(sold_paise) filter (where ${isRecent}), 0),
    coalesce(sum(${netUnits}) filter (where not ${isRecent}), 0)`
  const isIn = sql`day > ${last}::date - ${2 * recentDays}::int and day <= ${last}::date`
  await sql`
    with sold as materialized (${sold}),
    deleted as (
      delete from recent_sales using sold where recent_sales.product_id = sold.product_id and (grouping = 'product' or recent_sales.size = sold.size)
    )
    select from sold
  `.execute(trx)
  await sql`
    with sold as materialized (${sold})
    insert into recent_sales (product_id, grouping, size, units, paise, units_before)
    select product_id, 'size', size, ${sums} from sold join daily_sales using (product_id, size) where ${isIn} group by 1, 3
    union all
    select product_id, 'product', '', ${sums} from (select distinct product_id from sold) as products join daily_sales using (product_id) where ${isIn} group by 1
  `.execute(trx)
}

/** One transaction after another changes the rows, because each reads what the others have counted. Returns the last day; undefined before the first count. */
async function lockRecentSales(trx: Transaction): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('recent sales', 0))`.execute(trx)
  const { rows } = await sql<{ day: string }>`select day::text as day from recent_sales_end`.execute(trx)
  return rows[0]?.day
}

interface ChangedDay {
  readonly trx: Transaction
  readonly day: string
  /** products and sizes that had sums of the day before */
  readonly removed: readonly { readonly product_id: string; readonly size: string }[]
}

/** Counts again what sold on a day whose sums were replaced. */
export async function countRecentSales({ trx, day, removed }: ChangedDay): Promise<void> {
  const last = await lockRecentSales(trx)
  if (last === undefined) return
  const sold = sql`
    select product_id, size from daily_sales where day = ${day}::date
    union
    select product_id, size from unnest(${removed.map(({ product_id }) => product_id)}::uuid[], ${removed.map(({ size }) => size)}::text[]) as removed (product_id, size)`
  await countRows({ trx, sold, last })
}

/** Lets the 90 days end today: counts what sold on the days that enter and leave them. All is counted when there are rows of an earlier version. */
export async function moveRecentSales({ database, today }: { database: Database; today: string }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const last = await lockRecentSales(trx)
    const { rows: earlier } = await sql`select from recent_sales where units_before is null limit 1`.execute(trx)
    const isComplete = earlier.length === 0
    if (last === today && isComplete) return
    const isFar = !isComplete || last === undefined || last > today || Date.parse(today) - Date.parse(last) > maxDaysToMove * 86_400_000
    if (isFar) await sql`delete from recent_sales`.execute(trx)
    const passes = (days: number) => sql`(day > ${last}::date - ${days}::int and day <= ${today}::date - ${days}::int)`
    const isMoved = isFar
      ? sql`day > ${today}::date - ${2 * recentDays}::int`
      : sql`(${sql.join([0, recentDays, 2 * recentDays].map(passes), sql` or `)})`
    for (const isOfPart of isFar ? await listProductParts({ trx }) : [sql`true`])
      await countRows({ trx, sold: sql`select distinct product_id, size from daily_sales where ${isMoved} and ${isOfPart}`, last: today })
    await sql`insert into recent_sales_end (day) values (${today}::date) on conflict (id) do update set day = excluded.day`.execute(trx)
  })
}

/** Whether `recent_sales` has the sums of this period. */
export async function hasRecentSales({ database, period: { from, to } }: { database: Database; period: Period }): Promise<boolean> {
  const { rows } = await sql`
    select from recent_sales_end where day = ${to}::date and ${to}::date - ${from}::date + 1 = ${recentDays}::int
  `.execute(database)
  return rows.length > 0
}
