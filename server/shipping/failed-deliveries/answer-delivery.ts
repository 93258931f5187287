import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { DeliveryAnswer } from '#contract/orders/failed-deliveries.ts'
import { listDeliveryDays } from '#contract/orders/failed-delivery-days.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordEvent } from '../../orders/order/order-events.ts'
import { canAnswer, describeAction, describeParcel } from './failed-delivery-rules.ts'

interface Answering {
  readonly database: Database
  readonly reference: string
  readonly answer: DeliveryAnswer
  readonly answeredBy: 'shopper' | 'administrator'
  /** the administrator's id */
  readonly actorId: string | null
}

/**
 * Stores what the courier is to do with a parcel that it could not deliver, in place of an answer that it was not told yet. Returns the
 * number of the order, and what the courier is told.
 * @throws AppError 400 for a day on which it cannot be delivered.
 * @throws AppError 404 for an unknown parcel.
 * @throws AppError 409 when the parcel does not wait any more, or the courier was told already.
 */
export async function answerDelivery({ database, reference, ...answering }: Answering): Promise<{ number: string; message: string }> {
  return retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      const parcel = await lockParcel({ trx, reference })
      const { answer } = answering
      const forShopper = answering.answeredBy === 'shopper' && parcel.status === 'Shipped'
      if (parcel.status !== 'Shipped' || parcel.state !== 'failed')
        throw new AppError('delivery_not_failed', { sentence: describeParcel(forShopper ? parcel.state : null) })
      if (!canAnswer(parcel)) throw new AppError('delivery_answered')
      const days = listDeliveryDays({ today: toIndianDay(), failedOn: toIndianDay(parcel.stateAt ?? Date.now()) })
      if (answer.deliverOn !== null && answer.action === 'deliver again' && !days.includes(answer.deliverOn))
        throw new AppError('invalid_request', {
          fields: { deliverOn: 'The courier cannot deliver it on this day. Choose a day of the list.' },
        })
      await storeAnswer({ trx, reference, parcel, ...answering })
      return { number: parcel.number, message: `The courier is asked to ${describeAction(answer)}.` }
    }),
  )
}

type LockedParcel = Awaited<ReturnType<typeof lockParcel>>

/** In the order of all locks: the order, then its parcel. */
async function lockParcel({ trx, reference }: { trx: Transaction; reference: string }) {
  const order = await trx
    .selectFrom('orders')
    .select(['id', 'number', 'status', 'user_id as userId'])
    .where('id', '=', (eb) => eb.selectFrom('courier_parcels').select('order_id').where('reference', '=', reference))
    .forUpdate()
    .executeTakeFirst()
  const parcel = await trx
    .selectFrom('courier_parcels')
    .select(['state', 'state_at as stateAt'])
    .select(sql<number>`greatest(attempts, 1)`.as('attempt'))
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  if (!order || !parcel) throw new AppError('order_not_found')
  const answer = await trx
    .selectFrom('delivery_answers')
    .select(['state', 'tries', 'problem', 'action', 'address_line', 'phone', 'answered_by'])
    .select(sql<string | null>`deliver_on::text`.as('deliver_on'))
    .where('reference', '=', reference)
    .where(sql<boolean>`(state = 'requested' or (state <> 'replaced' and attempt = ${parcel.attempt}))`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return { ...order, ...parcel, answer }
}

type Storage = Omit<Answering, 'database'> & { trx: Transaction; parcel: LockedParcel }

async function storeAnswer({ trx, reference, parcel, answer, answeredBy, actorId }: Storage): Promise<void> {
  const isDelivery = answer.action === 'deliver again'
  const values = {
    action: answer.action,
    deliver_on: isDelivery ? answer.deliverOn : null,
    address_line: isDelivery ? answer.addressLine : '',
    phone: isDelivery ? answer.phone : '',
    answered_by: answeredBy,
  }
  // A second click.
  const { answer: earlier } = parcel
  const isRepeated = Object.entries(values).every(([name, value]) => earlier?.[name as keyof typeof earlier] === value)
  if (earlier?.state === 'requested' && isRepeated) return
  await trx
    .updateTable('delivery_answers')
    .set({ state: 'replaced' })
    .where('reference', '=', reference)
    .where('state', '=', 'requested')
    .execute()
  await trx
    .insertInto('delivery_answers')
    .values({ reference, order_id: parcel.id, attempt: parcel.attempt, ...values, actor_id: actorId })
    .execute()
  const shopper = parcel.userId === null ? 'guest' : 'shopper'
  await recordEvent({
    trx,
    orderId: parcel.id,
    event: isDelivery ? 'Another delivery requested' : 'Parcel requested back',
    actor: answeredBy === 'administrator' ? 'admin' : shopper,
    actorId: answeredBy === 'administrator' ? actorId : parcel.userId,
  })
}
