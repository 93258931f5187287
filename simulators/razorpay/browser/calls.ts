import type { CheckoutError, CheckoutResponse } from './options.ts'

export interface Session {
  readonly order: { readonly id: string; readonly amount: number; readonly currency: string }
  readonly banks: readonly { readonly code: string; readonly name: string }[]
  readonly test_cards: readonly {
    readonly number: string
    readonly network: string
    readonly international: boolean
    readonly problem: string | null
  }[]
  readonly test_upi_ids: readonly string[]
}

export type Result =
  | { readonly status: 'waiting' }
  | { readonly status: 'paid'; readonly response: CheckoutResponse }
  | { readonly status: 'failed'; readonly error: CheckoutError }

export type Instrument = { method: 'card'; number: string } | { method: 'upi'; vpa: string | null } | { method: 'netbanking'; bank: string }

/** The server refused; `error` is its body. */
export class CallRefused extends Error {
  readonly error: CheckoutError

  constructor({ error }: { error: CheckoutError }) {
    super(error.description)
    this.error = error
  }
}

/** The twin of the server's FRAME_CALLS_PATH. */
const CALLS_PATH = '/v1/standard_checkout'

const UNREACHABLE: CheckoutError = {
  code: 'SERVER_ERROR',
  description: 'The payment service could not be reached. Please try again.',
  source: 'NA',
  step: 'NA',
  reason: 'NA',
  metadata: {},
}

/** Calls the simulator that served this frame. Throws `CallRefused`. */
export async function call<Answer>({ path, body }: { path: string; body?: unknown }): Promise<Answer> {
  const request: RequestInit =
    body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${CALLS_PATH}${path}`, request).catch(() => null)
  if (!response) throw new CallRefused({ error: UNREACHABLE })
  const answer = (await response.json().catch(() => ({ error: UNREACHABLE }))) as Answer & { readonly error?: CheckoutError }
  if (!response.ok) throw new CallRefused({ error: answer.error ?? UNREACHABLE })
  return answer
}
