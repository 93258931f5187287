import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { FailedDelivery } from '#contract/orders/failed-deliveries.ts'
import { countDaysLeft, failedDeliveryLimits, listDeliveryDays } from '#contract/orders/failed-delivery-days.ts'
import { countRows } from '../../database/count-rows.ts'
import { limitToPage, presentPage } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import { currentCollect } from '../../orders/order/courier-bookings.ts'
import { canAnswer } from './failed-delivery-rules.ts'

interface FailedDeliveryQuery {
  readonly database: Database
  readonly view: 'failed' | 'claims'
  readonly page: number
  readonly limit?: number | undefined
}

/** Parcels that an administrator has to do something about. Those of orders that were ended by hand are left out. */
const selectView = (database: Database, view: FailedDeliveryQuery['view']) => {
  const parcels = database.selectFrom('courier_parcels as parcel').innerJoin('orders', 'orders.id', 'parcel.order_id')
  return view === 'failed'
    ? parcels.where('parcel.state', '=', 'failed').where('orders.status', '=', 'Shipped')
    : parcels.where('parcel.claim_by', 'is not', null).where('parcel.claim_closed_at', 'is', null)
}

/** One page of the parcels that could not be delivered, the longest waiting first, or of open claims, by their last day. */
export async function listFailedDeliveries({ database, view, page, limit: perPage = failedDeliveryLimits.perPage }: FailedDeliveryQuery) {
  const count = (counted: FailedDeliveryQuery['view']) => countRows(selectView(database, counted))
  const [rows, failed, claims] = await Promise.all([readPage({ database, view, page, perPage }), count('failed'), count('claims')])
  const counts = { failed, claims }
  return { parcels: rows.map(presentRow), counts, ...presentPage({ page, perPage, total: counts[view] }) }
}

type Row = Awaited<ReturnType<typeof readPage>>[number]

const readPage = ({ database, view, page, perPage }: FailedDeliveryQuery & { perPage: number }) =>
  selectView(database, view)
    .innerJoin('courier_bookings as booking', 'booking.reference', 'parcel.reference')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('delivery_answers')
          .select(['action', 'address_line', 'phone', 'answered_by', 'state', 'problem', 'tries', 'created_at', 'sent_at'])
          .select(sql<string | null>`deliver_on::text`.as('deliver_on'))
          .whereRef('delivery_answers.reference', '=', 'parcel.reference')
          .where(sql<boolean>`(state = 'requested' or (state <> 'replaced' and attempt = greatest(parcel.attempts, 1)))`)
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('last_answer'),
      (join) => join.onTrue(),
    )
    .select(['parcel.reference', 'parcel.state', 'parcel.state_at as stateAt', 'parcel.attempts', 'parcel.reason'])
    .select(['orders.id as orderId', 'orders.number', 'orders.status', 'orders.delivery_address as address'])
    .select(['booking.courier_name as courierName', 'booking.tracking_number as trackingNumber'])
    .select([
      sql<string | null>`claim_by::text`.as('claimBy'),
      sql<string | null>`claimed_on::text`.as('claimedOn'),
      'claim_reference as claimReference',
    ])
    .select(currentCollect.as('collect'))
    .select(sql<StoredAnswer | null>`to_jsonb(last_answer)`.as('answer'))
    .orderBy(view === 'failed' ? 'parcel.state_at' : 'parcel.claim_by')
    .orderBy('parcel.reference')
    .$call(limitToPage({ page, perPage }))
    .execute()

interface StoredAnswer {
  readonly action: 'deliver again' | 'bring back'
  readonly deliver_on: string | null
  readonly address_line: string
  readonly phone: string
  readonly answered_by: 'shopper' | 'administrator'
  readonly state: 'requested' | 'sent' | 'rejected'
  readonly problem: string
  readonly tries: number
  readonly created_at: string
  readonly sent_at: string | null
}

const presentAnswer = ({ action, deliver_on, address_line, phone, answered_by, state, problem, created_at, sent_at }: StoredAnswer) => ({
  action,
  deliverOn: deliver_on,
  addressLine: address_line,
  phone,
  by: answered_by,
  state,
  problem: problem || null,
  createdAt: new Date(created_at).toISOString(),
  sentAt: sent_at === null ? null : new Date(sent_at).toISOString(),
})

function presentRow({ address, answer, stateAt, collect, ...row }: Row): FailedDelivery {
  const since = stateAt ?? new Date()
  const days = { today: toIndianDay(), failedOn: toIndianDay(since) }
  const isFailed = row.state === 'failed'
  return {
    _id: row.reference,
    order: {
      _id: row.orderId,
      number: row.number,
      name: `${address.firstName} ${address.lastName}`.trim(),
      phone: address.phone,
      city: address.city,
    },
    state: row.state ?? 'booked',
    courierName: row.courierName ?? '',
    trackingNumber: row.trackingNumber ?? '',
    since: since.toISOString(),
    attempts: row.attempts,
    daysLeft: isFailed ? countDaysLeft(days) : null,
    days: isFailed ? listDeliveryDays(days) : [],
    reason: row.reason,
    toCollect: toRupees(collect as Paise),
    canAnswer: row.status === 'Shipped' && canAnswer({ state: row.state, answer: answer ?? undefined }),
    answer: answer && presentAnswer(answer),
    claim: row.claimBy === null ? null : { claimBy: row.claimBy, claimedOn: row.claimedOn, reference: row.claimReference },
  }
}
