import type { CallReply } from '#contract/contract.ts'
import { paymentErrors } from '#contract/payments/payment-errors.ts'
import { ApiError, isUnauthorized } from '../../api/client.ts'
import type { WindowResult, WindowSuccess } from './payment-window.ts'
import { isInconclusive, type PollOptions, pollPayment } from './poll-payment.ts'

/** How a payment ended. */
export type SettledPayment =
  | { readonly outcome: 'paid'; readonly paymentId: string }
  | { readonly outcome: 'refunded'; readonly message: string }
  | { readonly outcome: 'unverified' }
  /** `reason`: of the bank */
  | { readonly outcome: 'failed'; readonly reason: string | undefined }
  | { readonly outcome: 'cancelled' }

type PaymentStatus = CallReply<'GET /order/payment/:id'>

/** The calls about one payment. */
export interface PaymentCalls {
  /** Rejects with the server's refusal. */
  readonly verify: (success: WindowSuccess, signal: AbortSignal) => Promise<unknown>
  readonly fetchStatus: (signal: AbortSignal) => Promise<PaymentStatus>
}

interface Settlement {
  readonly calls: PaymentCalls
  readonly poll: PollOptions
}

function toSettledPayment({ status, message, paymentId }: PaymentStatus): SettledPayment | undefined {
  if (status === 'paid') return { outcome: 'paid', paymentId: paymentId ?? '' }
  if (status === 'refunded')
    return { outcome: 'refunded', message: message ?? paymentErrors.payment_refunded.text({ reason: 'sold out', isCaptured: true }) }
  return undefined
}

/** The money may have moved, so an open or failed status is not final. */
async function waitForPayment({ calls, poll }: Settlement): Promise<SettledPayment> {
  const isFinal = (status: PaymentStatus) => toSettledPayment(status) !== undefined
  const status = await pollPayment({ read: calls.fetchStatus, isFinal, ...poll })
  return toSettledPayment(status) ?? { outcome: 'unverified' }
}

/** The window reported success, and the server verifies it. Without an answer its status is polled until it is final. */
async function verify({ calls, success, poll }: Settlement & { success: WindowSuccess }): Promise<SettledPayment> {
  try {
    await calls.verify(success, poll.signal)
    return { outcome: 'paid', paymentId: success.razorpay_payment_id }
  } catch (error) {
    if (poll.signal.aborted || isUnauthorized(error)) throw error
    if (error instanceof ApiError && error.code === 'payment_refunded') return { outcome: 'refunded', message: error.message }
    if (!isInconclusive(error)) {
      // The signature or the payment was rejected. What the provider says about it counts more.
      const status = await calls.fetchStatus(poll.signal).catch(() => undefined)
      return (status && toSettledPayment(status)) ?? { outcome: 'unverified' }
    }
  }
  poll.onWait()
  return waitForPayment({ calls, poll })
}

/**
 * Finds out how a payment ended, for as long as it takes. `result`: how its window has closed; undefined when the window was lost with
 * its document, so that nobody knows whether it was paid. Throws a 401, and `signal`'s reason.
 */
export async function settlePayment({ calls, result, poll }: Settlement & { result: WindowResult | undefined }): Promise<SettledPayment> {
  try {
    if (result === undefined) return await waitForPayment({ calls, poll })
    if (result.success) return await verify({ calls, success: result.success, poll })
    // The payment may have arrived in a window that was closed without success, so the server is asked first. Its
    // 'failed' may be about an earlier attempt; `reason` tells whether one failed in this window.
    const settled = toSettledPayment(await pollPayment({ read: calls.fetchStatus, isFinal: () => true, ...poll }))
    if (settled !== undefined) return settled
    return result.reason === undefined ? { outcome: 'cancelled' } : { outcome: 'failed', reason: result.reason || undefined }
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) return { outcome: 'unverified' }
    throw error
  }
}
