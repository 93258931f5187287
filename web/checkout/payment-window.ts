import type { DeliveryAddress } from '#contract/address.ts'
import { normalizePhone } from './normalize-digits.ts'
import type { OpenedPayment } from './prepare-payment.ts'
import type { RazorpayScript, WindowSuccess } from './razorpay-script.ts'

/** How the shopper left the window. `reason`: what the last failed attempt said, if there was one. */
export type WindowEnd = { readonly success: WindowSuccess } | { readonly success: undefined; readonly reason: string | undefined }

/** The madder of theme.css, which the window does not know. */
const themeColor = '#a02a23'

const writeContact = (phone: string): string => {
  const digits = normalizePhone(phone)
  return /^\d{10}$/.test(digits) ? `+91${digits}` : digits
}

/**
 * Opens the provider's window and resolves when it is gone. A failed attempt leaves it open for another, so a failure
 * counts only once the shopper closes it. Rejects when `signal` is aborted, and takes the window away then.
 */
export function openPaymentWindow({
  Razorpay,
  opened,
  address,
  storeName,
  description,
  signal,
}: {
  Razorpay: RazorpayScript
  opened: OpenedPayment
  address: DeliveryAddress
  storeName: string
  description: string
  signal: AbortSignal
}): Promise<WindowEnd> {
  const { firstName, lastName, email, phone } = address
  return new Promise((settle, reject) => {
    const open = new AbortController()
    const resolve = (end: WindowEnd) => {
      open.abort()
      settle(end)
    }
    let failed = false
    let reason: string | undefined
    const paymentWindow = new Razorpay({
      key: opened.keyId,
      amount: opened.amount,
      currency: opened.currency,
      order_id: opened.id,
      name: storeName,
      description,
      prefill: { name: `${firstName} ${lastName}`.trim(), email, contact: writeContact(phone) },
      theme: { color: themeColor },
      retry: { enabled: true },
      modal: {
        escape: false,
        backdropclose: false,
        confirm_close: true,
        ondismiss: () => resolve({ success: undefined, reason: failed ? (reason ?? '') : undefined }),
      },
      handler: (success) => resolve({ success }),
    })
    paymentWindow.on('payment.failed', ({ error }) => {
      failed = true
      reason = error?.description ?? undefined
    })
    const takeAway = () => {
      reject(signal.reason)
      paymentWindow.close?.()
    }
    // Not of a window that has closed by itself.
    signal.addEventListener('abort', takeAway, { signal: open.signal })
    paymentWindow.open()
  })
}
