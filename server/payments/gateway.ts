import type { Paise } from '#contract/money.ts'

/** One attempt to pay, as the provider tells it. */
export interface GatewayPayment {
  readonly id: string
  readonly orderId: string | null
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  readonly amount: number
  readonly currency: string
  /** false for an authorisation that the provider sent back by itself */
  readonly captured: boolean
}

export interface GatewayRefund {
  readonly id: string
  readonly status: 'pending' | 'processed' | 'failed'
  /** paise */
  readonly amount: number
  /** the key it was asked for with; something else, or nothing, when it was made on the provider's own page */
  readonly receipt?: string | null | undefined
}

/** A payment provider, as far as the shop needs one. Every call may throw `GatewayProblem`. */
export interface Gateway {
  /** public; the checkout script needs it */
  readonly keyId: string
  /** where the checkout script is loaded from */
  readonly scriptUrl: string
  createOrder(order: { amount: Paise; receipt: string }): Promise<{ id: string }>
  /** all attempts to pay this order */
  fetchPayments(orderId: string): Promise<GatewayPayment[]>
  capture(payment: { paymentId: string; amount: Paise }): Promise<void>
  /** the same key refunds once, however often it is asked; another amount needs another key */
  refund(refund: { paymentId: string; amount: Paise; key: string }): Promise<GatewayRefund>
  fetchRefund(refund: { paymentId: string; refundId: string }): Promise<GatewayRefund>
  /** all refunds of this payment, whoever made them */
  fetchRefunds(paymentId: string): Promise<GatewayRefund[]>
  /** did the provider sign that this payment belongs to this order? */
  isCheckoutSigned(signed: { orderId: string; paymentId: string; signature: string }): boolean
  isWebhookSigned(signed: { body: Buffer; signature: string }): boolean
}

/** `rejected`: the provider understood and said no. `unknown`: no answer, or none that says what happened. */
export class GatewayError extends Error {
  readonly kind: 'rejected' | 'unknown'

  constructor({ kind, message, cause }: { kind: GatewayError['kind']; message: string; cause?: unknown }) {
    super(message, { cause })
    this.kind = kind
  }
}
