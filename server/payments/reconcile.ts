import { sql } from 'kysely'
import { forEachSettled, now } from './due-work.ts'
import { GatewayError, type GatewayPayment, ignoreGatewayError, type PaymentContext } from './gateway.ts'
import type { PaymentRow } from './holds.ts'
import { recordPending, settlePayment } from './settle.ts'
import { recordUnknownPayments } from './unknown-payments.ts'

interface Reconciliation extends PaymentContext {
  readonly payment: Pick<PaymentRow, 'id' | 'provider_order_id' | 'amount_paise'>
}

/**
 * Fetches all attempts to pay from the provider and acts on them. The browser, the webhook and the job only trigger this
 * fetch, so their order and number do not matter. Throws `GatewayError`.
 */
export async function reconcile({ database, gateway, payment }: Reconciliation): Promise<void> {
  if (!payment.provider_order_id) return
  const attempts = await gateway.fetchPayments(payment.provider_order_id)
  const captured = attempts.filter((attempt) => attempt.status === 'captured' || (attempt.status === 'refunded' && attempt.captured))
  // Refunded attempts last: the order belongs to the attempt whose money is still there.
  captured.sort((one, other) => Number(one.status === 'refunded') - Number(other.status === 'refunded'))
  for (const attempt of captured) await settlePayment({ database, id: payment.id, captured: attempt })
  if (captured.length > 0) return
  const authorized = attempts.find((attempt) => attempt.status === 'authorized')
  if (authorized) {
    const isWanted = await recordPending({ database, id: payment.id, status: 'authorized' })
    // The provider reverses an authorization that is not captured.
    return isWanted ? captureLate({ database, gateway, payment, authorized }) : undefined
  }
  const hasFailed = attempts.length > 0 && attempts.every((attempt) => attempt.status === 'failed' || attempt.status === 'refunded')
  if (hasFailed) await recordPending({ database, id: payment.id, status: 'failed' })
}

/** Reconciles the payment with this order of the provider, or records its captured payments when the database does not know it. */
export async function reconcileProviderOrder({ database, gateway, providerOrderId }: PaymentContext & { providerOrderId: string }) {
  const payment = await database
    .selectFrom('payments')
    .select(['id', 'provider_order_id', 'amount_paise'])
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst()
  if (payment) await reconcile({ database, gateway, payment })
  else await recordUnknownPayments({ database, gateway, providerOrderId })
}

/** Captures an authorization that the provider did not capture automatically, because it came late or the account is set up so. */
async function captureLate({ database, gateway, payment, authorized }: Reconciliation & { authorized: GatewayPayment }): Promise<void> {
  if (authorized.amount !== payment.amount_paise || authorized.currency !== 'INR') return
  // Capturing twice is an error too. The next fetch shows whether the payment is captured.
  await gateway.capture({ paymentId: authorized.id, amount: payment.amount_paise }).catch(ignoreGatewayError)
  const attempts = await gateway.fetchPayments(payment.provider_order_id ?? '')
  const captured = attempts.find((attempt) => attempt.id === authorized.id && attempt.status === 'captured')
  if (captured) await settlePayment({ database, id: payment.id, captured })
}

/** A payment is captured this many days after its attempt or never: then the provider has returned the money. */
export const captureDays = 5
/** The interval is the age of the payment, at most six hours. */
const nextCheckAt = sql<Date>`clock_timestamp() + least(clock_timestamp() - created_at, interval '6 hours')`

/**
 * Reconciles unpaid payments that are due, at growing intervals: some browsers never come back from the payment window. Ends
 * when the provider has answered after `captureDays`. The newest come first, because they may hold stock.
 */
export async function processDuePayments({ database, gateway }: PaymentContext): Promise<void> {
  const isLast = sql<boolean>`created_at < clock_timestamp() - make_interval(days => ${captureDays})`
  const due = await database
    .selectFrom('payments')
    .select(['id', 'provider_order_id', 'amount_paise', isLast.as('isLast')])
    .where('status', '<>', 'paid')
    .where('provider_order_id', 'is not', null)
    .where('next_check_at', '<=', now)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  await forEachSettled(due, async ({ isLast, ...payment }) => {
    let isAnswered = false
    try {
      isAnswered = await isReconciled({ database, gateway, payment })
    } finally {
      const next_check_at = isLast && isAnswered ? null : nextCheckAt
      await database.updateTable('payments').set({ next_check_at }).where('id', '=', payment.id).execute()
    }
  })
}

/** False when the provider did not answer. A rejection is an answer: the provider does not know the order, or not any more. */
async function isReconciled(reconciliation: Reconciliation): Promise<boolean> {
  try {
    await reconcile(reconciliation)
    return true
  } catch (error) {
    if (error instanceof GatewayError) return error.kind === 'rejected'
    throw error
  }
}
