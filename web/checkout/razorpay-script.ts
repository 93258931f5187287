import { timings } from '#contract/business.ts'

/** What the payment window reports on success. The server verifies the signature. */
export interface WindowSuccess {
  readonly razorpay_payment_id: string
  readonly razorpay_order_id: string
  readonly razorpay_signature: string
}

/** The options in use, of razorpay.com/docs/payments/payment-gateway/web-integration/standard. */
export interface WindowOptions {
  readonly key: string
  /** paise */
  readonly amount: number
  readonly currency: string
  readonly order_id: string
  readonly name: string
  readonly description: string
  readonly prefill: { readonly name: string; readonly email: string; readonly contact: string }
  readonly theme: { readonly color: string }
  readonly retry: { readonly enabled: boolean }
  readonly modal: {
    readonly escape: boolean
    readonly backdropclose: boolean
    readonly confirm_close: boolean
    readonly ondismiss: () => void
  }
  readonly handler: (success: WindowSuccess) => void
}

interface PaymentWindow {
  open(): void
  /** not documented by the provider */
  close?(): void
  on(event: 'payment.failed', listener: (failure: { error?: { description?: string | null } }) => void): void
}

export type RazorpayScript = new (options: WindowOptions) => PaymentWindow

declare global {
  interface Window {
    Razorpay?: RazorpayScript
  }
}

let loading: Promise<RazorpayScript> | undefined

function addScript(src: string): Promise<RazorpayScript> {
  const script = document.createElement('script')
  return new Promise((resolve, reject) => {
    const fail = () => {
      script.remove()
      reject(new Error('The payment script did not load.'))
    }
    const timer = setTimeout(fail, timings.requestTimeout)
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      // An error page of a proxy loads as well.
      if (window.Razorpay === undefined) fail()
      else resolve(window.Razorpay)
    }
    script.src = src
    script.async = true
    document.head.append(script)
  })
}

/** Loads the provider's script once. After a failure the next call tries again. */
export function loadRazorpay(src: string): Promise<RazorpayScript> {
  if (window.Razorpay !== undefined) return Promise.resolve(window.Razorpay)
  loading ??= addScript(src).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
