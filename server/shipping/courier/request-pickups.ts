import { sql } from 'kysely'
import { cutText } from '#contract/kernel/cut-text.ts'
import { toIndianDay, toIndianTime } from '#contract/kernel/indian-time.ts'
import type { Database } from '../../database/schema.ts'
import { throwTogether } from '../../kernel/for-each-settled.ts'
import { type Courier, CourierError } from './courier.ts'

interface PickupOptions {
  readonly database: Database
  readonly courier: Pick<Courier, 'requestPickup'>
  /** of the day in India, from which the courier is asked; 0: never */
  readonly hour: number
  readonly signal: AbortSignal
  readonly now?: Date
}

interface Claim {
  readonly reference: string
  readonly shipmentId: string
}

/**
 * Has packed parcels collected that were booked before today's hour and are not asked for yet. Each is asked for once a day at most: the day is
 * stored before the courier is asked. One that is refused is asked for again on the next day, and delays no other.
 */
export async function requestPickups({ database, courier, hour, signal, now = new Date() }: PickupOptions): Promise<void> {
  if (hour === 0 || Number(toIndianTime(now).slice(11, 13)) < hour) return
  const today = toIndianDay(now)
  const bookedBefore = new Date(`${today}T${String(hour).padStart(2, '0')}:00:00+05:30`)
  const errors: unknown[] = []
  while (!signal.aborted) {
    const claim = await claimPickup({ database, today, bookedBefore })
    if (!claim) break
    await requestPickup({ database, courier, claim }).catch((error: unknown) => errors.push(error))
  }
  throwTogether(errors)
}

interface Day {
  readonly database: Database
  readonly today: string
  readonly bookedBefore: Date
}

async function claimPickup({ database, today, bookedBefore }: Day): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    with due as (
      select parcel.reference, provider_shipment_id from courier_parcels as parcel
      join courier_bookings as booking on booking.reference = parcel.reference
      join orders on orders.id = parcel.order_id
      where pickup_requested_at is null and pickup_asked_on is distinct from ${today}::date and booking.state = 'booked'
        and orders.status = 'Packed' and booked_at < ${bookedBefore} and provider_shipment_id is not null
      order by parcel.created_at limit 1 for update of parcel skip locked
    )
    update courier_parcels as parcel set pickup_asked_on = ${today}::date from due where parcel.reference = due.reference
    returning parcel.reference, provider_shipment_id as "shipmentId"
  `.execute(database)
  return rows[0]
}

async function requestPickup({ database, courier, claim }: Pick<PickupOptions, 'database' | 'courier'> & { claim: Claim }): Promise<void> {
  const update = (change: { pickup_problem: string; pickup_requested_at?: Date }) =>
    database.updateTable('courier_parcels').set(change).where('reference', '=', claim.reference).execute()
  try {
    await courier.requestPickup(claim.shipmentId)
    await update({ pickup_problem: '', pickup_requested_at: new Date() })
  } catch (error) {
    if (!(error instanceof CourierError)) throw error
    await update({ pickup_problem: cutText(`No pick-up is requested: ${error.message}`, 300) })
  }
}
