import type { CallReply } from '#contract/contract.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'

export type PaymentStatus = CallReply<'getPaymentStatus'>

const intervalMs = 2_000
/** after this the shopper is asked whether to go on */
const stallMs = 60_000

/** Whether an error leaves the payment's result open: no answer, a server fault or a rate limit. */
export const isInconclusive = (error: unknown): boolean =>
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

async function fetchStatus({ id, signal }: { id: string; signal: AbortSignal }): Promise<PaymentStatus | undefined> {
  try {
    return await callSignedIn('getPaymentStatus', { params: { id } }, { signal })
  } catch (error) {
    if (isInconclusive(error)) return undefined
    throw error
  }
}

export interface PollOptions {
  /** called before each pause */
  readonly onWait: () => void
  /** called after a minute without a final status; polling goes on when it resolves */
  readonly onStall: () => Promise<void>
  readonly signal: AbortSignal
}

/** Polls a payment's status until `isFinal`. Throws the server's refusals, and `signal`'s reason when aborted. */
export async function pollPaymentStatus({
  id,
  isFinal,
  onWait,
  onStall,
  signal,
}: {
  /** of the provider's order */
  id: string
  isFinal: (status: PaymentStatus) => boolean
} & PollOptions): Promise<PaymentStatus> {
  for (;;) {
    const stallsAt = performance.now() + stallMs
    while (performance.now() < stallsAt) {
      const status = await fetchStatus({ id, signal })
      if (status !== undefined && isFinal(status)) return status
      onWait()
      await wait(intervalMs, signal)
    }
    await onStall()
  }
}
