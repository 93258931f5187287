import { type Selectable, sql, type Transaction } from 'kysely'
import { type Paise, paise } from '#contract/money.ts'
import { sumPaise } from '#contract/pricing.ts'
import type { Database, Tables } from '../database/schema.ts'
import { recordEvent } from '../orders/events.ts'
import { forEachSettled } from './for-each-settled.ts'
import { type Gateway, GatewayError, type GatewayRefund } from './gateway.ts'

/** The provider sends back no less than a rupee; a rest below it stays where it is. */
export const minRefund = paise(100)

export interface RefundRequest {
  /** our payment */
  readonly paymentId: string
  readonly providerPaymentId: string
  readonly amount: Paise
  readonly reason: string
  /** the administrator; nobody for what the shop does by itself */
  readonly askedBy?: string | undefined
}

/** Writes down that money goes back; `workRefunds` asks the provider. More than was paid is never written. */
export async function requestRefund({ trx, refund }: { trx: Transaction<Tables>; refund: RefundRequest }): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      payment_id: refund.paymentId,
      provider_payment_id: refund.providerPaymentId,
      amount_paise: refund.amount,
      reason: refund.reason,
      requested_by: refund.askedBy ?? null,
    })
    .execute()
}

/** Sends back what is left of a paid order's money, or a part of it. Nothing that can be sent is left: nothing happens. */
export async function refundOrder({
  trx,
  orderId,
  amount,
  reason,
  askedBy,
}: {
  trx: Transaction<Tables>
  orderId: string
  /** paise; everything that is left when it is not said */
  amount?: Paise | undefined
  reason: string
  askedBy?: string | undefined
}): Promise<void> {
  const payment = await trx.selectFrom('payments').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst()
  if (!payment?.provider_payment_id) return
  const left = payment.amount_paise - (await sumRefunds({ trx, providerPaymentId: payment.provider_payment_id }))
  const sent = Math.min(amount ?? left, left)
  if (sent < minRefund) return
  const { id: paymentId, provider_payment_id: providerPaymentId } = payment
  await requestRefund({ trx, refund: { paymentId, providerPaymentId, amount: paise(sent), reason, askedBy } })
}

/** Paise that went back of this payment or are on their way. */
export async function sumRefunds({ trx, providerPaymentId }: { trx: Transaction<Tables>; providerPaymentId: string }): Promise<number> {
  const { sum } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number | null>('amount_paise').as('sum'))
    .where('provider_payment_id', '=', providerPaymentId)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

type RefundRow = Selectable<Tables['refunds']>

/** Asks the provider about every refund that is due. A repeated question carries the same key, so it refunds once. */
export async function processDueRefunds({ database, gateway }: { database: Database; gateway: Gateway }): Promise<void> {
  const due = await database
    .selectFrom('refunds')
    .selectAll()
    .where('status', 'in', ['requested', 'pending'])
    .where('next_attempt_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('next_attempt_at')
    .limit(50)
    .execute()
  await forEachSettled(due, async (refund) => {
    const { id, provider_payment_id: paymentId, provider_refund_id: refundId, amount_paise: amount } = refund
    try {
      const answer = refundId ? await gateway.fetchRefund({ paymentId, refundId }) : await gateway.refund({ paymentId, amount, key: id })
      await recordRefundAnswer({ database, id, answer })
    } catch (problem) {
      if (!(problem instanceof GatewayError)) throw problem
      const isRejection = !refundId && problem.kind === 'rejected'
      if (isRejection && (await retryWithRemaining({ database, gateway, refund }))) return
      await recordRefundFailure({ database, refund, isRejection })
    }
  })
}

/**
 * A refund was refused. When others have refunded of this payment, so that less is left than was asked for, the refund
 * becomes what is left; false when that was not the cause.
 */
async function retryWithRemaining({
  database,
  gateway,
  refund,
}: {
  database: Database
  gateway: Gateway
  refund: RefundRow
}): Promise<boolean> {
  const { id, payment_id: paymentId, provider_payment_id: providerPaymentId } = refund
  const sent = await keepRefunds({ database, gateway, paymentId, providerPaymentId }).catch((problem: unknown) => {
    if (!(problem instanceof GatewayError)) throw problem
  })
  if (sent === undefined) return false
  const { amount_paise: paid } = await database
    .selectFrom('payments')
    .select('amount_paise')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const left = paid - sent
  if (left >= refund.amount_paise) return false
  await database
    .updateTable('refunds')
    .set(
      left < minRefund
        ? { status: 'failed', settled_at: sql<Date>`clock_timestamp()` }
        : // The id is the key, and another amount needs another key.
          { id: sql<string>`uuidv7()`, amount_paise: paise(left), rejections: 0, next_attempt_at: sql<Date>`clock_timestamp()` },
    )
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute()
  return true
}

/** Learns of the refunds that were made on the provider's own page. Throws `GatewayProblem`. */
export async function syncRefunds({
  database,
  gateway,
  paymentId,
}: {
  database: Database
  gateway: Gateway
  paymentId: string
}): Promise<void> {
  const payment = await database.selectFrom('payments').select('provider_payment_id').where('id', '=', paymentId).executeTakeFirstOrThrow()
  if (!payment.provider_payment_id) return
  await keepRefunds({ database, gateway, paymentId, providerPaymentId: payment.provider_payment_id })
}

/**
 * Keeps what the provider says it has refunded of a payment, and returns how many paise that are. What is new is looked
 * at next, like any refund on its way: by then it may be settled, and the order is told.
 */
async function keepRefunds({
  database,
  gateway,
  paymentId,
  providerPaymentId,
}: {
  database: Database
  gateway: Gateway
  paymentId: string
  providerPaymentId: string
}): Promise<number> {
  const made = (await gateway.fetchRefunds(providerPaymentId)).filter((refund) => refund.status !== 'failed')
  const known = await database.selectFrom('refunds').select(['id', 'provider_refund_id']).where('payment_id', '=', paymentId).execute()
  for (const refund of made) {
    if (known.some((row) => row.provider_refund_id === refund.id)) continue
    const onItsWay = { provider_refund_id: refund.id, status: 'pending', next_attempt_at: sql<Date>`clock_timestamp()` } as const
    const own = known.find((row) => row.id === refund.receipt)
    // The answer to our own question was lost. It may even have been given up since.
    if (own)
      await database
        .updateTable('refunds')
        .set({ ...onItsWay, settled_at: null })
        .where('id', '=', own.id)
        .where('provider_refund_id', 'is', null)
        .execute()
    else
      await database
        .insertInto('refunds')
        .values({
          ...onItsWay,
          payment_id: paymentId,
          provider_payment_id: providerPaymentId,
          amount_paise: paise(refund.amount),
          reason: "made on the provider's own page",
        })
        .onConflict((conflict) => conflict.column('provider_refund_id').doNothing())
        .execute()
  }
  return sumPaise(made.map((refund) => paise(refund.amount)))
}

/** Doubling from half a minute to six hours. */
const retryAfter = (attempts: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${Math.min(30 * 2 ** attempts, 21_600)})`

/** A refund that the provider refuses so often is given up. */
const mostRejections = 6

/** Only a rejection of the refund itself can be final: one that the provider has made is looked at until it is settled. */
async function recordRefundFailure({
  database,
  refund: { id, status, attempts, rejections: before },
  isRejection,
}: {
  database: Database
  refund: RefundRow
  isRejection: boolean
}): Promise<void> {
  const rejections = before + (isRejection ? 1 : 0)
  await database
    .updateTable('refunds')
    .set({
      attempts: attempts + 1,
      rejections,
      next_attempt_at: retryAfter(attempts),
      ...(isRejection && rejections >= mostRejections && { status: 'failed' as const, settled_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    // Another server may have heard more meanwhile.
    .where('status', '=', status)
    .execute()
}

async function recordRefundAnswer({ database, id, answer }: { database: Database; id: string; answer: GatewayRefund }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    // Settled, or changed to what is left, by another server: what this one heard is not newer.
    if (before?.status !== 'requested' && before?.status !== 'pending') return
    await trx
      .updateTable('refunds')
      .set({
        provider_refund_id: answer.id,
        status: answer.status,
        ...(answer.status !== 'pending' && { settled_at: sql<Date>`clock_timestamp()` }),
        attempts: before.attempts + 1,
        next_attempt_at: retryAfter(before.attempts + 1),
      })
      .where('id', '=', id)
      .execute()
    if (answer.status === 'processed') await recordRefunded({ trx, refund: before })
  })
}

/** Tells the order that money went back; wholly refunded, its payment says so. */
async function recordRefunded({
  trx,
  refund: { payment_id: paymentId, provider_payment_id: providerPaymentId, amount_paise: amount },
}: {
  trx: Transaction<Tables>
  refund: RefundRow
}): Promise<void> {
  const payment = await trx
    .selectFrom('payments')
    .select(['order_id', 'provider_payment_id', 'amount_paise'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  // A second payment that was sent back is not the order's money.
  if (!payment.order_id || payment.provider_payment_id !== providerPaymentId) return
  const { sum } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number>('amount_paise').as('sum'))
    .where('provider_payment_id', '=', providerPaymentId)
    .where('status', '=', 'processed')
    .executeTakeFirstOrThrow()
  if (payment.amount_paise - Number(sum) < minRefund) {
    await trx.updateTable('orders').set({ payment_status: 'Refunded' }).where('id', '=', payment.order_id).execute()
  }
  await recordEvent({ trx, orderId: payment.order_id, event: 'Refunded', actor: 'system', actorId: null, amount })
}
