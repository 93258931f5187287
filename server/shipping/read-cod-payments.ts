import { type InferResult, sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { paging, remittanceDays } from '#contract/kernel/business.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import { type CourierKey, couriers } from '#contract/shipping/couriers.ts'
import { countRows } from '../database/count-rows.ts'
import { limitToPage, presentPage } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { lineCourier } from './find-parcels.ts'
import { compareAmount } from './remittance-rules.ts'

const maxOpenLines = 100
const maxLists = 20

type CodPayments = CallReply<'GET /remittances'>

const severalName = 'Several couriers'

interface CodSum {
  courier: CourierKey | null
  orders: number
  amount: Paise
  oldest_days: number
  missing_orders: number
  missing_amount: Paise
}

interface CodQuery {
  readonly database: Database
  readonly query: { page: number; limit?: number | undefined; courier?: CourierKey | 'none' | undefined }
}

/** Cash that is with couriers, payments that do not match and the last lists. */
export async function readCodPayments({ database, query }: CodQuery): Promise<CodPayments> {
  const { page, limit = paging.adminOrdersPerPage, courier } = query
  const [sums, orders, open, resolvedLines, lists] = await Promise.all([
    readSums({ database }),
    selectUnpaidOrders({ database, query }).execute(),
    readOpenLines({ database }),
    readResolvedLines({ database }),
    readLists({ database }),
  ])
  const couriers = sums.map(presentSum)
  const shown = couriers.filter((sum) => courier === undefined || sum.courier === courier)
  const total = shown.reduce((count, sum) => count + sum.orders, 0)
  return { couriers, orders: orders.map(presentOrder), ...presentPage({ page, perPage: limit, total }), ...open, resolvedLines, lists }
}

/** Full days since a delivery. */
const countDays = (deliveredAt: string) => sql<number>`floor(extract(epoch from clock_timestamp() - ${sql.ref(deliveredAt)}) / 86400)::int`

/** What each courier has, the largest amount first. */
async function readSums({ database }: { database: Database }): Promise<CodSum[]> {
  const { rows } = await sql<CodSum>`
    with sums as (
      select courier, count(*)::int as orders, sum(collect_paise)::bigint as amount, min(delivered_at) as oldest,
        (count(*) filter (where is_missing))::int as missing_orders,
        coalesce(sum(collect_paise) filter (where is_missing), 0)::bigint as missing_amount
      from (
        select courier, collect_paise, delivered_at, delivered_at <= now() - make_interval(days => ${remittanceDays + 1}) as is_missing
        from unpaid_cod_orders
      ) as unpaid
      group by courier
    )
    select courier, orders, amount, ${countDays('oldest')} as oldest_days, missing_orders, missing_amount from sums order by amount desc
  `.execute(database)
  return rows
}

/** One page of the orders that are not paid, the oldest delivery first. */
export const selectUnpaidOrders = ({ database, query: { page, limit = paging.adminOrdersPerPage, courier } }: CodQuery) =>
  database
    .selectFrom((eb) =>
      eb
        .selectFrom('unpaid_cod_orders')
        .select(['order_id', 'courier', 'collect_paise', 'delivered_at'])
        .$if(courier !== undefined, (orders) =>
          courier === 'none' ? orders.where('courier', 'is', null) : orders.where('courier', '=', courier as CourierKey),
        )
        .orderBy('delivered_at')
        .orderBy('order_id')
        .$call(limitToPage({ page, perPage: limit }))
        .as('unpaid'),
    )
    .innerJoin('orders', 'orders.id', 'unpaid.order_id')
    .select([
      'orders.id',
      'number',
      'unpaid.courier',
      'unpaid.collect_paise',
      'unpaid.delivered_at',
      countDays('unpaid.delivered_at').as('days'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('shipments')
        .select('tracking_number')
        .whereRef('shipments.order_id', '=', 'orders.id')
        .where('direction', '=', 'forward')
        .orderBy('created_at')
        .limit(1)
        .as('tracking_number'),
    )
    .orderBy('unpaid.delivered_at')
    .orderBy('unpaid.order_id')

type CodRow = InferResult<ReturnType<typeof selectUnpaidOrders>>[number]

const presentSum = ({ courier, orders, amount, oldest_days: oldestDays, missing_orders, missing_amount }: CodSum) => ({
  courier: courier ?? ('none' as const),
  courierName: nameOf(courier) ?? 'No shipment',
  orders,
  amount: toRupees(amount),
  oldestDays,
  missing: { orders: missing_orders, amount: toRupees(missing_amount) },
})

const presentOrder = ({ id, number, courier, tracking_number: trackingNumber, collect_paise, delivered_at, days }: CodRow) => ({
  _id: id,
  number,
  courierName: nameOf(courier),
  trackingNumber,
  amount: toRupees(collect_paise),
  deliveredAt: delivered_at.toISOString(),
  days,
  isMissing: days > remittanceDays,
})

const nameOf = (courier: CourierKey | null) => (courier === null ? null : couriers[courier].name)

/** Payments that do not match their orders. */
const selectLines = (database: Database) =>
  database
    .selectFrom('cod_remittance_lines')
    .innerJoin('cod_remittances', 'cod_remittances.id', 'remittance_id')
    .leftJoin('orders', 'orders.id', 'order_id')
    .leftJoin('users', 'users.id', 'cod_remittance_lines.resolved_by')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('cod_remittance_lines as parts')
          .innerJoin('cod_remittances as lists', 'lists.id', 'parts.remittance_id')
          .whereRef('parts.order_id', '=', 'cod_remittance_lines.order_id')
          .where(sql<boolean>`(lists.entered_at, parts.line) < (cod_remittances.entered_at, cod_remittance_lines.line)`)
          .select(sql<Paise>`coalesce(sum(parts.amount_paise), 0)::bigint`.as('before'))
          .as('earlier'),
      (join) => join.onTrue(),
    )
    .select(['cod_remittance_lines.id', 'order_id', 'number', 'orders.status', lineCourier.as('courier')])
    .select(['tracking_number', 'amount_paise', 'expected_paise', 'reference', 'before'])
    .select(['note', 'users.name as resolvedBy', 'resolved_at', sql<string | null>`to_char(paid_on, 'YYYY-MM-DD')`.as('paidOn')])
    .where('outcome', '<>', 'matched')

type LineRow = InferResult<ReturnType<typeof selectLines>>[number]

function presentLine({ id, order_id: orderId, number, status, courier, tracking_number: trackingNumber, ...row }: LineRow) {
  const shipment = number === null || status === null ? undefined : { number, status, collect: row.expected_paise ?? paise(0) }
  const before = row.before ?? paise(0)
  const { message } = compareAmount({ amount: paise(before + row.amount_paise), before, shipment, courierName: nameOf(courier) })
  const { reference, paidOn } = row
  return {
    _id: id,
    orderId,
    number,
    courierName: nameOf(courier) ?? severalName,
    trackingNumber,
    amount: toRupees(row.amount_paise),
    reference,
    paidOn,
    message,
  }
}

const selectOpenLines = (database: Database) =>
  selectLines(database)
    .where('resolved_at', 'is', null)
    // An order that was delivered afterwards, and has its whole amount.
    .where(sql<boolean>`(outcome <> 'not delivered' or orders.status <> 'Delivered' or before + amount_paise <> expected_paise)`)

async function readOpenLines({ database }: { database: Database }): Promise<Pick<CodPayments, 'openLines' | 'openTotal'>> {
  const [rows, openTotal] = await Promise.all([
    selectOpenLines(database).orderBy('entered_at').orderBy('line').limit(maxOpenLines).execute(),
    countRows(database.selectFrom(selectOpenLines(database).as('open'))),
  ])
  return { openLines: rows.map(presentLine), openTotal }
}

async function readResolvedLines({ database }: { database: Database }): Promise<CodPayments['resolvedLines']> {
  const rows = await selectLines(database).where('resolved_at', 'is not', null).orderBy('resolved_at', 'desc').limit(maxLists).execute()
  return rows.flatMap(({ note, resolvedBy, resolved_at, ...row }) =>
    note === null || resolved_at === null
      ? []
      : [{ ...presentLine({ ...row, note, resolvedBy, resolved_at }), note, resolvedBy, resolvedAt: resolved_at.toISOString() }],
  )
}

/** The lines of a list, also those of one that was undone. */
const linesOfList = sql<{ lines: number; amount: Paise; resolvedLines: number }>`(
  select count(*)::int as lines, coalesce(sum(amount), 0)::bigint as amount, count(resolved_at)::int as "resolvedLines"
  from (
    select amount_paise as amount, resolved_at from cod_remittance_lines where remittance_id = lists.id
    union all
    select (line ->> 'amount')::bigint, null from jsonb_array_elements(lists.undone_lines) as line
  ) as entered
)`

async function readLists({ database }: { database: Database }): Promise<CodPayments['lists']> {
  const rows = await database
    .selectFrom('cod_remittances as lists')
    .leftJoin('users', 'users.id', 'entered_by')
    .leftJoin('users as undoers', 'undoers.id', 'undone_by')
    .innerJoinLateral(linesOfList.as('sums'), (join) => join.onTrue())
    .select(['lists.id', 'courier', 'pays_several', 'entered_at', 'users.name as enteredBy', 'lists.version', 'bank_paise', 'utr'])
    .select(['undone_at', 'undoers.name as undoneBy', 'sums.lines', 'sums.amount', 'sums.resolvedLines'])
    .orderBy('entered_at', 'desc')
    .limit(maxLists)
    .execute()
  return rows.map(({ id, courier, pays_several, entered_at, bank_paise, undone_at, amount, ...list }) => ({
    _id: id,
    courierName: pays_several ? severalName : couriers[courier].name,
    enteredAt: entered_at.toISOString(),
    amount: toRupees(amount),
    bankAmount: bank_paise === null ? null : toRupees(bank_paise),
    undoneAt: undone_at?.toISOString() ?? null,
    ...list,
  }))
}
