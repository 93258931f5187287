import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { addDays, type Period } from './period-rules.ts'
import { listProductParts } from './product-parts.ts'

/** Days of which views may still be added: today, and yesterday when a batch of them comes after midnight. */
const openDays = 2
const recentDays = 90
const storedDays = recentDays - openDays
/** After more days without the job all products are counted. */
const maxDaysToMove = 30

/** Lets the days of `recent_views` end the day before yesterday: counts the products that were looked at on days that enter or leave them. */
export async function moveRecentViews({ database, today }: { database: Database; today: string }): Promise<void> {
  const end = addDays(today, -openDays)
  await database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('recent views', 0))`.execute(trx)
    const { rows } = await sql<{ day: string }>`select day::text as day from recent_views_end`.execute(trx)
    const last = rows[0]?.day
    if (last === end) return
    const isFar = last === undefined || last > end || last < addDays(end, -maxDaysToMove)
    const isIn = sql`(day > ${end}::date - ${storedDays + recentDays}::int and day <= ${end}::date)`
    const passes = (days: number) => sql`(day > ${last}::date - ${days}::int and day <= ${end}::date - ${days}::int)`
    const isMoved = isFar ? isIn : sql`(${sql.join([0, storedDays, storedDays + recentDays].map(passes), sql` or `)})`
    const moved = sql`select distinct product_id from daily_product_views where ${isMoved}`
    await (isFar ? sql`delete from recent_views` : sql`delete from recent_views where product_id in (${moved})`).execute(trx)
    const isRecent = sql`day > ${end}::date - ${storedDays}::int`
    for (const isCounted of isFar ? await listProductParts({ trx }) : [sql`product_id in (${moved})`])
      await sql`
        insert into recent_views (product_id, views, views_before)
        select product_id, coalesce(sum(views) filter (where ${isRecent}), 0), coalesce(sum(views) filter (where not ${isRecent}), 0)
        from daily_product_views where ${isIn} and ${isCounted} group by 1
      `.execute(trx)
    await sql`insert into recent_views_end (day) values (${end}::date) on conflict (id) do update set day = excluded.day`.execute(trx)
  })
}

/** Whether `recent_views` and `recent_sales` have the sums of this period and of the one before. */
export async function hasRecentViews({ database, period: { from, to } }: { database: Database; period: Period }): Promise<boolean> {
  if (from !== addDays(to, 1 - recentDays)) return false
  const { rows } = await sql`
    select from recent_views_end, recent_sales_end
    where recent_views_end.day = ${to}::date - ${openDays}::int and recent_sales_end.day = ${to}::date
      and not exists (select from recent_sales where units_before is null)
  `.execute(database)
  return rows.length > 0
}

/** Views of each product in the last 90 days and in those before. */
export const selectRecentViews = ({ to }: Period) => sql`
  select product_id, coalesce(stored.views, 0) + coalesce(latest.views, 0) as views, coalesce(views_before, 0) as "viewsBefore"
  from recent_views as stored full join (
    select product_id, sum(views)::int as views from daily_product_views
    where day > ${to}::date - ${openDays}::int and day <= ${to}::date group by 1
  ) as latest using (product_id)`

/** Items sold of each product in the same days. */
export const selectRecentUnits = sql`select product_id, units, units_before as "unitsBefore" from recent_sales where grouping = 'product'`
