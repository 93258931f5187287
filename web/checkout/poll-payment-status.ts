import type { CallReply } from '#contract/contract.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'

export type PaymentStatus = CallReply<'getPaymentStatus'>

/** Milliseconds between two questions, and until the shopper is asked whether to go on asking. */
const pause = 2_000
const patience = 60_000

/** No answer, a fault, or 'we do not know': nothing was decided. A refusal that is about the payment itself decides. */
export const isUndecided = (problem: unknown): boolean =>
  problem instanceof NetworkError || (problem instanceof ApiError && (problem.status >= 500 || problem.status === 429))

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

async function askOnce({ id, signal }: { id: string; signal: AbortSignal }): Promise<PaymentStatus | undefined> {
  try {
    return await callSignedIn('getPaymentStatus', { params: { id } }, { signal })
  } catch (problem) {
    if (isUndecided(problem)) return undefined
    throw problem
  }
}

/**
 * Asks the server what became of a payment until the answer is one. `onWait` is called before the first pause, `onStall`
 * after a minute without an answer; asking goes on when it resolves. Throws what the server refuses, and `signal`'s reason.
 */
export async function pollPaymentStatus({
  id,
  isAnswer,
  onWait,
  onStall,
  signal,
}: {
  /** the provider's order */
  id: string
  isAnswer: (status: PaymentStatus) => boolean
  onWait: () => void
  onStall: () => Promise<void>
  signal: AbortSignal
}): Promise<PaymentStatus> {
  for (;;) {
    const until = performance.now() + patience
    while (performance.now() < until) {
      const status = await askOnce({ id, signal })
      if (status !== undefined && isAnswer(status)) return status
      onWait()
      await wait(pause, signal)
    }
    await onStall()
  }
}
