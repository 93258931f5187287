import { sql } from 'kysely'
import { type MoneyPlaceKey, moneyPlaceKeys } from '#contract/figures/money-places.ts'
import { isOnDays } from '../changed-ranges.ts'
import type { Period } from '../period-rules.ts'

/** The orders placed on days in India, as the common table expression `placed`. */
const placedOn = (ranges: readonly Period[]) => sql`
  placed as (
    select (placed_at at time zone 'Asia/Kolkata')::date as day, id, number, placed_at, status, kind, manual_payment, to_pay_paise as cost,
      collect_paise as collect, refunded_paise, kind <> 'card' and manual_payment is null as is_collected,
      greatest(case when status = 'Delivered' and kind <> 'card' and manual_payment is null then paid_paise - collect_paise else paid_paise end, 0) as paid
    from orders where ${isOnDays(sql`placed_at`, ranges)}
  )`

/** What the courier has paid of an order, what was refunded, and what is requested to go back. */
const received = sql`
  received as materialized (
    select placed.*, status in ('Cancelled', 'Refused', 'Undelivered') as is_ended,
      case when is_collected and status = 'Delivered' then least(collect, coalesce(lines.paise, 0)) else 0 end as collected,
      lines.paise is not null or exists (select from cod_resolutions where order_id = placed.id) as is_closed,
      greatest(refunded_paise - requested.paise, 0) as done, requested.paise + transfers.paise as due
    from placed
    cross join lateral (select sum(amount_paise) as paise from cod_remittance_lines where order_id = placed.id) as lines
    cross join lateral (
      select coalesce(sum(refunds.amount_paise), 0) as paise from payments
      join refunds on refunds.payment_id = payments.id and refunds.provider_payment_id = payments.provider_payment_id
      where payments.order_id = placed.id and placed.refunded_paise > 0 and refunds.status in ('requested', 'pending')
    ) as requested
    cross join lateral (
      select coalesce(sum(amount_paise), 0) as paise from payouts where order_id = placed.id and paid_at is null
    ) as transfers
  )`

/**
 * What is paid beyond the cost goes back first, and is in no place. Each step is materialized, because PostgreSQL would calculate it again for
 * each place.
 */
const divided = sql`
  divided as materialized (
    select received.*, least(paid, cost) as own, least(cost - least(paid, cost), collected) as cash,
      cost - least(paid, cost) - least(cost - least(paid, cost), collected) as open, greatest(paid + collected - cost, 0) as extra
    from received
  ),
  returned as (
    select divided.*, least(own + cash, greatest(done - extra, 0)) as gone from divided
  ),
  requested as materialized (
    select returned.*, least(own + cash - gone, greatest(due - greatest(extra - done, 0), 0)) as going,
      least(open, greatest(collect - collected, 0)) as to_collect
    from returned
  ),
  left_over as materialized (
    select requested.*, own - least(own, gone + going) as own_left, cash - (gone + going - least(own, gone + going)) as cash_left
    from requested
  )`

const amounts: Readonly<Record<MoneyPlaceKey, string>> = {
  paidOnline: 'case when not is_ended and manual_payment is null then own_left else 0 end',
  paidToShop: 'case when not is_ended and manual_payment is not null then own_left else 0 end',
  paidByCouriers: 'cash_left',
  owed: "case when status = 'Delivered' and is_collected and not is_closed then to_collect else 0 end",
  onTheWay: "case when status = 'Shipped' and is_collected then to_collect else 0 end",
  toSend: "case when status in ('Placed', 'Confirmed', 'Packed') then to_collect else 0 end",
  toPay: "case when status in ('Placed', 'Confirmed', 'Packed') then open - to_collect else 0 end",
  refundsDue: 'going',
  refunded: 'gone',
  kept: 'case when is_ended then own_left else 0 end',
  lost: "case when status = 'Delivered' and is_collected and is_closed then to_collect else 0 end",
  unpaid: "case when status in ('Shipped', 'Delivered') then open - case when is_collected then to_collect else 0 end else 0 end",
  notTaken: "case when status in ('Refused', 'Undelivered') then open else 0 end",
  cancelled: "case when status = 'Cancelled' then open else 0 end",
}

/** The amount of a place, of a row of `left_over`. */
export const amountOf = (place: MoneyPlaceKey) => sql`(${sql.raw(amounts[place])})`

/** The common table expressions up to `left_over`, which divides the cost of each order placed on the days. */
export const divideMoney = (ranges: readonly Period[]) => sql`${placedOn(ranges)}, ${received}, ${divided}`

const amountsOfPlaces = sql.join(moneyPlaceKeys.map((place) => sql`(${sql.lit(place)}, ${amountOf(place)})`))

/** The common table expression `sums`: rows of `daily_money` of the days, counted now. */
export const sumMoney = (ranges: readonly Period[]) => sql`
  ${divideMoney(ranges)},
  sums as (
    select day, place, count(*)::int as orders, sum(paise)::bigint as paise, array_agg(id order by placed_at desc, id desc) as order_ids,
      array_agg(paise order by placed_at desc, id desc) as amounts
    from left_over, lateral (values ${amountsOfPlaces}) as places (place, paise) where paise > 0 group by 1, 2
    union all
    select day, 'all', count(*)::int, sum(cost)::bigint, '{}'::uuid[], '{}'::bigint[] from left_over group by 1
    union all
    select day, 'surplus', 0, sum(greatest(extra - done - due, 0))::bigint, '{}'::uuid[], '{}'::bigint[] from left_over group by 1
  )`
