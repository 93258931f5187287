import type { DeliveryAddress } from '#contract/address.ts'
import { normalizePhone } from './normalize-digits.ts'
import type { PaymentOrder } from './prepare-payment.ts'
import type { RazorpayScript, WindowSuccess } from './razorpay-script.ts'

/** How the payment window closed. `reason`: of the last failed attempt; undefined when none failed, '' when it gave none. */
export type WindowResult = { readonly success: WindowSuccess } | { readonly success: undefined; readonly reason: string | undefined }

/** --madder of theme.css */
const themeColor = '#a02a23'

const formatContact = (phone: string): string => {
  const digits = normalizePhone(phone)
  return /^\d{10}$/.test(digits) ? `+91${digits}` : digits
}

/**
 * Opens the provider's window and resolves when it has closed. A failed attempt leaves it open for a retry. Aborting
 * `signal` closes it and rejects.
 */
export function openPaymentWindow({
  Razorpay,
  paymentOrder,
  address,
  storeName,
  description,
  signal,
}: {
  Razorpay: RazorpayScript
  paymentOrder: PaymentOrder
  address: DeliveryAddress
  storeName: string
  description: string
  signal: AbortSignal
}): Promise<WindowResult> {
  const { firstName, lastName, email, phone } = address
  return new Promise((resolve, reject) => {
    let reason: string | undefined
    const paymentWindow = new Razorpay({
      key: paymentOrder.keyId,
      amount: paymentOrder.amount,
      currency: paymentOrder.currency,
      order_id: paymentOrder.id,
      name: storeName,
      description,
      prefill: { name: `${firstName} ${lastName}`.trim(), email, contact: formatContact(phone) },
      theme: { color: themeColor },
      retry: { enabled: true },
      modal: {
        escape: false,
        backdropclose: false,
        confirm_close: true,
        ondismiss: () => close({ success: undefined, reason }),
      },
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
    paymentWindow.open()
  })
}
