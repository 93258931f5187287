import type { CallReply } from '#contract/contract.ts'
import { paise } from '#contract/kernel/money.ts'
import { AppError } from '../../kernel/errors.ts'
import { presentOrder } from '../../orders/order/present.ts'
import { findOrder } from '../../orders/order/repository.ts'
import { type Gateway, GatewayError } from '../provider/gateway.ts'
import type { PaymentContext } from '../provider/gateways.ts'
import { reconcile } from '../settlement/reconcile.ts'
import type { PaymentRow } from './holds.ts'
import { describeVoid } from './order-payment.ts'

interface OutcomeOptions extends PaymentContext {
  /** requests `runPaymentMaintenance`, after which due mails are sent */
  readonly requestPaymentWork: () => void
}

/** What the payment window of the browser reports. */
interface ReportedPayment {
  /** the payment with this order of the provider; undefined when it is not the payer's */
  readonly opened: PaymentRow | undefined
  readonly razorpay_order_id: string
  readonly razorpay_payment_id: string
  readonly razorpay_signature: string
}

/** The outcome of the payment. A later cancellation of its order does not change it. */
function getOutcome({ status, void_reason, provider_payment_id, order_id }: PaymentRow): 'open' | 'failed' | 'paid' | 'refunded' {
  if (void_reason !== null && (status === 'authorized' || provider_payment_id !== null || order_id !== null)) return 'refunded'
  return status === 'paid' || status === 'failed' ? status : 'open'
}

/** Whether the courier collects the rest of what was to be paid. */
const isAdvance = (payment: PaymentRow): boolean => payment.collect_paise > 0

/** The amounts of the order of an advance, whose rest may have been paid online since. */
const toAdvance = ({ amount_paise: amount, collect_paise: collect }: PaymentRow) => {
  return { paid_paise: amount, advance_paise: amount, collect_paise: collect }
}

/** Turns a `GatewayError` into the reply after which the browser asks again. Throws every other error. */
export function rejectUnanswered(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw new AppError('payment_unknown', { retryAfterSeconds: 3 })
}

/** Verifies payments and tells their outcome, to shoppers and guests. */
export function createPaymentOutcome({ database, gateways, requestPaymentWork }: OutcomeOptions) {
  /** @throws AppError 404 when card payment is off. */
  function requireCheckout(): Gateway {
    if (!gateways.checkout) throw new AppError('card_payment_off')
    return gateways.checkout
  }

  /** The gateway of the payment. Throws `AppError` (503) when its provider is not configured any more. */
  function getGateway(payment: PaymentRow): Gateway {
    try {
      return gateways.of(payment.provider)
    } catch (error) {
      return rejectUnanswered(error)
    }
  }

  /** The payment after it was reconciled with its provider, unless it is paid. */
  async function reconcilePayment(payment: PaymentRow | undefined): Promise<PaymentRow> {
    if (!payment) throw new AppError('payment_not_found')
    if (payment.status === 'paid') return payment
    await reconcile({ database, gateways, payment }).catch(rejectUnanswered)
    const query = database.selectFrom('payments').selectAll().where('id', '=', payment.id)
    const reconciled = (await query.executeTakeFirst()) ?? payment
    // The reconciliation has requested a refund or queued the mails of an order.
    if (reconciled.order_id || reconciled.void_reason) requestPaymentWork()
    return reconciled
  }

  const findOrderOf = ({ order_id: id }: PaymentRow) => (id ? findOrder({ database, id }) : undefined)

  /**
   * The order of a payment that the window reported.
   * @throws AppError 400 for a wrong signature.
   * @throws AppError 404 for a payment that is not the payer's.
   * @throws AppError 409 when it is refunded, or an administrator must look at it.
   * @throws AppError 503 when the provider does not answer, or has not captured it.
   */
  async function verify({ opened, ...reported }: ReportedPayment): Promise<CallReply<'POST /order/verify-payment'>> {
    const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = reported
    const gateway = opened ? getGateway(opened) : requireCheckout()
    if (!gateway.isCheckoutSigned({ orderId, paymentId, signature })) throw new AppError('verification_failed')
    const payment = await reconcilePayment(opened)
    if (payment.void_reason)
      throw new AppError('payment_refunded', { reason: payment.void_reason, isCaptured: payment.provider_payment_id !== null })
    const order = await findOrderOf(payment)
    if (!order) throw payment.discrepancy ? new AppError('payment_needs_review') : new AppError('payment_unknown', { retryAfterSeconds: 3 })
    // The order as it was placed, whatever its status is now: a repeated call gives the same answer.
    const placed = { ...order.row, status: 'Placed' as const, refunded_paise: paise(0) }
    const row = isAdvance(payment)
      ? { ...placed, payment_status: 'Pending' as const, ...toAdvance(payment) }
      : { ...placed, payment_status: 'Paid' as const }
    return { message: 'Payment Successful', order: presentOrder({ ...order, row }) }
  }

  /**
   * The outcome of the payer's payment, fetched from the provider unless it is paid.
   * @throws AppError 404 without a payment.
   * @throws AppError 503 when the provider does not answer.
   */
  async function readOutcome(opened: PaymentRow | undefined): Promise<CallReply<'GET /order/payment/:id'>> {
    const payment = await reconcilePayment(opened)
    const order = await findOrderOf(payment)
    const message = describeVoid(payment)
    const paymentId = payment.provider_payment_id
    return { status: getOutcome(payment), message, paymentId, order: order ? presentOrder(order) : null }
  }

  return { requireCheckout, verify, readOutcome }
}

export type PaymentOutcome = ReturnType<typeof createPaymentOutcome>
