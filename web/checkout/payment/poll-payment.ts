import { ApiError } from '../../api/client.ts'

export interface PollOptions {
  /** called before each pause of the first minute */
  readonly onWait: () => void
  /** called before each pause after it; polling goes on when it resolves, or by itself some seconds later */
  readonly onStall: () => Promise<void>
  readonly signal: AbortSignal
}

interface Poll<Status> extends PollOptions {
  readonly read: (signal: AbortSignal) => Promise<Status>
  readonly isFinal: (status: Status) => boolean
}

const intervalMs = 2_000
const stallMs = 60_000
const stalledIntervalMs = 10_000

/**
 * Whether an error leaves the payment's result open: everything but a rejection by the API, which has a code. A page of a proxy, an
 * answer that never comes and an error of this page's own code say nothing about the payment.
 */
export const isInconclusive = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'unknown' || error.status >= 500 || error.status === 429

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', abort)
  })
}

/** Polls a payment's status until `isFinal`, for as long as it takes. Throws the API's rejections, and `signal`'s reason when aborted. */
export async function pollPayment<Status>({ read, isFinal, onWait, onStall, signal }: Poll<Status>): Promise<Status> {
  const stallsAt = performance.now() + stallMs
  for (;;) {
    try {
      const status = await read(signal)
      if (isFinal(status)) return status
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (!isInconclusive(error)) throw error
    }
    if (performance.now() < stallsAt) {
      onWait()
      await wait(intervalMs, signal)
    } else {
      await Promise.race([onStall(), wait(stalledIntervalMs, signal)])
    }
  }
}
