import type { CallReply } from '#contract/contract.ts'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { timings } from '#contract/kernel/business.ts'

export type PaymentOrder = CallReply<'POST /order/create-order'>

/** What the payment window reports on success. The server verifies the signature. */
export interface WindowSuccess {
  readonly razorpay_payment_id: string
  readonly razorpay_order_id: string
  readonly razorpay_signature: string
}

/** How the payment window closed. `reason`: of the last failed attempt; undefined when none failed, '' when it gave none. */
export type WindowResult = { readonly success: WindowSuccess } | { readonly success: undefined; readonly reason: string | undefined }

interface PaymentWindow {
  open(): void
  /** not documented by the provider */
  close?(): void
  on(event: 'payment.failed', listener: (failure: { error?: { description?: string | null } }) => void): void
}

/** The options are those of razorpay.com/docs/payments/payment-gateway/web-integration/standard. */
export type RazorpayScript = new (options: {
  readonly handler: (success: WindowSuccess) => void
  readonly modal: { readonly ondismiss: () => void; readonly [option: string]: unknown }
  readonly [option: string]: unknown
}) => PaymentWindow

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
    document.head.append(script)
  })
}

/** Loads the provider's script once. After a failure the next call tries again. */
export function loadRazorpay(src: string): Promise<RazorpayScript> {
  loading ??= addScript(src).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

// Payments by UPI ID (UPI Collect) ended on 28 February 2026; UPI apps and QR codes stay.

/** UPI above all other methods, because most people pay with an app on the same phone. */
const upiFirst = {
  blocks: { upi: { name: 'Pay by UPI', instruments: [{ method: 'upi' }] } },
  sequence: ['block.upi'],
  preferences: { show_default_blocks: true },
}

/** The browsers of Instagram and Facebook open neither frames nor windows. */
const isInAppBrowser = (): boolean => /Instagram|FBAN|FBAV|FB_IAB/.test(navigator.userAgent)

const isPhone = (): boolean => window.matchMedia?.('(pointer: coarse) and (max-width: 768px)').matches ?? false

/**
 * Opens the provider's window and resolves when it has closed. A failed attempt leaves it open for a retry. Aborting
 * `signal` closes it and rejects.
 */
export function openPaymentWindow({
  Razorpay,
  paymentOrder,
  address: { firstName, lastName, email, phone },
  storeName,
  description,
  returnPath,
  signal,
}: {
  Razorpay: RazorpayScript
  paymentOrder: PaymentOrder
  /** the shopper's name and contact, to be filled in */
  address: Pick<DeliveryAddress, 'firstName' | 'lastName' | 'email' | 'phone'>
  storeName: string
  description: string
  /** where the provider posts the result in a browser that opens no frames: the page is left then */
  returnPath?: string | undefined
  signal: AbortSignal
}): Promise<WindowResult> {
  return new Promise((resolve, reject) => {
    let reason: string | undefined
    const paymentWindow = new Razorpay({
      key: paymentOrder.keyId,
      amount: paymentOrder.amount,
      currency: paymentOrder.currency,
      order_id: paymentOrder.id,
      name: storeName,
      description,
      prefill: { name: `${firstName} ${lastName}`.trim(), email, contact: /^\d{10}$/.test(phone) ? `+91${phone}` : phone },
      // --color-madder of theme.css
      theme: { color: '#a02a23' },
      config: { display: { hide: [{ method: 'upi', flows: ['collect'] }], ...(isPhone() && upiFirst) } },
      ...(returnPath && isInAppBrowser() && { callback_url: new URL(returnPath, location.href).href, redirect: true }),
      retry: { enabled: true },
      modal: { escape: false, backdropclose: false, confirm_close: true, ondismiss: () => close({ success: undefined, reason }) },
      handler: (success) => close({ success }),
    })
    const abort = () => {
      reject(signal.reason)
      paymentWindow.close?.()
    }
    const close = (result: WindowResult) => {
      signal.removeEventListener('abort', abort)
      resolve(result)
    }
    paymentWindow.on('payment.failed', ({ error }) => {
      reason = error?.description ?? ''
    })
    signal.addEventListener('abort', abort)
    // Back from the provider's page: the browser shows this one as it was left.
    window.addEventListener('pageshow', ({ persisted }) => persisted && close({ success: undefined, reason }), { once: true })
    paymentWindow.open()
  })
}
