/** What `checkout.js` takes from the merchant's options and hands to the frame. Functions stay in the merchant's page. */
export interface CheckoutOptions {
  readonly key: string
  readonly order_id: string
  readonly amount: number | null
  readonly name: string
  readonly description: string | null
  readonly image: string | null
  readonly prefill: { readonly email: string | null; readonly contact: string | null; readonly method: string | null }
  readonly readonly: { readonly email: boolean; readonly contact: boolean }
  readonly notes: Readonly<Record<string, string>>
  readonly color: string | null
  readonly retry: boolean
  readonly timeoutSeconds: number | null
  readonly escape: boolean
  readonly confirmClose: boolean
  readonly hiddenMethods: readonly string[]
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

/** Both sides name the session, so that two forms in one page never hear each other. */
interface Message {
  readonly simulator: 'razorpay'
  readonly session: string
}

export type MessageToFrame = Message & ({ readonly type: 'open'; readonly options: CheckoutOptions } | { readonly type: 'ask_to_close' })

export type MessageToPage = Message &
  (
    | { readonly type: 'ready' }
    | { readonly type: 'paid'; readonly response: CheckoutResponse }
    | { readonly type: 'failed'; readonly error: CheckoutError }
    | { readonly type: 'dismissed' }
  )

/** Small facts that the server puts in front of `checkout.js`, which as a classic script cannot import them. */
export interface SimulatorConfig {
  readonly framePath: string
  readonly handlerWinsOverCallbackUrl: boolean
  readonly closingByCodeDismisses: boolean
}
