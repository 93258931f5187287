import { sql } from 'kysely'
import { paise } from '#contract/kernel/money.ts'
import type { OrderChange } from '#contract/orders/order-change.ts'
import { couriers } from '#contract/shipping/couriers.ts'
import type { Transaction } from '../database/schema.ts'
import { lineCourier } from './find-parcels.ts'
import { compareAmount } from './remittance-rules.ts'

/**
 * Lists are entered and undone one after another, so that none has a line that another one is about to record. A transaction that stores a
 * tracking number takes the lock as a shared one: a list has either seen the number, or its line is found afterwards. Before the locks of orders.
 */
export const lockLists = sql`select pg_advisory_xact_lock(hashtext('cod_remittances'))`
export const lockListsShared = sql`select pg_advisory_xact_lock_shared(hashtext('cod_remittances'))`

/** Locks orders by id, so that no status changes while amounts are compared. */
export async function lockOrders({ trx, ids }: { trx: Transaction; ids: readonly string[] }): Promise<void> {
  await sql`select from orders where id = any (${ids}::uuid[]) order by id for update`.execute(trx)
}

/** A payment in the history of its order. */
export interface PaidLine {
  readonly orderId: string
  readonly amount: number
  /** the courier and the reference */
  readonly from: string
}

interface Payments {
  readonly trx: Transaction
  readonly lines: readonly PaidLine[]
  readonly isUndone?: boolean
  /** the administrator's id; null: the shop itself */
  readonly actorId: string | null
}

/** Records payments of a courier, or that they were undone, in the histories of their orders. */
export async function recordPayments({ trx, lines, isUndone = false, actorId }: Payments): Promise<void> {
  const events = lines.map(({ orderId, amount, from }) => {
    const payment = { amount, from }
    const change: OrderChange = { kind: 'courier payment', before: isUndone ? payment : {}, after: isUndone ? {} : payment }
    return { order_id: orderId, change }
  })
  const event = isUndone ? 'Courier payment undone' : 'Courier paid'
  await sql`
    insert into order_events (order_id, event, actor, actor_id, internal, change)
    select order_id, ${event}, ${actorId === null ? 'system' : 'admin'}, ${actorId}::uuid, true, change
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as payment (order_id uuid, change jsonb)
  `.execute(trx)
}

/** Open lines without an order whose tracking number has been stored since; only of one order if it is given. */
export async function findMatchableLines({ trx, orderId }: { trx: Transaction; orderId?: string }) {
  const rows = await trx
    .selectFrom('cod_remittance_lines')
    .innerJoin('cod_remittances', 'cod_remittances.id', 'remittance_id')
    .innerJoin('shipments', (join) =>
      join
        .onRef('shipments.tracking_number', '=', 'cod_remittance_lines.tracking_number')
        .on(sql<boolean>`shipments.courier = coalesce(${lineCourier}, shipments.courier)`),
    )
    .select(['cod_remittance_lines.id', 'shipments.order_id as orderId', 'shipments.courier', 'amount_paise as amount', 'reference'])
    .where('cod_remittance_lines.order_id', 'is', null)
    .where('outcome', '=', 'unknown')
    .where('resolved_at', 'is', null)
    .$if(orderId !== undefined, (lines) => lines.where('shipments.order_id', '=', orderId ?? ''))
    .execute()
  const counts = Map.groupBy(rows, ({ id }) => id)
  return rows.filter(({ id }) => counts.get(id)?.length === 1)
}

interface Match {
  readonly trx: Transaction
  readonly lines: Awaited<ReturnType<typeof findMatchableLines>>
  readonly actorId: string | null
}

/** Gives lines their orders, which are locked, and compares their amounts. */
export async function matchLines({ trx, lines, actorId }: Match): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update cod_remittance_lines as lines set order_id = match."orderId", courier = match.courier
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as match (id uuid, "orderId" uuid, courier text)
    where lines.id = match.id
  `.execute(trx)
  await recordPayments({
    trx,
    lines: lines.map(({ orderId, courier, amount, reference }) => ({ orderId, amount, from: describePayer({ courier, reference }) })),
    actorId,
  })
  await compareOrders({ trx, orderIds: lines.map(({ orderId }) => orderId) })
}

export const describePayer = ({ courier, reference }: { courier: keyof typeof couriers; reference: string | null }): string =>
  [couriers[courier].name, reference].filter(Boolean).join(', ')

/**
 * Compares what has been paid for orders, which are locked, in all lists together. The last line of an order has the result; the ones before
 * it are parts of the same payment. Resolved lines stay as they are.
 */
export async function compareOrders({ trx, orderIds }: { trx: Transaction; orderIds: readonly string[] }): Promise<void> {
  const lines = await trx
    .selectFrom('cod_remittance_lines')
    .innerJoin('cod_remittances', 'cod_remittances.id', 'remittance_id')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['cod_remittance_lines.id', 'orders.id as orderId', 'amount_paise as amount', 'resolved_at as resolvedAt'])
    .select(['number', 'orders.status', 'collect_paise as collect'])
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .orderBy('entered_at')
    .orderBy('line')
    .execute()
  const compared = [...Map.groupBy(lines, ({ orderId }) => orderId).values()].flatMap((parts) => {
    const paid = paise(parts.reduce((sum, { amount }) => sum + amount, 0))
    return parts.flatMap((part, index) => {
      const { outcome } = compareAmount({ amount: paid, shipment: part, courierName: null })
      const isPart = index < parts.length - 1 && outcome !== 'not due'
      return part.resolvedAt === null ? [{ id: part.id, collect: part.collect, outcome: isPart ? 'matched' : outcome }] : []
    })
  })
  await sql`
    update cod_remittance_lines as lines set outcome = compared.outcome, expected_paise = compared.collect
    from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as compared (id uuid, outcome text, collect bigint)
    where lines.id = compared.id
  `.execute(trx)
}
