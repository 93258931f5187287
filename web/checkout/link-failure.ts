import { errorText } from '#contract/errors.ts'
import { ApiError, NetworkError } from '../api/client.ts'

/** Why the call of a page that was opened by a link in a mail failed. */
export function describeLinkFailure(error: unknown): string {
  if (error instanceof NetworkError) return error.message
  if (!(error instanceof ApiError)) throw error
  return error.status >= 500 || error.code === 'unknown' ? errorText('unavailable') : error.message
}
