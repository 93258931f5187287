import type { CheckoutError, CheckoutResponse } from './options.ts'

export interface Session {
  readonly order: { readonly id: string; readonly amount: number; readonly currency: string }
  readonly banks: readonly { readonly code: string; readonly name: string }[]
  readonly test_cards: readonly {
    readonly number: string
    readonly network: string
    readonly international: boolean
    readonly error: string | null
  }[]
}

export type PaymentResult =
  | { readonly status: 'waiting' }
  | { readonly status: 'paid'; readonly response: CheckoutResponse }
  | { readonly status: 'failed'; readonly error: CheckoutError }

export type Instrument = { method: 'card'; number: string } | { method: 'upi' } | { method: 'netbanking'; bank: string }

/** An error reply of the simulator, or no reply. */
export class ApiError extends Error {
  readonly error: CheckoutError

  constructor({ error }: { error: CheckoutError }) {
    super(error.description)
    this.error = error
  }
}

/** FRAME_CALLS_PATH of the server. */
const BASE_PATH = '/v1/standard_checkout'

const UNREACHABLE: CheckoutError = {
  code: 'SERVER_ERROR',
  description: 'The payment service could not be reached. Please try again.',
  source: 'NA',
  step: 'NA',
  reason: 'NA',
  metadata: {},
}

/** Calls the simulator. Throws `ApiError`. */
export async function callApi<Reply>({ path, body }: { path: string; body?: unknown }): Promise<Reply> {
  const request: RequestInit =
    body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${BASE_PATH}${path}`, request).catch(() => null)
  if (!response) throw new ApiError({ error: UNREACHABLE })
  const reply = (await response.json().catch(() => ({ error: UNREACHABLE }))) as Reply & { readonly error?: CheckoutError }
  if (!response.ok) throw new ApiError({ error: reply.error ?? UNREACHABLE })
  return reply
}
