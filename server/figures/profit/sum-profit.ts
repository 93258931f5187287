import { type RawBuilder, sql } from 'kysely'
import { isOnDays } from '../changed-ranges.ts'
import type { Period } from '../period-rules.ts'

const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Asia/Kolkata')::date`

interface Events {
  readonly event: string
  readonly ranges: readonly Period[]
  /** whether it counts also where shoppers do not see it */
  readonly isAlsoInternal?: boolean
}

/** Orders whose last event of a kind is on one of the days. */
const lastEvents = ({ event, ranges, isAlsoInternal = false }: Events) => {
  const isCounted = (events: string) =>
    sql`${sql.ref(`${events}.event`)} = ${sql.lit(event)} ${isAlsoInternal ? sql`` : sql`and not ${sql.ref(`${events}.internal`)}`}`
  return sql`
    select ${dayOf(sql`happened_at`)} as day, order_id, max(happened_at) as at from order_events as events
    where ${isCounted('events')} and ${isOnDays(sql`happened_at`, ranges)} and not exists (
      select from order_events as later where later.order_id = events.order_id and ${isCounted('later')}
        and later.happened_at > events.happened_at and ${dayOf(sql`later.happened_at`)} > ${dayOf(sql`events.happened_at`)}
    )
    group by 1, 2`
}

/** The common table expression `sums`: rows of `daily_profit` of days, counted now. Each order counts on the day of the last event of its kind. */
export const sumProfit = (ranges: readonly Period[]) => sql`
    sold as materialized (
      select orders.id, last.at, last.day, total_paise, adjustment_paise
      from (${lastEvents({ event: 'Delivered', ranges })}) as last join orders on orders.id = order_id where status = 'Delivered'
    ),
    adjusted as materialized (
      select sold.id, coalesce(sum(amount_paise) filter (where kind = 'fee'), 0) as charges,
        coalesce(sum(amount_paise) filter (where kind = 'discount' and source = 'exchange'), 0) as exchanged
      from sold join order_adjustments on order_id = sold.id group by 1
    ),
    amounts as (
      select day, sum(total_paise + coalesce(exchanged, 0)) as items, sum(coalesce(charges, 0)) as charges,
        sum(adjustment_paise - coalesce(charges, 0) - coalesce(exchanged, 0)) as discounts
      from sold left join adjusted using (id) group by 1
    ),
    lines as (
      select day, sum(cost_paise * quantity) as cost, sum(subtotal_paise + order_lines.adjustment_paise) as sales,
        sum(subtotal_paise + order_lines.adjustment_paise) filter (where cost_paise is null) as unknown
      from sold join order_lines on order_id = sold.id group by 1
    ),
    back as (
      select ${dayOf(sql`settled_at`)} as day, sum(coalesce(return_lines.credit_paise, return_lines.refund_paise)) filter (where returns.kind = 'refund') as amount,
        sum(restocked * cost_paise) as cost
      from returns join return_lines on return_id = returns.id
      join order_lines on order_lines.order_id = return_lines.order_id and order_lines.line = return_lines.line
      where state = 'settled' and ${isOnDays(sql`settled_at`, ranges)} group by 1
    ),
    reduced as (
      select ${dayOf(sql`reduced_at`)} as day, sum(amount_paise) as amount from price_reductions join orders on orders.id = order_id
      where status = 'Delivered' and ${isOnDays(sql`reduced_at`, ranges)} group by 1
    ),
    taxes as (
      select day, sum(case kind when 'credit note' then -1 else 1 end * (cgst_paise + sgst_paise + igst_paise)) as tax
      from (
        select day, kind, cgst_paise, sgst_paise, igst_paise from sold join documents on order_id = sold.id and issued_at <= at
        union all
        select ${dayOf(sql`issued_at`)}, documents.kind, cgst_paise, sgst_paise, igst_paise from documents join orders on orders.id = order_id
        where status = 'Delivered' and ${isOnDays(sql`issued_at`, ranges)} and issued_at > (
          select max(happened_at) from order_events where order_id = orders.id and event = 'Delivered' and not internal
        )
      ) as taxed group by 1
    ),
    damaged as (
      select day, sum(cost_paise * quantity) as cost from (${lastEvents({ event: 'Parcel received', ranges, isAlsoInternal: true })}) as received
      join orders on orders.id = order_id join order_lines using (order_id) where returned_parcel = 'damaged' group by 1
    ),
    sent as (
      select day, count(*) as parcels from (${lastEvents({ event: 'Shipped', ranges })}) as last join orders on orders.id = order_id
      where status in ('Shipped', 'Delivered', 'Refused', 'Undelivered') and not is_taken_away group by 1
    ),
    not_taken as (
      select day, count(*) as parcels
      from (${lastEvents({ event: 'Refused', ranges })} union all ${lastEvents({ event: 'Undelivered', ranges })}) as last join orders on orders.id = order_id
      where status in ('Refused', 'Undelivered') group by 1
    ),
    picked_up as (
      select ${dayOf(sql`coalesce(pickup_booked_at, accepted_at)`)} as day, count(*) as parcels from returns
      where handover = 'pickup' and state in ('picked up', 'received', 'settled') and ${isOnDays(sql`coalesce(pickup_booked_at, accepted_at)`, ranges)}
      group by 1
    ),
    paid as (
      select ${dayOf(sql`captured_at`)} as day, sum(fee_paise) as fees, array_agg(captured.amount_paise) filter (where fee_paise is null) as payments
      from captured_payments as captured
      left join settlement_rows on entity_id = provider_payment_id and settlement_rows.kind = 'payment'
      where ${isOnDays(sql`captured_at`, ranges)} group by 1
    ),
    sums as (
      select day, key, coalesce(sum(paise), 0)::bigint as paise, sum(count)::int as count, '{}'::bigint[] as payments from (
        select day, 'items' as key, items as paise, 0 as count from amounts
        union all select day, 'charges', charges, 0 from amounts
        union all select day, 'discounts', discounts, 0 from amounts
        union all select day, 'returned', -amount, 0 from back
        union all select day, 'returned', -amount, 0 from reduced
        union all select day, 'tax', -tax, 0 from taxes
        union all select day, 'goods', -cost, 0 from lines
        union all select day, 'goods', cost, 0 from back
        union all select day, 'goods', -cost, 0 from damaged
        union all select day, 'freight', 0, parcels from sent
        union all select day, 'returnFreight', 0, parcels from not_taken
        union all select day, 'returnFreight', 0, parcels from picked_up
        union all select day, 'lines', sales, 0 from lines
        union all select day, 'unknown', unknown, 0 from lines
      ) as added group by 1, 2
      union all
      select day, 'fees', -coalesce(fees, 0)::bigint, 0, coalesce(payments, '{}') from paid
    )`
