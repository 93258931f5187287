import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database/schema.ts'
import { isListed } from '../orders/edits/archive-order.ts'

/** Other orders of the person of `placed` that figures count. */
const others = (where: RawBuilder<unknown>) => sql`
  from orders as other where other.customer_key = placed.customer_key and other.id <> placed.id
    and other.exchange_return_id is null and ${isListed(sql.ref('other.id'))} and ${where}
`

/**
 * Replaces the sums of a day about the persons whose first order was placed on it. `placed` selects its orders, with where they come from as
 * `kind` and `source`.
 */
export async function countBuyers({ trx, day, placed }: { trx: Transaction; day: string; placed: RawBuilder<unknown> }): Promise<void> {
  await trx.deleteFrom('daily_buyers').where('day', '=', day).execute()
  const isEarlier = sql`(other.placed_at, other.id) < (placed.placed_at, placed.id)`
  await sql`
    with placed as materialized (${placed}),
    named as (
      select placed.*, is_taken_away and customer_key = id::text as is_unnamed from placed
    ),
    first_orders as (
      select kind, source, is_unnamed, second.placed_at as second_at,
        case when not is_unnamed then (select count(*) ${others(sql`true`)}) end as further
      from named as placed left join lateral (
        select other.placed_at ${others(sql`true`)} and not is_unnamed order by other.placed_at, other.id limit 1
      ) as second on true
      where is_unnamed or not exists (select ${others(isEarlier)})
    )
    insert into daily_buyers (day, kind, source, persons, again, days_to_second, orders, unnamed)
    select ${day}::date, kind, source, count(*) filter (where not is_unnamed), count(second_at),
      coalesce(sum((second_at at time zone 'Asia/Kolkata')::date - ${day}::date), 0), coalesce(sum(further + 1), 0), count(*) filter (where is_unnamed)
    from first_orders group by 2, 3
  `.execute(trx)
}
