import { type InferResult, sql } from 'kysely'
import { paging, remittanceDays } from '#contract/business.ts'
import type { CallInput, CallReply } from '#contract/contract.ts'
import { type CourierKey, couriers } from '#contract/couriers.ts'
import { type Paise, paise, toRupees } from '#contract/money.ts'
import type { Database } from '../database/schema.ts'
import { judgeLine } from './remittance-rules.ts'

const maxOpenLines = 100
const maxLists = 20

/** Delivered orders whose cash no courier has paid and nobody has given up. */
const codOrders = sql`
  select orders.id, number, collect_paise, parcel.courier, parcel.tracking_number, delivered_at,
    floor(extract(epoch from clock_timestamp() - delivered_at) / 86400)::int as days
  from orders
  left join lateral (
    select courier, tracking_number from shipments where order_id = orders.id and direction = 'forward' order by created_at limit 1
  ) as parcel on true
  cross join lateral (
    select coalesce(max(happened_at), orders.placed_at) as delivered_at
    from order_events where order_id = orders.id and event = 'Delivered' and not internal
  ) as delivery
  where status = 'Delivered' and kind <> 'card' and collect_paise > 0
    and not exists (select from cod_remittance_lines where order_id = orders.id)
    and not exists (select from cod_resolutions where order_id = orders.id)
`

interface CodRow {
  id: string
  number: string
  collect_paise: Paise
  courier: CourierKey | null
  tracking_number: string | null
  delivered_at: Date
  days: number
}

const nameOf = (courier: CourierKey | null) => (courier === null ? null : couriers[courier].name)

/** Cash that is with couriers, payments that do not match and the last lists. */
export async function readCodPayments({
  database,
  query: { page, courier },
}: {
  database: Database
  query: { page: number; courier?: CallInput<'getCodPayments'>['query']['courier'] | undefined }
}): Promise<CallReply<'getCodPayments'>> {
  const perPage = paging.adminOrdersPerPage
  const where = courier === undefined ? sql`true` : courier === 'none' ? sql`courier is null` : sql`courier = ${courier}`
  const [sums, orders, openLines, resolvedLines, lists] = await Promise.all([
    readSums({ database }),
    sql<CodRow>`
      select * from (${codOrders}) as cod where ${where} order by delivered_at, id limit ${perPage} offset ${(page - 1) * perPage}
    `.execute(database),
    readOpenLines({ database }),
    readResolvedLines({ database }),
    readLists({ database }),
  ])
  const shown = sums.filter((sum) => courier === undefined || sum.courier === courier)
  const total = shown.reduce((count, sum) => count + sum.orders, 0)
  return {
    couriers: sums,
    orders: orders.rows.map((row) => ({
      _id: row.id,
      number: row.number,
      courierName: nameOf(row.courier),
      trackingNumber: row.tracking_number,
      amount: toRupees(row.collect_paise),
      deliveredAt: row.delivered_at.toISOString(),
      days: row.days,
      isMissing: row.days > remittanceDays,
    })),
    total,
    page,
    totalPages: Math.ceil(total / perPage),
    openLines,
    resolvedLines,
    lists,
  }
}

async function readSums({ database }: { database: Database }): Promise<CallReply<'getCodPayments'>['couriers']> {
  const { rows } = await sql<{
    courier: CourierKey | null
    orders: number
    amount: Paise
    oldestDays: number
    missingOrders: number
    missingAmount: Paise
  }>`
    select courier, count(*)::int as orders, sum(collect_paise)::bigint as amount, max(days) as "oldestDays",
      count(*) filter (where days > ${remittanceDays})::int as "missingOrders",
      coalesce(sum(collect_paise) filter (where days > ${remittanceDays}), 0)::bigint as "missingAmount"
    from (${codOrders}) as cod group by courier order by amount desc
  `.execute(database)
  return rows.map(({ courier, orders, amount, oldestDays, missingOrders, missingAmount }) => ({
    courier: courier ?? 'none',
    courierName: nameOf(courier) ?? 'No shipment',
    orders,
    amount: toRupees(amount),
    oldestDays,
    missing: { orders: missingOrders, amount: toRupees(missingAmount) },
  }))
}

/** Payments that do not match their orders. */
const selectLines = (database: Database) =>
  database
    .selectFrom('cod_remittance_lines as lines')
    .innerJoin('cod_remittances', 'cod_remittances.id', 'remittance_id')
    .leftJoin('orders', 'orders.id', 'order_id')
    .leftJoin('users', 'users.id', 'lines.resolved_by')
    .select([
      'lines.id',
      'order_id',
      'number',
      'orders.status',
      'courier',
      'tracking_number',
      'amount_paise',
      'expected_paise',
      'reference',
    ])
    .select(['note', 'users.name as resolvedBy', 'resolved_at', sql<string | null>`to_char(paid_on, 'YYYY-MM-DD')`.as('paidOn')])
    .where('outcome', '<>', 'matched')

type LineRow = InferResult<ReturnType<typeof selectLines>>[number]

function presentLine({ id, order_id: orderId, number, status, courier, tracking_number: trackingNumber, ...row }: LineRow) {
  const courierName = couriers[courier].name
  const parcel = number === null || status === null ? undefined : { number, status, collect: row.expected_paise ?? paise(0) }
  const { words } = judgeLine({ amount: row.amount_paise, parcel, courierName })
  const { reference, paidOn } = row
  return { _id: id, orderId, number, courierName, trackingNumber, amount: toRupees(row.amount_paise), reference, paidOn, words }
}

async function readOpenLines({ database }: { database: Database }): Promise<CallReply<'getCodPayments'>['openLines']> {
  const rows = await selectLines(database)
    .where('resolved_at', 'is', null)
    // An order that was delivered afterwards, and has its whole amount.
    .where(sql<boolean>`(outcome <> 'not delivered' or orders.status <> 'Delivered' or amount_paise <> expected_paise)`)
    .orderBy('entered_at')
    .orderBy('line')
    .limit(maxOpenLines)
    .execute()
  return rows.map(presentLine)
}

async function readResolvedLines({ database }: { database: Database }): Promise<CallReply<'getCodPayments'>['resolvedLines']> {
  const rows = await selectLines(database).where('resolved_at', 'is not', null).orderBy('resolved_at', 'desc').limit(maxLists).execute()
  return rows.flatMap(({ note, resolvedBy, resolved_at, ...row }) =>
    note === null || resolved_at === null
      ? []
      : [{ ...presentLine({ ...row, note, resolvedBy, resolved_at }), note, resolvedBy, resolvedAt: resolved_at.toISOString() }],
  )
}

async function readLists({ database }: { database: Database }): Promise<CallReply<'getCodPayments'>['lists']> {
  const rows = await database
    .selectFrom('cod_remittances')
    .leftJoin('users', 'users.id', 'entered_by')
    .select(['cod_remittances.id', 'courier', 'entered_at', 'users.name as enteredBy'])
    .select(({ selectFrom, fn }) => [
      selectFrom('cod_remittance_lines')
        .select(fn.countAll<number>().as('lines'))
        .whereRef('remittance_id', '=', 'cod_remittances.id')
        .as('lines'),
      selectFrom('cod_remittance_lines')
        .select(sql<Paise>`sum(amount_paise)::bigint`.as('amount'))
        .whereRef('remittance_id', '=', 'cod_remittances.id')
        .as('amount'),
    ])
    .orderBy('entered_at', 'desc')
    .limit(maxLists)
    .execute()
  return rows.map(({ id, courier, entered_at, enteredBy, lines, amount }) => ({
    _id: id,
    courierName: couriers[courier].name,
    enteredAt: entered_at.toISOString(),
    enteredBy,
    lines: lines ?? 0,
    amount: toRupees(amount ?? paise(0)),
  }))
}
