import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { ParcelKnowledge } from '#contract/orders/parcels.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

const shownMessages = 20

/** What the shop and the courier know about a parcel. Throws `AppError` (404). */
export async function readParcel({ database, reference }: { database: Database; reference: string }): Promise<ParcelKnowledge> {
  const row = await database
    .selectFrom('courier_parcels as parcel')
    .innerJoin('courier_bookings as booking', 'booking.reference', 'parcel.reference')
    .innerJoin('orders', 'orders.id', 'parcel.order_id')
    .select(['parcel.reference', 'orders.id as orderId', 'orders.number', 'orders.status as orderStatus', 'booking.state as bookingState'])
    .select(['courier_name as courierName', 'booking.tracking_number as trackingNumber', 'parcel.state', 'state_at', 'attempts', 'reason'])
    .select([
      'expected_on',
      'parcel.problem',
      'resolved_problem',
      'provider_code as code',
      'answer',
      'answered_at',
      'look_problem as lookProblem',
    ])
    .select(['parcel.due_at as dueAt'])
    .where('parcel.reference', '=', reference)
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
  const scans = await database
    .selectFrom('courier_scans')
    .select(['happened_at', 'text', 'place', 'state'])
    .where('reference', '=', reference)
    .orderBy('happened_at', 'desc')
    .execute()
  const messages = await database
    .selectFrom('courier_messages')
    .select(['received_at', 'body'])
    .where('reference', '=', reference)
    .orderBy('id', 'desc')
    .limit(shownMessages)
    .execute()
  const { state_at, expected_on, answered_at, dueAt, answer, problem, resolved_problem, ...known } = row
  return {
    ...known,
    problem: problem === resolved_problem ? '' : problem,
    answer: answer ?? null,
    stateAt: state_at?.toISOString() ?? null,
    expectedOn: expected_on === null ? null : toDay(expected_on),
    answeredAt: answered_at?.toISOString() ?? null,
    nextLookAt: dueAt?.toISOString() ?? null,
    scans: scans.map(({ happened_at, ...scan }) => ({ ...scan, at: happened_at.toISOString() })),
    messages: messages.map(({ received_at, body }) => ({ receivedAt: received_at.toISOString(), body: body as Record<string, unknown> })),
  }
}

const toDay = (day: string | Date): string => (typeof day === 'string' ? day : toIndianDay(day))
