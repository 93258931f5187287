import type { PaymentRow } from '../checkout/holds.ts'
import { type GatewayPayment, ignoreGatewayError } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { isCaptured } from './record-captured.ts'
import { recordPending, settlePayment } from './settle.ts'
import { type ProviderOrder, recordUnknownPayments } from './unknown-payments.ts'

interface Reconciliation extends PaymentContext {
  readonly payment: Pick<PaymentRow, 'id' | 'provider' | 'provider_order_id' | 'amount_paise'>
}

/**
 * Fetches all attempts to pay from the payment's provider and acts on them. The browser, the webhook and the job only trigger this
 * fetch, so their order and number do not matter. Returns what the provider knows now; `in progress` is an attempt to pay that
 * is not decided yet. Throws `GatewayError`.
 */
export async function reconcile({ database, gateways, payment }: Reconciliation): Promise<'captured' | 'in progress' | 'unpaid'> {
  if (!payment.provider_order_id) return 'unpaid'
  const attempts = await gateways.of(payment.provider).fetchPayments(payment.provider_order_id)
  const captured = attempts.filter(isCaptured)
  // Refunded attempts last: the order belongs to the attempt whose money is still there.
  captured.sort((one, other) => Number(one.status === 'refunded') - Number(other.status === 'refunded'))
  for (const attempt of captured) await settlePayment({ database, id: payment.id, captured: attempt })
  if (captured.length > 0) return 'captured'
  const authorized = attempts.find((attempt) => attempt.status === 'authorized')
  if (authorized) {
    const needsCapture = await recordPending({ database, id: payment.id, status: 'authorized' })
    // The provider reverses an authorization that is not captured.
    return needsCapture && (await captureLate({ database, gateways, payment, authorized })) ? 'captured' : 'in progress'
  }
  const hasFailed = attempts.length > 0 && attempts.every((attempt) => attempt.status === 'failed' || attempt.status === 'refunded')
  if (hasFailed) await recordPending({ database, id: payment.id, status: 'failed' })
  return attempts.some((attempt) => attempt.status === 'created') ? 'in progress' : 'unpaid'
}

/** Reconciles the payment with this order of the provider, or records its captured payments when the database does not know it. */
export async function reconcileProviderOrder({ database, gateways, provider, providerOrderId }: ProviderOrder): Promise<void> {
  const find = () =>
    database
      .selectFrom('payments')
      .select(['id', 'provider', 'provider_order_id', 'amount_paise'])
      .where('provider_order_id', '=', providerOrderId)
      .executeTakeFirst()
  const known = await find()
  const adopted = !known && (await recordUnknownPayments({ database, gateways, provider, providerOrderId }))
  const payment = adopted ? await find() : known
  if (payment) await reconcile({ database, gateways, payment })
}

/**
 * Captures an authorization that the provider did not capture automatically, because it came late or the account is set up so.
 * Returns whether the payment is captured.
 */
async function captureLate({ database, gateways, payment, authorized }: Reconciliation & { authorized: GatewayPayment }): Promise<boolean> {
  if (authorized.amount !== payment.amount_paise || authorized.currency !== 'INR') return false
  const gateway = gateways.of(payment.provider)
  // Capturing twice is an error too. The next fetch shows whether the payment is captured.
  await gateway.capture({ paymentId: authorized.id, amount: payment.amount_paise }).catch(ignoreGatewayError)
  const attempts = await gateway.fetchPayments(payment.provider_order_id ?? '')
  const captured = attempts.find((attempt) => attempt.id === authorized.id && attempt.status === 'captured')
  if (captured) await settlePayment({ database, id: payment.id, captured })
  return captured !== undefined
}

/** A payment is captured this many days after its attempt or never: then the provider has returned the money. */
export const captureDays = 5
