import type { CallReply } from '#contract/contract.ts'
import { errorText } from '#contract/errors/errors.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import type { WindowResult, WindowSuccess } from './payment-window.ts'

/** How a payment ended. */
export type SettledPayment =
  | { readonly outcome: 'paid'; readonly paymentId: string }
  | { readonly outcome: 'refunded'; readonly message: string }
  | { readonly outcome: 'unverified' }
  /** `reason`: of the bank */
  | { readonly outcome: 'failed'; readonly reason: string | undefined }
  | { readonly outcome: 'cancelled' }

type PaymentStatus = CallReply<'GET /order/payment/:id'>

interface PollOptions {
  /** called before each pause */
  readonly onWait: () => void
  /** called after a minute without a final status; polling goes on when it resolves */
  readonly onStall: () => Promise<void>
  readonly signal: AbortSignal
}

/** The calls about one payment. */
export interface PaymentCalls {
  /** Rejects with the server's refusal. */
  readonly verify: (success: WindowSuccess, signal: AbortSignal) => Promise<unknown>
  readonly fetchStatus: (signal: AbortSignal) => Promise<PaymentStatus>
}

const intervalMs = 2_000
/** after this the shopper is asked whether to go on */
const stallMs = 60_000

/** Whether an error leaves the payment's result open: no answer, a server fault or a rate limit. */
const isInconclusive = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Undefined when the status cannot be read now. */
async function fetchStatus({ calls, signal }: { calls: PaymentCalls; signal: AbortSignal }): Promise<PaymentStatus | undefined> {
  try {
    return await calls.fetchStatus(signal)
  } catch (error) {
    if (isInconclusive(error)) return undefined
    throw error
  }
}

/** Polls a payment's status until `isFinal`. Throws the server's refusals, and `signal`'s reason when aborted. */
async function pollStatus({
  calls,
  isFinal,
  onWait,
  onStall,
  signal,
}: { calls: PaymentCalls; isFinal: (status: PaymentStatus) => boolean } & PollOptions): Promise<PaymentStatus> {
  for (;;) {
    const stallsAt = performance.now() + stallMs
    while (performance.now() < stallsAt) {
      const status = await fetchStatus({ calls, signal })
      if (status !== undefined && isFinal(status)) return status
      onWait()
      await wait(intervalMs, signal)
    }
    await onStall()
  }
}

function toSettledPayment({ status, message, paymentId }: PaymentStatus): SettledPayment | undefined {
  if (status === 'paid') return { outcome: 'paid', paymentId: paymentId ?? '' }
  if (status === 'refunded')
    return { outcome: 'refunded', message: message ?? errorText('payment_refunded', { reason: 'sold out', isCaptured: true }) }
  return undefined
}

/** The window reported success, and the server verifies it. Without an answer its status is polled until it is final. */
async function verify({
  calls,
  success,
  poll,
}: {
  calls: PaymentCalls
  success: WindowSuccess
  poll: PollOptions
}): Promise<SettledPayment> {
  try {
    await calls.verify(success, poll.signal)
    return { outcome: 'paid', paymentId: success.razorpay_payment_id }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment_refunded') return { outcome: 'refunded', message: error.message }
    if (!isInconclusive(error)) throw error
  }
  // The money may have moved, so an open or failed status is not final.
  poll.onWait()
  const isFinal = (status: PaymentStatus) => toSettledPayment(status) !== undefined
  const status = await pollStatus({ calls, isFinal, ...poll })
  return toSettledPayment(status) ?? { outcome: 'unverified' }
}

/**
 * Finds out how a payment ended after its window has closed. Throws a 401, `signal`'s reason and unexpected errors.
 */
export async function settlePayment({
  calls,
  result,
  poll,
}: {
  calls: PaymentCalls
  result: WindowResult
  poll: PollOptions
}): Promise<SettledPayment> {
  try {
    if (result.success) return await verify({ calls, success: result.success, poll })
    // The payment may have arrived in a window that was closed without success, so the server is asked first. Its
    // 'failed' may be about an earlier attempt; `reason` tells whether one failed in this window.
    const settled = toSettledPayment(await pollStatus({ calls, isFinal: () => true, ...poll }))
    if (settled !== undefined) return settled
    return result.reason === undefined ? { outcome: 'cancelled' } : { outcome: 'failed', reason: result.reason || undefined }
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) return { outcome: 'unverified' }
    throw error
  }
}
