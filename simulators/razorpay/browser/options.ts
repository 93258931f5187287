/** What `checkout.js` passes from the merchant's options to the frame. */
export interface CheckoutOptions {
  readonly key: string
  readonly order_id: string
  readonly amount: number | null
  readonly name: string
  readonly description: string | null
  readonly prefill: { readonly email: string | null; readonly contact: string | null; readonly method: string | null }
  readonly notes: Readonly<Record<string, string>>
  readonly color: string | null
  readonly retry: boolean
  readonly timeoutSeconds: number | null
  readonly escape: boolean
  readonly confirmClose: boolean
}

export interface CheckoutResponse {
  readonly razorpay_payment_id: string
  readonly razorpay_order_id: string
  readonly razorpay_signature: string
}

export interface CheckoutError {
  readonly code: string
  readonly description: string
  readonly source: string | null
  readonly step: string | null
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** Messages carry a session id, so that two forms on one page do not mix. */
interface Message {
  readonly source: 'razorpay-simulator'
  readonly session: string
}

export type MessageToFrame = Message & ({ readonly type: 'open'; readonly options: CheckoutOptions } | { readonly type: 'request_close' })

export type CheckoutResult =
  | { readonly type: 'paid'; readonly response: CheckoutResponse }
  | { readonly type: 'failed'; readonly error: CheckoutError }
  | { readonly type: 'dismissed' }

export type MessageToPage = Message & ({ readonly type: 'ready' } | CheckoutResult)
