import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { listDeliveryDays } from '#contract/orders/failed-delivery-days.ts'
import type { Database } from '../../database/schema.ts'
import { canAnswer, describeAction, describeParcel } from './failed-delivery-rules.ts'

interface OrderQuery {
  readonly database: Database
  readonly orderId: string
}

/** The parcel of an order whose delivery has failed; undefined when none has. */
export async function findFailedParcel({ database, orderId }: OrderQuery) {
  const parcel = await database
    .selectFrom('courier_parcels')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['reference', 'state', 'state_at as stateAt', 'attempts', 'reason', 'orders.status'])
    .where('order_id', '=', orderId)
    .orderBy('courier_parcels.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return parcel && (parcel.state === 'failed' || parcel.attempts > 0) ? parcel : undefined
}

/** The failed delivery of an order, for its shopper. */
export async function findFailedDelivery({ database, orderId }: OrderQuery): Promise<CallReply<'POST /order/failed-delivery/find'>> {
  const parcel = await findFailedParcel({ database, orderId })
  if (!parcel) return { delivery: null }
  const answer = await database
    .selectFrom('delivery_answers')
    .select(['state', 'tries', 'problem', 'action'])
    .select(sql<string | null>`deliver_on::text`.as('deliverOn'))
    .where('reference', '=', parcel.reference)
    .where(sql<boolean>`(state = 'requested' or (state = 'sent' and attempt = ${Math.max(1, parcel.attempts)}))`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isWaiting = parcel.state === 'failed' && parcel.status === 'Shipped'
  const answered = answer && `The courier ${answer.state === 'sent' ? 'was' : 'is'} asked to ${describeAction(answer)}.`
  const failedOn = toIndianDay(parcel.stateAt ?? Date.now())
  return {
    delivery: {
      canAnswer: isWaiting && canAnswer({ state: parcel.state, answer }),
      message: isWaiting ? (answered ?? null) : describeParcel(parcel.status === 'Delivered' ? 'delivered' : parcel.state),
      reason: isWaiting ? parcel.reason : '',
      attempts: parcel.attempts,
      days: isWaiting ? listDeliveryDays({ today: toIndianDay(), failedOn }) : [],
    },
  }
}
