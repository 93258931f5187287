import { sql } from 'kysely'
import { toIndianDay, toIndianTime } from '#contract/kernel/indian-time.ts'
import type { DeliveryAction } from '#contract/orders/failed-deliveries.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { ParcelState } from '#contract/shipping/parcel-states.ts'
import type { Database } from '../../database/schema.ts'
import { throwTogether } from '../../kernel/for-each-settled.ts'
import { type Courier, CourierError } from '../courier/courier.ts'
import { hasFollowed } from './failed-delivery-rules.ts'

/** Longer than the courier may take for one answer. */
const claimSeconds = 90
const firstDelaySeconds = 60
const maxDelaySeconds = 3_600

interface SendOptions {
  readonly database: Database
  readonly courier: Pick<Courier, 'answerFailed'>
  /** the hours of the day in India in which the courier is told, from and to */
  readonly hours: readonly [from: number, to: number]
  readonly signal: AbortSignal
  readonly now?: Date
}

interface Claim {
  readonly id: string
  readonly action: DeliveryAction
  readonly deliverOn: string | null
  readonly addressLine: string
  readonly phone: string
  readonly trackingNumber: string | null
  readonly state: ParcelState | null
  readonly status: OrderStatus
  /** the number of claims, this one included; a later claim has a higher one */
  readonly tries: number
}

/**
 * Tells the courier what is to be done with parcels that it could not deliver, in its hours. Several servers may do so at the same time. An
 * answer that fails is repeated later, and delays no other.
 */
export async function sendAnswers(options: SendOptions): Promise<void> {
  const { hours, signal, now = new Date() } = options
  const hour = Number(toIndianTime(now).slice(11, 13))
  if (hour < hours[0] || hour >= hours[1]) return
  const errors: unknown[] = []
  while (!signal.aborted) {
    const claim = await claimAnswer(options)
    if (!claim) break
    await sendAnswer({ ...options, claim }).catch((error: unknown) => errors.push(error))
  }
  throwTogether(errors)
}

/** A claim ends by itself, so that a crash repeats an answer and loses none. */
async function claimAnswer({ database }: Pick<SendOptions, 'database'>): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    with due as (
      select id from delivery_answers where state = 'requested' and due_at <= clock_timestamp()
      order by due_at limit 1 for update skip locked
    )
    update delivery_answers as answer
    set tries = answer.tries + 1, problem = '', due_at = clock_timestamp() + make_interval(secs => ${claimSeconds})
    from due, courier_parcels as parcel, courier_bookings as booking, orders
    where answer.id = due.id and parcel.reference = answer.reference and booking.reference = answer.reference and orders.id = answer.order_id
    returning answer.id, action, deliver_on::text as "deliverOn", address_line as "addressLine", answer.phone,
      booking.tracking_number as "trackingNumber", parcel.state, orders.status, answer.tries
  `.execute(database)
  return rows[0]
}

const isOver = 'The parcel did not wait for an answer any more.'

async function sendAnswer({ database, courier, claim, now = new Date() }: SendOptions & { claim: Claim }): Promise<void> {
  const { action, addressLine, phone, deliverOn, trackingNumber, state, status, tries } = claim
  const update = (change: Change) => updateClaimed({ database, claim, change })
  if (tries > 1 && hasFollowed({ action, state })) return update({ state: 'sent' })
  if (state !== 'failed' || status !== 'Shipped' || trackingNumber === null) return update({ state: 'rejected', problem: isOver })
  try {
    const day = deliverOn !== null && deliverOn > toIndianDay(now) ? deliverOn : null
    await courier.answerFailed({ trackingNumber, action, deliverOn: day, addressLine, phone, isRepeated: tries > 1 })
    await update({ state: 'sent' })
  } catch (error) {
    if (!(error instanceof CourierError)) throw error
    await update({ state: error.isRefused ? 'rejected' : 'requested', problem: error.message })
  }
}

interface Change {
  readonly state: 'requested' | 'sent' | 'rejected'
  readonly problem?: string
}

/** Changes a claimed answer, unless a later claim has begun. */
async function updateClaimed({ database, claim, change }: { database: Database; claim: Claim; change: Change }): Promise<void> {
  const { state, problem = '' } = change
  const delay = Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** Math.min(claim.tries - 1, 10))
  await database
    .updateTable('delivery_answers')
    .set({
      state,
      problem: problem.slice(0, 300),
      ...(state === 'sent' && { sent_at: sql<Date>`clock_timestamp()` }),
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${delay})`,
    })
    .where('id', '=', claim.id)
    .where('tries', '=', claim.tries)
    .where('state', '=', 'requested')
    .execute()
}
