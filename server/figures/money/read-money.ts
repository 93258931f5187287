import { sql } from 'kysely'
import { moneyOrdersPerPage } from '#contract/figures/money.ts'
import { type MoneyPlaceKey, moneyPlaceKeys, moneyPlaces } from '#contract/figures/money-places.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { presentPage, toOffset } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import { listMonthsUntil } from '../profit/profit-rules.ts'
import { amountOf, divideMoney } from './divide-money.ts'

interface MoneyQuery {
  readonly database: Database
  /** such as 2026-11 */
  readonly month: string
}

/** Where the money of the orders of a month is, beside the month before. */
export async function readMoney({ database, month }: MoneyQuery) {
  const [earlier = month] = listMonthsUntil({ month, count: 2 })
  const [now, before] = await Promise.all([addPlaces({ database, month }), addPlaces({ database, month: earlier })])
  const { places: placesBefore, ...sums } = before
  const places = now.places.map((row, index) => ({ ...row, before: placesBefore[index]?.amount ?? 0 }))
  return { ...now, places, before: sums }
}

async function addPlaces({ database, month }: MoneyQuery) {
  const sums = moneyPlaceKeys.map(
    (place) => sql`(count(*) filter (where ${amountOf(place)} > 0))::int as ${sql.ref(`${place}Orders`)},
      coalesce(sum(${amountOf(place)}), 0)::bigint as ${sql.ref(place)}`,
  )
  const { rows } = await sql<
    { orders: number; total: Paise; surplus: Paise } & Record<MoneyPlaceKey, Paise> & Record<`${MoneyPlaceKey}Orders`, number>
  >`
    ${divideMoney(month)}
    select count(*)::int as orders, coalesce(sum(cost), 0)::bigint as total,
      coalesce(sum(greatest(extra - done - due, 0)), 0)::bigint as surplus, ${sql.join(sums)}
    from left_over
  `.execute(database)
  const [row] = rows
  if (!row) throw new Error('A sum without a group has one row.')
  return {
    month,
    orders: row.orders,
    total: toRupees(row.total),
    places: moneyPlaceKeys.map((place) => ({ place, orders: row[`${place}Orders`], amount: toRupees(row[place]) })),
    surplus: toRupees(row.surplus),
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

/** A page of the orders with money in a place, newest first, and its sum of all pages. */
export async function listMoneyOrders({ database, month, place, page, limit: perPage = moneyOrdersPerPage }: OrdersQuery) {
  const [sums, listed] = await Promise.all([
    sql<{ total: number; sum: Paise }>`
      ${divideMoney(month)} select count(*)::int as total, coalesce(sum(${amountOf(place)}), 0)::bigint as sum
      from left_over where ${amountOf(place)} > 0
    `.execute(database),
    sql<OrderRow>`
      ${divideMoney(month)} select id, number, placed_at, status, cost, ${amountOf(place)}::bigint as amount
      from left_over where ${amountOf(place)} > 0
      order by placed_at desc, id desc limit ${perPage} offset ${toOffset({ page, perPage })}
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

/** The columns and rows of the file: all orders of a month, with a column for each place. */
export async function readMoneyTable({ database, month }: MoneyQuery) {
  const columns = moneyPlaceKeys.map((place) => sql`${amountOf(place)}::bigint as ${sql.ref(place)}`)
  const { rows } = await sql<Omit<OrderRow, 'amount'> & { day: string } & Record<MoneyPlaceKey, Paise>>`
    ${divideMoney(month)} select number, to_char(placed_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, status, cost, ${sql.join(columns)}
    from left_over order by placed_at, id
  `.execute(database)
  return {
    columns: ['Order', 'Placed on', 'Status', 'Costs', ...moneyPlaceKeys.map((place) => moneyPlaces[place].name)],
    rows: rows.map((row) => [row.number, row.day, row.status, toRupees(row.cost), ...moneyPlaceKeys.map((place) => toRupees(row[place]))]),
  }
}
