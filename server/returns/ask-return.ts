import { returnLimits } from '#contract/limits/return-limits.ts'
import { type Paise, toPaise } from '#contract/money.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { readReturnOrder } from './read-order.ts'
import { recordReturn } from './record-return.ts'
import { returnError } from './return-error-rules.ts'
import { type ChosenLine, planReturn, type ReturnPolicies } from './return-rules.ts'

export interface ReturnRequest {
  readonly orderId: string
  /** limits a shopper to their own orders; undefined for the holder of a tracking link */
  readonly userId: string | undefined
  readonly chosen: readonly ChosenLine[]
  readonly policies: ReturnPolicies
}

/** What a return would pay back. Throws as `planReturn` does, and `AppError` (404) for another shopper's order. */
export async function previewReturn({ database, orderId, userId, chosen, policies }: ReturnRequest & { database: Database }) {
  const order = await readReturnOrder({ database, id: orderId, userId })
  const fee = toPaise(policies.reverseShippingFeeRupees)
  return planReturn({ order, chosen, policies, fee, now: new Date() })
}

interface NewReturn extends ReturnRequest {
  readonly note: string
  /** as the preview has shown */
  readonly refund: Paise
  readonly claim: IdempotencyKey
}

/**
 * Records that a shopper wants to return items. Returns the id of the return; the same key asks for one return.
 * @throws AppError 404 for an unknown order or another shopper's.
 * @throws AppError 409 for an order that is not delivered, after the last day, for more pieces than are left, for another amount than the
 * preview has shown, and for too many returns of one order.
 */
export async function askReturn({ database, request }: { database: Database; request: NewReturn }): Promise<string> {
  return retryTransaction(() => database.transaction().execute((trx) => writeReturn({ trx, request })))
}

async function writeReturn({ trx, request }: { trx: Transaction; request: NewReturn }): Promise<string> {
  const { orderId, userId, chosen, policies, note, refund, claim } = request
  if (!isUuid(orderId)) throw new AppError('not_found')
  const answer = await claimKey<{ id: string }>({ trx, claim })
  if (answer) return answer.id
  // Requests for the same order wait for each other.
  await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
  const order = await readReturnOrder({ database: trx, id: orderId, userId })
  if (order.count >= returnLimits.perOrder) throw returnError('returns_full')
  const fee = toPaise(policies.reverseShippingFeeRupees)
  const plan = planReturn({ order, chosen, policies, fee, now: new Date() })
  if (plan.refund !== refund) throw returnError('return_amount_changed')
  const { id } = await trx
    .insertInto('returns')
    .values({
      number: `${order.row.number}-R${order.count + 1}`,
      order_id: orderId,
      is_fault: plan.isFault,
      note,
      fee_paise: fee,
      refund_paise: plan.refund,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = chosen.map(({ line, quantity, reason }) => ({ return_id: id, order_id: orderId, line, quantity, reason }))
  await trx.insertInto('return_lines').values(lines).execute()
  const shopperId = order.row.user_id
  await recordReturn({ trx, returnId: id, event: 'Return asked', actor: shopperId === null ? 'guest' : 'shopper', actorId: shopperId })
  await storeAnswer({ trx, claim, answer: { id } })
  return id
}
