import type { IncomingHttpHeaders } from 'node:http'
import type { Paise } from '#contract/kernel/money.ts'

/** One attempt to pay, as the provider reports it. */
export interface GatewayPayment {
  readonly id: string
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** paise */
  readonly amount: number
  readonly currency: string
  /** false for an authorization that the provider reversed without a capture */
  readonly captured?: boolean | null | undefined
  /** when the provider has captured it, if it says so */
  readonly capturedAt?: Date | undefined
  /** the payer's phone number, if the provider knows it */
  readonly contact?: string | null | undefined
  /** how it was paid, such as `card` or `upi`, if the provider says so */
  readonly method?: string | null | undefined
}

export interface ListedPayment extends GatewayPayment {
  /** null for a payment that was not made for an order, for example by a QR code of the provider */
  readonly orderId: string | null
}

export interface GatewayRefund {
  readonly id: string
  readonly status: 'pending' | 'processed' | 'failed'
  /** paise */
  readonly amount: number
  /** the idempotency key of a refund that the shop requested; another value or none for a refund made in the provider's dashboard */
  readonly receipt?: string | null | undefined
}

export interface ListedRefund extends GatewayRefund {
  readonly paymentId: string
}

/** A line of what the provider has settled to the bank account. Amounts are paise. */
export interface SettledRow {
  readonly settlementId: string
  /** of the payment or refund */
  readonly entityId: string
  /** `payment`, `refund`, or another word of the provider */
  readonly kind: string
  readonly amount: number
  /** with the tax */
  readonly fee: number
  readonly tax: number
  /** deducted from the settlement */
  readonly debit: number
  /** added to the settlement */
  readonly credit: number
  /** of the line on the bank statement; null until the bank has one */
  readonly utr: string | null
  /** the day in India, such as 2026-11-20 */
  readonly settledOn: string
}

/** A shopper's bank wants the money back. */
export interface GatewayDispute {
  readonly paymentId: string
  /** paise */
  readonly amount: number
  /** the provider's message */
  readonly reason: string | null
  readonly phase: string | null
  /** `open`: the shop must answer. Every other one needs no answer of the shop. */
  readonly status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  readonly respondBy: Date | null
}

export interface WebhookEvent {
  /** unique; the same when the provider sends the event again */
  readonly id: string
  /** for example `payment.captured`; the names of refund events start with `refund.` */
  readonly name: string
  readonly providerOrderId: string | null
  readonly providerPaymentId: string | null
  readonly disputeId: string | null
  /** the whole event as it was signed, stored for audit */
  readonly body: Buffer
}

/**
 * What the shop needs of a payment provider. Every asynchronous call may throw `GatewayError`. Ids are unique among all providers:
 * an adapter whose provider has plain numbers adds a prefix.
 */
export interface Gateway {
  /** stored with each payment, whose later steps all go to this provider; part of the webhook's path */
  readonly provider: string
  /** public; the checkout script needs it */
  readonly keyId: string
  /** what the browser loads to pay: the script, and the hosts of all its requests by directive of the Content-Security-Policy */
  readonly checkoutScript: { readonly url: string; readonly hosts: Readonly<Record<string, readonly string[]>> }
  /** `orderNumber`: of the shop's order that is paid, if there is one already */
  createOrder(order: { amount: Paise; receipt: string; orderNumber?: string | undefined }): Promise<{ id: string }>
  /** the number that `createOrder` was called with; undefined without one */
  fetchOrderNumber(orderId: string): Promise<string | undefined>
  /** all attempts to pay this order */
  fetchPayments(orderId: string): Promise<GatewayPayment[]>
  /** all attempts to pay that were started in this period, page by page */
  listPayments(period: { from: Date; to: Date }): AsyncIterable<ListedPayment[]>
  capture(payment: { paymentId: string; amount: Paise }): Promise<void>
  /** idempotent by key; a request for another amount or speed needs another key. `optimum`: at once, where the bank can */
  refund(refund: { paymentId: string; amount: Paise; key: string; speed?: 'normal' | 'optimum' }): Promise<GatewayRefund>
  fetchRefund(refund: { paymentId: string; refundId: string }): Promise<GatewayRefund>
  /** all refunds of this payment, including those made in the provider's dashboard */
  fetchRefunds(paymentId: string): Promise<GatewayRefund[]>
  /** all refunds that were made in this period, of payments of any age, page by page */
  listRefunds(period: { from: Date; to: Date }): AsyncIterable<ListedRefund[]>
  fetchDispute(id: string): Promise<GatewayDispute>
  /** what was settled to the bank account on a day in India, page by page */
  listSettled(day: string): AsyncIterable<SettledRow[]>
  /** what the provider's page posts to the shop after a payment, in a browser that opens no frames; undefined when it was not paid */
  readReturn(form: URLSearchParams): { orderId: string; paymentId: string; signature: string } | undefined
  /** whether the provider signed that this payment belongs to this order */
  isCheckoutSigned(signed: { orderId: string; paymentId: string; signature: string }): boolean
  /** the event of a webhook call; undefined when its signature or its body is invalid */
  parseWebhook(call: { headers: IncomingHttpHeaders; body: Buffer }): WebhookEvent | undefined
}

interface GatewayErrorOptions {
  readonly kind: GatewayError['kind']
  readonly message: string
  readonly reason?: string | undefined
  readonly isAmountTooLarge?: boolean
  readonly cause?: unknown
}

/** `rejected`: the provider rejected the request. `unknown`: it is not known whether the provider carried out the request. */
export class GatewayError extends Error {
  readonly kind: 'rejected' | 'unknown'
  /** the provider's explanation */
  readonly reason: string | undefined
  /** the amount is above the provider's limit for this shop */
  readonly isAmountTooLarge: boolean

  constructor({ kind, message, reason, isAmountTooLarge = false, cause }: GatewayErrorOptions) {
    super(message, { cause })
    this.kind = kind
    this.reason = reason
    this.isAmountTooLarge = isAmountTooLarge
  }
}

/** For `catch`, where the answer is fetched again or the request is sent again later. Throws every other error. */
export function ignoreGatewayError(error: unknown): void {
  if (!(error instanceof GatewayError)) throw error
}
