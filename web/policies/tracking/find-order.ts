import type { CallInput } from '#contract/contract.ts'
import { generalErrors } from '#contract/kernel/errors/general-errors.ts'
import type { Tracking } from '#contract/orders/orders.ts'
import { ApiError, type Call, NetworkError } from '../../api/client.ts'

export type OrderLookup =
  | { readonly tracking: Tracking; readonly error: undefined }
  | { readonly tracking: undefined; readonly error: string }

/** Looks up an order. Expected failures are returned as text: not found, too many requests, no connection. */
export async function findOrder({ call, body }: { call: Call; body: CallInput<'POST /order/track'>['body'] }): Promise<OrderLookup> {
  try {
    return { tracking: await call('POST /order/track', { body }), error: undefined }
  } catch (error) {
    if (error instanceof NetworkError) return { tracking: undefined, error: error.message }
    if (!(error instanceof ApiError)) throw error
    if (error.status >= 500 || error.code === 'unknown') return { tracking: undefined, error: generalErrors.unavailable.text }
    return { tracking: undefined, error: error.message }
  }
}
