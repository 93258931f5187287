import { errorText } from '#contract/errors.ts'
import { ApiError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import type { WindowResult } from './payment-window.ts'
import { isInconclusive, type PaymentStatus, type PollOptions, pollPaymentStatus } from './poll-payment-status.ts'
import type { WindowSuccess } from './razorpay-script.ts'

/** How a payment ended. */
export type SettledPayment =
  | { readonly outcome: 'paid'; readonly paymentId: string }
  | { readonly outcome: 'refunded'; readonly message: string }
  | { readonly outcome: 'unverified' }
  /** `reason`: of the bank */
  | { readonly outcome: 'failed'; readonly reason: string | undefined }
  | { readonly outcome: 'cancelled' }

function toSettledPayment({ status, words, paymentId }: PaymentStatus): SettledPayment | undefined {
  if (status === 'paid') return { outcome: 'paid', paymentId: paymentId ?? '' }
  if (status === 'refunded') return { outcome: 'refunded', message: words ?? errorText('payment_refunded', { reason: 'sold out' }) }
  return undefined
}

/** The window reported success, and the server verifies it. Without an answer its status is polled until it is final. */
async function verify({ success, poll }: { success: WindowSuccess; poll: PollOptions }): Promise<SettledPayment> {
  try {
    await callSignedIn('verifyPayment', { body: success }, { signal: poll.signal })
    return { outcome: 'paid', paymentId: success.razorpay_payment_id }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment_refunded') return { outcome: 'refunded', message: error.message }
    if (!isInconclusive(error)) throw error
  }
  // The money may have moved, so an open or failed status is not final.
  poll.onWait()
  const status = await pollPaymentStatus({
    id: success.razorpay_order_id,
    isFinal: (current) => toSettledPayment(current) !== undefined,
    ...poll,
  })
  return toSettledPayment(status) ?? { outcome: 'unverified' }
}

/**
 * The window was closed without success. The payment may still have arrived, so the server is asked first. The server's
 * 'failed' may be about an earlier attempt; `reason` tells whether one failed in this window.
 */
async function settleDismissal({
  id,
  reason,
  poll,
}: {
  id: string
  reason: string | undefined
  poll: PollOptions
}): Promise<SettledPayment> {
  const status = await pollPaymentStatus({ id, isFinal: () => true, ...poll })
  return toSettledPayment(status) ?? (reason === undefined ? { outcome: 'cancelled' } : { outcome: 'failed', reason: reason || undefined })
}

/** Finds out how a payment ended after its window has closed. Throws a 401, `signal`'s reason and unexpected errors. */
export async function settlePayment({
  id,
  result,
  poll,
}: {
  /** of the provider's order */
  id: string
  result: WindowResult
  poll: PollOptions
}): Promise<SettledPayment> {
  try {
    return result.success ? await verify({ success: result.success, poll }) : await settleDismissal({ id, reason: result.reason, poll })
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) return { outcome: 'unverified' }
    throw error
  }
}
