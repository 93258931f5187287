import { sql } from 'kysely'
import type { DeliveryFigures, DeliveryGroup, DeliveryRow } from '#contract/figures/delivery-figures.ts'
import { type CourierKey, couriers } from '#contract/shipping/couriers.ts'
import type { Database } from '../database/schema.ts'
import type { Period } from './period-rules.ts'

interface Options {
  readonly database: Database
  readonly period: Period
  readonly before: Period
  readonly by: DeliveryGroup
}

interface CountRow extends DeliveryFigures {
  readonly name: string
  readonly isNow: boolean
  readonly isOnDelivery: boolean
}

const nothing: DeliveryFigures = { sent: 0, delivered: 0, refused: 0, undelivered: 0 }
const names = ['sent', 'delivered', 'refused', 'undelivered'] as const

/** What became of parcels by a part of their address, payment or courier: the most that were not taken first. */
export async function readDeliveries({ database, period, before, by }: Options) {
  const { rows } = await sql<CountRow>`
    select ${sql.ref(by)} as name, day >= ${period.from}::date as "isNow", payment = 'on delivery' as "isOnDelivery", sum(sent)::int as sent, sum(delivered)::int as delivered,
      sum(refused)::int as refused, sum(undelivered)::int as undelivered
    from daily_deliveries
    where (day >= ${period.from}::date and day <= ${period.to}::date) or (day >= ${before.from}::date and day <= ${before.to}::date)
    group by 1, 2, 3
  `.execute(database)
  const { rows: days } = await sql<{ day: string; sent: number; failed: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(sent), 0)::int as sent, coalesce(sum(refused + undelivered), 0)::int as failed
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') as days (day)
    left join daily_deliveries on daily_deliveries.day = days.day::date group by days.day order by days.day
  `.execute(database)
  const grouped = [...Map.groupBy(rows, ({ name }) => name)].map(
    ([name, counts]): DeliveryRow => ({
      name: by === 'courier' ? (couriers[name as CourierKey]?.name ?? name) : name,
      figures: addFigures(counts.filter(({ isNow }) => isNow)),
      before: addFigures(counts.filter(({ isNow }) => !isNow)),
      ...(by === 'pin' && { onDelivery: addFigures(counts.filter(({ isNow, isOnDelivery }) => isNow && isOnDelivery)) }),
    }),
  )
  return {
    sums: { figures: addFigures(rows.filter(({ isNow }) => isNow)), before: addFigures(rows.filter(({ isNow }) => !isNow)) },
    days,
    rows: grouped.toSorted(compareRows),
  }
}

const addFigures = (rows: readonly DeliveryFigures[]): DeliveryFigures =>
  rows.reduce((sums, row) => {
    const added = names.map((name) => [name, sums[name] + row[name]])
    return Object.fromEntries(added) as DeliveryFigures
  }, nothing)

const countFailed = ({ figures }: DeliveryRow): number => figures.refused + figures.undelivered

const compareRows = (one: DeliveryRow, other: DeliveryRow): number =>
  countFailed(other) - countFailed(one) || other.figures.sent - one.figures.sent || one.name.localeCompare(other.name)
