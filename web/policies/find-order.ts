import type { CallInput } from '#contract/contract.ts'
import { errorText } from '#contract/errors.ts'
import type { Tracking } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, type Call, NetworkError } from '../api/client.ts'

export type OrderLookup =
  | { readonly tracking: Tracking; readonly problem: undefined }
  | {
      readonly tracking: undefined
      /** in words */
      readonly problem: string
    }

/** Asks for an order. Never throws for what a reader can be told: unknown, too many tries, no answer. */
export async function findOrder({
  call,
  body,
  byLink = false,
}: {
  call: Call
  body: CallInput<'trackOrder'>['body']
  byLink?: boolean
}): Promise<OrderLookup> {
  try {
    return { tracking: await call('trackOrder', { body }), problem: undefined }
  } catch (problem) {
    if (problem instanceof NetworkError) return { tracking: undefined, problem: problem.message }
    if (!(problem instanceof ApiError)) throw problem
    if (problem.status >= 500 || problem.code === 'unknown') return { tracking: undefined, problem: errorText('unavailable') }
    if (byLink && problem.status === 404) return { tracking: undefined, problem: screenTexts.trackingLinkDead }
    return { tracking: undefined, problem: problem.message }
  }
}
