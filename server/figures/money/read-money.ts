import { sql } from 'kysely'
import { moneyOrdersPerPage } from '#contract/figures/money.ts'
import { type MoneyPlaceKey, moneyPlaceKeys, moneyPlaces } from '#contract/figures/money-places.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { presentPage, toOffset } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import { findChangedRanges, isInRanges } from '../changed-ranges.ts'
import { findMonth, listDays, type Period } from '../period-rules.ts'
import { listMonthsUntil } from '../profit/profit-rules.ts'
import { amountOf, divideMoney, sumMoney } from './divide-money.ts'

interface MoneyQuery {
  readonly database: Database
  /** such as 2026-11 */
  readonly month: string
}

/** The common table expression `counted`: the sums of a period by day and place. Days that have changed since they were counted are counted now. */
async function countPeriod({ database, period }: { database: Database; period: Period }) {
  const withoutSums = sql`
    select day::date from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    where not exists (select from daily_money where daily_money.day = days.day::date and place = 'all')`
  const changed = await findChangedRanges({ database, changes: 'changed_order_days', period, more: withoutSums })
  return sql`
    ${sumMoney(changed)},
    counted as (
      select day, place, orders, paise, order_ids, amounts from daily_money where ${isInRanges(sql`day`, [period])} and not ${isInRanges(sql`day`, changed)}
      union all
      select day, place, orders, paise, order_ids, amounts from sums
    )`
}

/** Where the money of the orders of a month is, beside the month before. */
export async function readMoney({ database, month }: MoneyQuery) {
  const [earlier = month] = listMonthsUntil({ month, count: 2 })
  const period = { from: findMonth(earlier).from, to: findMonth(month).to }
  const { rows } = await sql<PlaceRow>`
    with ${await countPeriod({ database, period })}
    select to_char(day, 'YYYY-MM') as month, place, sum(orders)::int as orders, sum(paise)::bigint as paise from counted group by 1, 2
  `.execute(database)
  const now = presentPlaces({ month, rows })
  const { places: placesBefore, ...sums } = presentPlaces({ month: earlier, rows })
  const places = now.places.map((row, index) => ({ ...row, before: placesBefore[index]?.amount ?? 0 }))
  return { ...now, places, before: sums }
}

interface PlaceRow {
  readonly month: string
  readonly place: MoneyPlaceKey | 'all' | 'surplus'
  readonly orders: number
  readonly paise: Paise
}

function presentPlaces({ month, rows }: { month: string; rows: readonly PlaceRow[] }) {
  const ofPlace = (place: PlaceRow['place']) => {
    const row = rows.find((each) => each.month === month && each.place === place)
    return { orders: row?.orders ?? 0, amount: row ? toRupees(row.paise) : 0 }
  }
  const { orders, amount: total } = ofPlace('all')
  return {
    month,
    orders,
    total,
    places: moneyPlaceKeys.map((place) => ({ place, ...ofPlace(place) })),
    surplus: ofPlace('surplus').amount,
  }
}

interface OrdersQuery extends MoneyQuery {
  readonly place: MoneyPlaceKey
  readonly page: number
  readonly limit?: number | undefined
}

interface OrderRow {
  readonly id: string
  readonly number: string
  readonly placed_at: Date
  readonly status: OrderStatus
  readonly cost: Paise
  readonly amount: Paise
}

/** A page of the orders with money in a place, newest first, and its sum of all pages. Only the orders of the page are read. */
export async function listMoneyOrders({ database, month, place, page, limit: perPage = moneyOrdersPerPage }: OrdersQuery) {
  const offset = toOffset({ page, perPage })
  const counted = await countPeriod({ database, period: findMonth(month) })
  const [sums, listed] = await Promise.all([
    sql<{ total: number; sum: Paise }>`
      with ${counted} select coalesce(sum(orders), 0)::int as total, coalesce(sum(paise), 0)::bigint as sum from counted where place = ${place}
    `.execute(database),
    sql<OrderRow>`
      with ${counted},
      numbered as (
        select day, order_ids, amounts, orders, ${offset}::int - (sum(orders) over (order by day desc) - orders)::int as skipped from counted where place = ${place}
      )
      select orders.id, number, placed_at, status, to_pay_paise as cost, amount
      from numbered,
        unnest(order_ids[greatest(skipped, 0) + 1:skipped + ${perPage}::int], amounts[greatest(skipped, 0) + 1:skipped + ${perPage}::int]) as on_page (id, amount)
        join orders using (id)
      where skipped < numbered.orders and skipped + ${perPage}::int > 0 order by placed_at desc, orders.id desc
    `.execute(database),
  ])
  const { total = 0, sum } = sums.rows[0] ?? {}
  return {
    month,
    orders: listed.rows.map(({ id, number, placed_at, status, cost, amount }) => ({
      _id: id,
      number,
      placedAt: placed_at.toISOString(),
      orderStatus: status,
      toPay: toRupees(cost),
      amount: toRupees(amount),
    })),
    sum: sum === undefined ? 0 : toRupees(sum),
    ...presentPage({ page, perPage, total }),
  }
}

/** The columns and rows of the file: all orders of a month, with a column for each place. The rows of one day are in memory together. */
export function readMoneyTable({ database, month }: MoneyQuery) {
  const columns = moneyPlaceKeys.map((place) => sql`${amountOf(place)}::bigint as ${sql.ref(place)}`)
  async function* readParts() {
    for (const day of listDays(findMonth(month))) {
      const { rows } = await sql<Omit<OrderRow, 'amount'> & Record<MoneyPlaceKey, Paise>>`
        with ${divideMoney([{ from: day, to: day }])}
        select number, status, cost, ${sql.join(columns)} from left_over order by placed_at, id
      `.execute(database)
      yield rows.map((row) => [row.number, day, row.status, toRupees(row.cost), ...moneyPlaceKeys.map((place) => toRupees(row[place]))])
    }
  }
  return {
    columns: ['Order', 'Placed on', 'Status', 'Costs', ...moneyPlaceKeys.map((place) => moneyPlaces[place].name)],
    parts: readParts(),
  }
}
