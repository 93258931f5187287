import { sql } from 'kysely'
import { cutText } from '#contract/kernel/cut-text.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { type ParcelState, parcelStates } from '#contract/shipping/parcel-states.ts'
import { trackingNumber as trackingNumberSchema } from '#contract/shipping/shipment.ts'
import type { Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockOrder, writeTransition } from '../../orders/lifecycle/transition-order.ts'
import type { PaymentsPort } from '../../orders/order/order-dependencies.ts'
import { writeShipment } from '../save-shipment.ts'
import type { AssignedParcel, TrackedParcel } from './courier.ts'

export interface ParcelClaim {
  readonly reference: string
  readonly orderId: string
  readonly providerOrderId: string | null
  /** the number of claims, this one included; a later claim has a higher one */
  readonly tries: number
  readonly claimedAt: Date
}

interface Tracking {
  readonly trx: Transaction
  readonly payments: PaymentsPort
  /** shown to administrators */
  readonly courierName: string
  readonly claim: ParcelClaim
  readonly tracked: TrackedParcel
}

/** Stores what the courier says about a parcel, and moves its order forward. What does not fit the order is a problem of the parcel. */
export async function applyTracking({ trx, payments, courierName, claim, tracked }: Tracking): Promise<void> {
  const { reference, orderId, tries } = claim
  await lockOrder({ trx, payments, id: orderId })
  const parcel = await trx
    .selectFrom('courier_parcels as parcel')
    .innerJoin('courier_bookings as booking', 'booking.reference', 'parcel.reference')
    .select(['parcel.state', 'booking.state as bookingState', 'booking.tracking_number as trackingNumber'])
    .where('parcel.reference', '=', reference)
    .where('parcel.tries', '=', tries)
    .forUpdate('parcel')
    .executeTakeFirst()
  // A later look has begun.
  if (!parcel) return
  await storeScans({ trx, reference, tracked })
  const state = readState(tracked) ?? parcel.state
  const isBooked = parcel.bookingState === 'booked'
  const problems = [
    tracked.isCancelled && hasLeft(state) && state !== 'delivered' && state !== 'returned'
      ? `${courierName} has cancelled its order, but says “${state}” of the parcel.`
      : undefined,
    tracked.code !== null && tracked.state === null ? `${courierName} says code ${tracked.code}, which the shop does not know.` : undefined,
    isBooked ? await adoptNumber({ trx, payments, claim, earlier: parcel.trackingNumber, assigned: tracked.assigned }) : undefined,
    state === null ? undefined : await advanceOrder({ trx, payments, orderId, courierName, state, reason: findReason(tracked), isBooked }),
  ]
  const since = tracked.scans.find((scan) => scan.state === state)?.happenedAt
  await trx
    .updateTable('courier_parcels')
    .set({
      state,
      ...(state !== parcel.state && { state_at: since ?? sql<Date>`clock_timestamp()` }),
      attempts: sql<number>`(select count(*) from courier_scans where courier_scans.reference = ${reference} and state = 'failed')`,
      reason: findReason(tracked),
      expected_on: tracked.expectedAt && toIndianDay(tracked.expectedAt),
      problem: cutText(problems.find((problem) => problem !== undefined) ?? '', 300),
      provider_code: tracked.code,
      answer: JSON.stringify(tracked.answer),
      answered_at: sql<Date>`clock_timestamp()`,
    })
    .where('reference', '=', reference)
    .execute()
}

/** The courier's order may be cancelled while its parcel has not left. */
const readState = ({ state, isCancelled }: TrackedParcel): ParcelState | null => (isCancelled && !hasLeft(state) ? 'cancelled' : state)

/** Whether the courier has collected the parcel. */
export const hasLeft = (state: ParcelState | null): boolean => state !== null && state !== 'cancelled' && isAfter(state, 'pickup failed')

const isAfter = (state: ParcelState, other: ParcelState): boolean => parcelStates.indexOf(state) > parcelStates.indexOf(other)

/** Why the last attempt failed, or why the parcel returns. */
const findReason = ({ scans, state }: TrackedParcel): string => {
  const isExplained = state === 'failed' || state === 'returning' || state === 'returned' || state === 'pickup failed'
  return isExplained ? ((scans.find((scan) => scan.state === 'failed') ?? scans.find((scan) => scan.state === state))?.text ?? '') : ''
}

async function storeScans({ trx, reference, tracked: { scans } }: { trx: Transaction; reference: string; tracked: TrackedParcel }) {
  if (scans.length === 0) return
  const rows = scans.map(({ happenedAt, text, place, state, code }) => ({
    ...{ reference, happened_at: happenedAt, text, place, state, provider_code: code },
  }))
  await trx
    .insertInto('courier_scans')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Adoption extends Pick<Tracking, 'trx' | 'payments' | 'claim'> {
  /** the number that the shop has */
  readonly earlier: string | null
  readonly assigned: AssignedParcel | undefined
}

/** The courier's order counts: a number that replaces another one there replaces it here, and the shopper is told. Returns a problem. */
async function adoptNumber({ trx, payments, claim, earlier, assigned }: Adoption): Promise<string | undefined> {
  if (!assigned || assigned.trackingNumber === earlier) return undefined
  const { reference, orderId } = claim
  const number = trackingNumberSchema.safeParse(assigned.trackingNumber)
  const shipment = await trx
    .selectFrom('shipments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('direction', '=', 'forward')
    .where('tracking_number', '=', earlier)
    .executeTakeFirst()
  // A number that an administrator has entered stays.
  if (!shipment || !number.success) return `The parcel has the new number ${assigned.trackingNumber}, which was not stored.`
  const { version } = await trx.selectFrom('orders').select('version').where('id', '=', orderId).executeTakeFirstOrThrow()
  try {
    const entered = { courier: assigned.courier, trackingNumber: number.data, trackingUrl: null }
    await writeShipment({ trx, payments, request: { id: orderId, shipment: entered, version, ship: false, actorId: null } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `The parcel has the new number ${assigned.trackingNumber}: ${error.message}`
  }
  await trx
    .updateTable('courier_bookings')
    .set({ courier: assigned.courier, courier_name: assigned.courierName, tracking_number: number.data })
    .where('reference', '=', reference)
    .execute()
  return undefined
}

interface Movement extends Pick<Tracking, 'trx' | 'payments' | 'courierName'> {
  readonly orderId: string
  readonly state: ParcelState
  readonly reason: string
  readonly isBooked: boolean
}

/** Moves the order forward as far as its parcel is. Returns what does not fit. */
async function advanceOrder({ trx, payments, courierName, orderId, state, reason, isBooked }: Movement): Promise<string | undefined> {
  const order = await trx.selectFrom('orders').select(['status', 'collect_paise']).where('id', '=', orderId).executeTakeFirstOrThrow()
  const says = `${courierName} says “${state}”`
  if (state === 'cancelled' && order.status === 'Packed' && isBooked)
    return `${courierName} has cancelled the parcel: cancel the booking, and book it again.`
  if (!hasLeft(state)) return undefined
  if (!isBooked) return `${says}, but its booking was cancelled here.`
  if (order.status === 'Cancelled' || order.status === 'Placed' || order.status === 'Confirmed')
    return `${says}, but the order is ${order.status}.`
  const target = findTarget({ state, isRefused: order.collect_paise > 0 && isRefusal.test(reason) })
  const hasReturned = order.status === 'Refused' || order.status === 'Undelivered'
  const isReturning = target === 'Refused' || target === 'Undelivered'
  if ((hasReturned && target === 'Delivered') || (order.status === 'Delivered' && isReturning))
    return `${says}, but the order is ${order.status}.`
  if (hasReturned || order.status === 'Delivered') return undefined
  try {
    for (const to of order.status === 'Packed' && target !== 'Shipped' ? (['Shipped', target] as const) : [target])
      await writeTransition({ trx, payments, request: { id: orderId, to, actor: 'system', actorId: null } })
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${says}, but the order stays ${order.status}: ${error.message}`
  }
}

/** What couriers write when a person did not take the parcel; an address or a payment that is rejected is another matter. */
const isRefusal =
  /refus|(customer|consignee|buyer|recipient)\b.{0,30}\b(reject|den(y|ied)|cancel|not want)|(reject|denied|cancel)\w* by (the )?(customer|consignee|buyer|recipient)/i

function findTarget({ state, isRefused }: { state: ParcelState; isRefused: boolean }): OrderStatus {
  if (state === 'delivered') return 'Delivered'
  if (state === 'returning' || state === 'returned') return isRefused ? 'Refused' : 'Undelivered'
  return 'Shipped'
}
