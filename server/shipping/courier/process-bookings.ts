import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { BookingState } from '#contract/orders/courier-bookings.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { trackingNumber as trackingNumberSchema } from '#contract/shipping/shipment.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { throwTogether } from '../../kernel/for-each-settled.ts'
import { lockOrder } from '../../orders/lifecycle/transition-order.ts'
import type { PaymentsPort } from '../../orders/order/order-dependencies.ts'
import { writeShipment } from '../save-shipment.ts'
import { checkParcels } from './check-parcels.ts'
import { type BookedParcel, type Courier, CourierError } from './courier.ts'

/** Longer than the courier may take for one booking. */
const claimSeconds = 90
const concurrency = 3
const firstDelaySeconds = 20
const maxDelaySeconds = 3_600

interface ProcessOptions {
  readonly database: Database
  readonly payments: PaymentsPort
  readonly courier: Courier
  readonly settings: ShopSettings
  readonly signal: AbortSignal
}

interface Claim {
  readonly reference: string
  readonly orderId: string
  readonly number: string
  readonly state: BookingState
  readonly collect: Paise
  readonly providerOrderId: string | null
  /** the number of claims, this one included; a later claim has a higher one */
  readonly tries: number
}

/**
 * Asks the courier for what is due, until nothing is. Several servers may do so at the same time. A row that fails is repeated later, and
 * delays no other.
 */
export async function processBookings(options: ProcessOptions): Promise<void> {
  const errors: unknown[] = []
  const work = async () => {
    while (!options.signal.aborted) {
      const claim = await claimBooking(options)
      if (!claim) return
      const process = claim.state === 'cancelling' ? cancelClaimed : bookClaimed
      await process({ ...options, claim }).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  throwTogether(errors)
}

/** A claim ends by itself, so that a crash repeats a request and loses none. */
async function claimBooking({ database }: { database: Database }): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    with due as (
      select reference from courier_bookings where state in ('requested', 'cancelling') and due_at <= clock_timestamp()
      order by due_at limit 1 for update skip locked
    )
    update courier_bookings as booking
    set tries = tries + 1, due_at = clock_timestamp() + make_interval(secs => ${claimSeconds}),
      -- The first request is made with the address of now.
      address_changed = address_changed and tries > 0
    from due, orders where booking.reference = due.reference and orders.id = booking.order_id
    returning booking.reference, booking.order_id as "orderId", orders.number, state, booking.collect_paise as collect,
      provider_order_id as "providerOrderId", tries
  `.execute(database)
  return rows[0]
}

type Work = ProcessOptions & { readonly claim: Claim }

async function bookClaimed({ claim, ...options }: Work): Promise<void> {
  const { database, courier, settings } = options
  const { reference, number, collect, tries } = claim
  const { checked } = await checkParcels({ database, settings, numbers: [number] })
  const [{ parcel, problem, collect: now } = {}] = checked.map((each) => ({ ...each, problem: each.problem?.reason }))
  const isChanged = now !== collect
  if (!parcel || problem !== undefined || isChanged) {
    const reason = problem ?? 'What is to be collected has changed: book it again.'
    // The courier may have an earlier request.
    return updateClaimed({ database, claim, change: { state: tries > 1 ? 'cancelling' : 'rejected', problem: reason, isDue: true } })
  }
  const booked = await courier.book({ reference, pickupName: settings.parcels.pickupName, parcel }).catch(async (error: unknown) => {
    if (!(error instanceof CourierError)) throw error
    await updateClaimed({ database, claim, change: { problem: error.message, ...(error.isRefused && { state: 'rejected' }) } })
    return undefined
  })
  if (booked) await storeBooked({ ...options, claim, booked })
}

/** The number is stored with the state of the booking. A booking whose number cannot be stored is cancelled. */
async function storeBooked({ database, payments, claim, booked }: Work & { booked: BookedParcel }): Promise<void> {
  const { orderId, reference, tries } = claim
  const number = trackingNumberSchema.safeParse(booked.trackingNumber)
  const store = () =>
    database.transaction().execute(async (trx) => {
      await lockOrder({ trx, payments, id: orderId })
      const row = await trx
        .updateTable('courier_bookings')
        .set({
          state: 'booked',
          problem: '',
          booked_at: sql<Date>`clock_timestamp()`,
          provider_order_id: booked.orderId,
          provider_shipment_id: booked.shipmentId,
          courier: booked.courier,
          courier_name: booked.courierName,
          tracking_number: booked.trackingNumber,
        })
        .where('reference', '=', reference)
        .where('tries', '=', tries)
        .where('state', '=', 'requested')
        .returning('reference')
        .executeTakeFirst()
      // Cancelled in the meantime: the courier's order is found by its reference.
      if (!row) return
      await trx.insertInto('courier_parcels').values({ reference, order_id: orderId }).execute()
      if (!number.success) throw new AppError('invalid_request', { fields: {} })
      const shipment = { courier: booked.courier, trackingNumber: number.data, trackingUrl: null }
      await writeShipment({ trx, payments, request: { id: orderId, shipment, ship: false, actorId: null } })
    })
  try {
    await store()
  } catch (error) {
    // A number that another order has got in the meantime is stored nowhere; other errors repeat the claim.
    const isTaken = (error as { constraint?: string }).constraint === 'shipments_by_number'
    if (!(error instanceof AppError) && !isTaken) throw error
    const reason = number.success && error instanceof AppError ? error.message : 'The number of the parcel cannot be used.'
    await updateClaimed({ database, claim, change: { state: 'cancelling', problem: reason, isDue: true } })
  }
}

async function cancelClaimed({ claim, database, courier }: Work): Promise<void> {
  const { reference, providerOrderId: orderId } = claim
  try {
    await courier.cancel({ reference, orderId })
    await updateClaimed({ database, claim, change: { state: 'cancelled', cancelProblem: '' } })
  } catch (error) {
    if (!(error instanceof CourierError)) throw error
    await updateClaimed({ database, claim, change: { cancelProblem: error.message } })
  }
}

interface Change {
  readonly state?: BookingState
  readonly problem?: string
  readonly cancelProblem?: string
  /** the courier is asked at once; by default after a delay that grows */
  readonly isDue?: boolean
}

/** Writes the outcome of a claim, unless the row was changed in the meantime. */
async function updateClaimed({ database, claim, change }: { database: Database; claim: Claim; change: Change }): Promise<void> {
  const { state, problem, cancelProblem, isDue = false } = change
  const delay = Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** Math.min(claim.tries - 1, 10))
  await database
    .updateTable('courier_bookings')
    .set({
      ...(state && { state }),
      ...(problem !== undefined && { problem }),
      ...(cancelProblem !== undefined && { cancel_problem: cancelProblem }),
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${isDue ? 0 : delay})`,
    })
    .where('reference', '=', claim.reference)
    .where('tries', '=', claim.tries)
    .where('state', '=', claim.state)
    .execute()
}
