import type { PollOptions } from './poll-payment.ts'

/**
 * `polling`: the payment's result is not known yet. `stalled`: neither after a minute; `resume` asks at once. `unconfirmed`: the window was
 * lost with its document and nothing has arrived; `leave` when the shopper says that nothing was paid.
 */
export type PaymentPhase =
  | { readonly step: 'idle' | 'processing' | 'polling' }
  | { readonly step: 'stalled'; readonly resume: () => void }
  | { readonly step: 'unconfirmed'; readonly leave: () => void }

/** The options of a poll that shows whether it waits or has stalled. */
export function createPhasedPoll({ setPhase, signal }: { setPhase: (phase: PaymentPhase) => void; signal: AbortSignal }): PollOptions {
  const onWait = () => setPhase({ step: 'polling' })
  const onStall = () => new Promise<void>((resolve) => setPhase({ step: 'stalled', resume: resolve })).then(onWait)
  return { onWait, onStall, signal }
}
