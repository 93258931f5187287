import { sql } from 'kysely'
import { retention } from '#contract/kernel/limits/retention.ts'
import type { Transaction } from '../database/schema.ts'
import { isListed } from '../orders/edits/archive-order.ts'
import { countBuyers } from './count-buyers.ts'

/** The orders placed on a day in India that figures count, as `placed`. */
export const selectPlaced = (day: string) => sql`
  select id, status, user_id, customer_key, is_taken_away, placed_at, to_pay_paise,
    status not in ('Cancelled', 'Refused', 'Undelivered') as is_sold,
    exists (select from order_events where order_id = orders.id and event = 'Placed' and actor = 'admin') as is_entered
  from orders
  where placed_at >= ${day}::date::timestamp at time zone 'Asia/Kolkata'
    and placed_at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'
    and exchange_return_id is null and ${isListed(sql.ref('orders.id'))}
`

/** Whether the sums of a day stay as they are, because where its orders came from is deleted soon, or is deleted already. */
async function isFinal({ trx, day }: { trx: Transaction; day: string }): Promise<boolean> {
  const { rows } = await sql<{ isFinal: boolean }>`
    select ${day}::date <= (now() at time zone 'Asia/Kolkata')::date - ${retention.referralDays - 1}::int
      and exists (select from daily_order_sources where day = ${day}::date and source <> '') as "isFinal"
  `.execute(trx)
  return rows[0]?.isFinal ?? false
}

/** Replaces the sums of a day by where its orders come from, and about the persons who ordered first on it. */
export async function countSources({ trx, day }: { trx: Transaction; day: string }): Promise<void> {
  if (await isFinal({ trx, day })) return
  await trx.deleteFrom('daily_order_sources').where('day', '=', day).execute()
  const sources = selectSources(day)
  await sql`
    with sources as materialized (${sources})
    insert into daily_order_sources (day, kind, source, medium, campaign, orders, cancelled, not_taken, returned, sold_paise)
    select ${day}::date, kind, source, medium, campaign, count(*), count(*) filter (where status = 'Cancelled'),
      count(*) filter (where status in ('Refused', 'Undelivered')), count(*) filter (where is_returned),
      coalesce(sum(to_pay_paise) filter (where is_sold), 0)
    from sources group by 2, 3, 4, 5
  `.execute(trx)
  await countBuyers({ trx, day, placed: sources })
}

/** The orders of a day with where they come from, and whether an item of them came back. The checkout of an assistant counts before the visit. */
const selectSources = (day: string) => sql`
  select placed.*,
    case when is_entered then 'entered' when assistant.order_id is null and referral.order_id is null then 'not known' else 'visit' end as kind,
    coalesce(left(agent_name, 100), source, '') as source,
    case when assistant.order_id is null then coalesce(medium, '') else 'assistant' end as medium,
    case when assistant.order_id is null then coalesce(campaign, '') else '' end as campaign,
    exists (
      select from returns join return_lines on return_id = returns.id
      where returns.order_id = placed.id and state in ('received', 'settled') and refunded > 0
    ) as is_returned
  from (${selectPlaced(day)}) as placed 
  left join order_referrals as referral on referral.order_id = placed.id
  left join ucp_orders as assistant on assistant.order_id = placed.id
`
