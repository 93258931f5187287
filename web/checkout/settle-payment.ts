import { errorText } from '#contract/errors.ts'
import { ApiError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import type { WindowEnd } from './payment-window.ts'
import { isUndecided, type PaymentStatus, pollPaymentStatus } from './poll-payment-status.ts'
import type { WindowSuccess } from './razorpay-script.ts'

/** How a payment ended, as far as the shopper is told. */
export type PaymentEnd =
  | { readonly end: 'paid'; readonly paymentId: string }
  | { readonly end: 'refunded'; readonly words: string }
  | { readonly end: 'unverified' }
  | { readonly end: 'failed'; readonly reason: string | undefined }
  | { readonly end: 'cancelled' }

export interface Asking {
  readonly onWait: () => void
  readonly onStall: () => Promise<void>
  readonly signal: AbortSignal
}

function readSettled({ status, words, paymentId }: PaymentStatus): PaymentEnd | undefined {
  if (status === 'paid') return { end: 'paid', paymentId: paymentId ?? '' }
  if (status === 'refunded') return { end: 'refunded', words: words ?? errorText('payment_refunded', { reason: 'sold out' }) }
  return undefined
}

/** The window says that it is paid; the server says whether it is. Without a word from it, it is asked until it knows. */
async function verify({ success, asking }: { success: WindowSuccess; asking: Asking }): Promise<PaymentEnd> {
  try {
    await callSignedIn('verifyPayment', { body: success }, { signal: asking.signal })
    return { end: 'paid', paymentId: success.razorpay_payment_id }
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 401) throw problem
    if (problem instanceof ApiError && problem.code === 'payment_refunded') return { end: 'refunded', words: problem.message }
    if (problem instanceof ApiError && !isUndecided(problem)) return { end: 'unverified' }
    if (!isUndecided(problem)) throw problem
  }
  // The money may have moved: neither 'failed' nor 'cancelled' may be said any more.
  asking.onWait()
  const status = await pollPaymentStatus({
    id: success.razorpay_order_id,
    isAnswer: (known) => readSettled(known) !== undefined,
    ...asking,
  })
  return readSettled(status) ?? { end: 'unverified' }
}

/**
 * The window was closed. It may have been paid all the same, so the server is asked first. Its 'failed' may speak of an
 * attempt before this window was opened; whether one failed in this window only the window knows.
 */
async function settleDismissal({ id, reason, asking }: { id: string; reason: string | undefined; asking: Asking }): Promise<PaymentEnd> {
  const status = await pollPaymentStatus({ id, isAnswer: () => true, ...asking })
  return readSettled(status) ?? (reason === undefined ? { end: 'cancelled' } : { end: 'failed', reason: reason || undefined })
}

/** Finds out what became of the payment after its window is gone. Throws a 401 and `signal`'s reason, nothing else. */
export async function settlePayment({ id, closed, asking }: { id: string; closed: WindowEnd; asking: Asking }): Promise<PaymentEnd> {
  try {
    return closed.success ? await verify({ success: closed.success, asking }) : await settleDismissal({ id, reason: closed.reason, asking })
  } catch (problem) {
    if (problem instanceof ApiError && problem.status !== 401) return { end: 'unverified' }
    throw problem
  }
}
