import { sql } from 'kysely'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { ShipmentInput } from '#contract/shipping/shipment.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { lockOrder, writeTransition } from '../orders/lifecycle/transition-order.ts'
import type { PaymentsPort } from '../orders/order/order-dependencies.ts'
import { recordEvent } from '../orders/order/order-events.ts'
import { findMatchableLines, lockListsShared, matchLines } from './match-lines.ts'
import { isEntered, type StoredShipment, validateShipment } from './rules.ts'

interface ShipmentRequest {
  readonly id: string
  readonly shipment: ShipmentInput
  /** the version of the order that the administrator saw; without one, another tracking number is not replaced */
  readonly version?: number
  /** moves a packed order to Shipped */
  readonly ship: boolean
  /** the administrator's id; null: the shop itself */
  readonly actorId: string | null
}

interface Save {
  readonly payments: PaymentsPort
  readonly request: ShipmentRequest
}

/**
 * Sets courier, tracking number and link of an order. Returns false when it has them already: a repeated request changes nothing.
 * @throws AppError 404 for an unknown order.
 * @throws AppError 409 when the order has changed, is not packed or is cancelled, or cannot be shipped.
 * @throws AppError 409 when another order has the number.
 */
export async function saveShipment({ database, ...save }: Save & { database: Database }): Promise<boolean> {
  const write = () => retryTransaction(() => database.transaction().execute((trx) => writeShipment({ trx, ...save })))
  return write().catch((error: { constraint?: string }) => {
    // Another order has got the number in the meantime: the second attempt finds it.
    if (error.constraint === 'shipments_by_number') return write()
    throw error
  })
}

/** The same as `saveShipment`, in a transaction of its caller. */
export async function writeShipment({ trx, payments, request }: Save & { trx: Transaction }): Promise<boolean> {
  const { id, shipment, version, ship, actorId } = request
  await lockListsShared.execute(trx)
  const { order } = await lockOrder({ trx, payments, id })
  const stored = await findShipment({ trx, orderId: id })
  const isEdit = version !== undefined
  const isUnchanged = isEntered({ stored, shipment, isEdit })
  const isLeaving = ship && order.status === 'Packed'
  if (isUnchanged && !isLeaving) return false
  if (isEdit && version !== order.version) throw new AppError('order_changed')
  const takenBy = await findOtherOrderNumber({ trx, orderId: id, shipment })
  const violation = validateShipment({ status: order.status, stored, takenBy, shipment, isEdit })
  if (violation) throw violation
  if (!isUnchanged) {
    await storeShipment({ trx, orderId: id, status: order.status, stored, shipment, actorId })
    // The courier may have paid before its number was known here.
    await matchLines({ trx, lines: await findMatchableLines({ trx, orderId: id }), actorId })
  }
  // After the event of the shipment: the change of the status is the last event, so that it can be undone.
  if (isLeaving) await writeTransition({ trx, payments, request: { id, to: 'Shipped', from: 'Packed', actor: toActor(actorId), actorId } })
  return true
}

const toActor = (actorId: string | null): 'admin' | 'system' => (actorId === null ? 'system' : 'admin')

interface StoredRow extends StoredShipment {
  readonly shipmentId: string
}

async function findShipment({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<StoredRow | undefined> {
  return trx
    .selectFrom('shipments')
    .select(['id as shipmentId', 'courier', 'tracking_number as trackingNumber', 'tracking_url as trackingUrl'])
    .where('order_id', '=', orderId)
    .where('direction', '=', 'forward')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** The number of another order that has this tracking number. */
async function findOtherOrderNumber({ trx, orderId, shipment }: { trx: Transaction; orderId: string; shipment: ShipmentInput }) {
  const row = await trx
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('number')
    .where('courier', '=', shipment.courier)
    .where('tracking_number', '=', shipment.trackingNumber)
    .where('order_id', '<>', orderId)
    .executeTakeFirst()
  return row?.number
}

interface Storage {
  readonly trx: Transaction
  readonly orderId: string
  readonly status: OrderStatus
  readonly stored: StoredRow | undefined
  readonly shipment: ShipmentInput
  readonly actorId: string | null
}

async function storeShipment({ trx, orderId, status, stored, shipment, actorId }: Storage): Promise<void> {
  const { courier, trackingNumber, trackingUrl } = shipment
  const values = { courier, tracking_number: trackingNumber, tracking_url: trackingUrl }
  if (stored) await trx.updateTable('shipments').set(values).where('id', '=', stored.shipmentId).execute()
  else {
    await trx
      .insertInto('shipments')
      .values({ ...values, order_id: orderId, shipped_at: selectShippedAt(orderId) })
      .execute()
  }
  await countVersion({ trx, orderId })
  const change = { kind: 'shipment', before: stored ? toState(stored) : {}, after: toState(shipment) } as const
  const event = stored ? 'Shipment changed' : 'Shipment entered'
  await recordEvent({ trx, orderId, event, actor: toActor(actorId), actorId, internal: true, change })
  if (status === 'Shipped' && !(await isShippedMailWaiting({ trx, orderId }))) {
    await recordEvent({ trx, orderId, event: 'Tracking number added', actor: toActor(actorId), actorId })
  }
}

/** Whether the mail that an order was shipped is still to be sent, and will have the tracking number. */
async function isShippedMailWaiting({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<boolean> {
  const mail = await trx
    .selectFrom('outbox_mails')
    .innerJoin('order_events', 'order_events.id', 'order_event_id')
    .select('outbox_mails.id')
    .where('order_id', '=', orderId)
    .where('event', 'in', ['Shipped', 'Tracking number added'])
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return mail !== undefined
}

/** When an order was shipped; null for a packed one. */
const selectShippedAt = (orderId: string) => sql<Date | null>`(
  select case when status <> 'Packed' then coalesce(
    (select max(happened_at) from order_events where order_id = orders.id and event = 'Shipped' and not internal), clock_timestamp()
  ) end from orders where id = ${orderId}
)`

/** A trigger counts the version at every update. */
async function countVersion({ trx, orderId }: { trx: Transaction; orderId: string }): Promise<void> {
  await trx
    .updateTable('orders')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('id', '=', orderId)
    .execute()
}

/** What the history of an order says about a shipment. */
const toState = ({ courier, trackingNumber, trackingUrl }: StoredShipment) => ({ courier, trackingNumber, trackingUrl })

interface Removal {
  readonly payments: PaymentsPort
  readonly request: Pick<ShipmentRequest, 'id' | 'actorId'> & { readonly version: number }
}

/**
 * Removes courier, tracking number and link of an order.
 * @throws AppError 404 for an order without a shipment.
 * @throws AppError 409 when the order has changed.
 */
export async function removeShipment({ database, payments, request }: Removal & { database: Database }): Promise<void> {
  const { id, version, actorId } = request
  await retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      const { order } = await lockOrder({ trx, payments, id })
      const stored = await findShipment({ trx, orderId: id })
      if (!stored) throw new AppError('shipment_not_found')
      if (version !== order.version) throw new AppError('order_changed')
      await deleteShipment({ trx, orderId: id, stored, actorId })
    }),
  )
}

interface Deletion {
  readonly trx: Transaction
  readonly orderId: string
  readonly stored: StoredRow
  readonly actorId: string | null
}

async function deleteShipment({ trx, orderId, stored, actorId }: Deletion): Promise<void> {
  await trx.deleteFrom('shipments').where('id', '=', stored.shipmentId).execute()
  await countVersion({ trx, orderId })
  const change = { kind: 'shipment', before: toState(stored), after: {} } as const
  await recordEvent({ trx, orderId, event: 'Shipment removed', actor: toActor(actorId), actorId, internal: true, change })
}

/** Removes this tracking number of an order, if the order has it. The caller has locked the order. */
export async function removeTrackingNumber({
  trackingNumber,
  ...removal
}: Omit<Deletion, 'stored'> & { trackingNumber: string }): Promise<void> {
  const stored = await findShipment(removal)
  if (stored?.trackingNumber === trackingNumber) await deleteShipment({ ...removal, stored })
}
