import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { ParcelJourney } from '#contract/shipping/parcel-journey.ts'
import type { ParcelState } from '#contract/shipping/parcel-states.ts'
import type { Database } from '../../database/schema.ts'

const maxSteps = 40
const arrived: readonly ParcelState[] = ['delivered', 'returning', 'returned', 'lost', 'damaged', 'cancelled']

interface Row {
  readonly state: ParcelState
  readonly expectedOn: string | null
  readonly steps: readonly { readonly state: ParcelState; readonly at: string; readonly place: string }[]
}

/**
 * What happened to the parcel of an order that was booked at a courier, with its field of a reply. Scans of the same state and place are one step.
 * Nothing while the parcel has not left, or without a booking.
 */
export async function presentJourney({ database, orderId }: { database: Database; orderId: string }): Promise<{ journey?: ParcelJourney }> {
  const { rows } = await sql<Row>`
    select parcel.state, to_char(expected_on, 'YYYY-MM-DD') as "expectedOn", coalesce((
      select jsonb_agg(jsonb_build_object('state', state, 'at', happened_at, 'place', place) order by happened_at desc)
      from (
        select state, happened_at, place, lag(state) over earlier as before, lag(place) over earlier as place_before
        from courier_scans where courier_scans.reference = parcel.reference and state is not null
        window earlier as (order by happened_at)
        order by happened_at desc limit ${maxSteps}
      ) as scan
      where state is distinct from before or place is distinct from place_before
    ), '[]') as steps
    from courier_parcels as parcel join courier_bookings as booking on booking.reference = parcel.reference
    where parcel.order_id = ${orderId} and booking.state = 'booked' and parcel.state is not null
    order by attempt desc limit 1
  `.execute(database)
  const [row] = rows
  if (!row || row.state === 'booked' || row.state === 'pickup failed') return {}
  const isPast = row.expectedOn !== null && row.expectedOn < toIndianDay(new Date())
  const steps = row.steps.map(({ at, ...step }) => ({ ...step, at: new Date(at).toISOString() }))
  return { journey: { state: row.state, expectedOn: isPast || arrived.includes(row.state) ? null : row.expectedOn, steps } }
}
