import { generalErrors } from '#contract/kernel/errors/general-errors.ts'
import { ApiError, NetworkError } from './client.ts'

/** The message for shoppers about a failed call. Throws unexpected errors. */
export function describeFailure(error: unknown): string {
  if (error instanceof NetworkError) return error.message
  if (!(error instanceof ApiError)) throw error
  return error.status >= 500 || error.code === 'unknown' ? generalErrors.unavailable.text : error.message
}
