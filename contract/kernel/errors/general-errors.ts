import { unexpected } from '../texts/screen-texts.ts'
import type { ErrorTable } from './error-table.ts'

/** Errors that any call can answer. */
export const generalErrors = {
  invalid_request: { status: 400, text: 'Please check the marked fields.' },
  not_signed_in: { status: 401, text: 'Please sign in to continue.' },
  not_allowed: { status: 403, text: 'You are not allowed to do this.' },
  right_missing: {
    status: 403,
    text: ({ right }: { right: string }) => `Your account does not have the right “${right}”.`,
  },
  cross_site: { status: 403, text: 'This request came from another site and was refused.' },
  not_found: { status: 404, text: 'Not found.' },
  too_large: { status: 413, text: 'The request is too large.' },
  method_not_allowed: { status: 405, text: 'A page can only be read.' },
  unsupported_media_type: { status: 415, text: 'This kind of content is not accepted here.' },
  too_many_requests: {
    status: 429,
    text: ({ waitSeconds }: { waitSeconds?: number }) =>
      waitSeconds === undefined ? 'Too many requests. Please wait a moment and try again.' : retryAfterText(waitSeconds),
  },
  unexpected: { status: 500, text: unexpected },
  unavailable: { status: 503, text: 'The shop is not available right now. Please try again in a moment.' },
  busy: { status: 503, text: 'The shop is very busy right now. Please try again in a few seconds.' },
  key_reused: { status: 409, text: 'This order was already sent with other contents. Please review your cart.' },
  invalid_delivery: { status: 400, text: 'Please enter valid email, phone and 6-digit PIN code.' },
  lines_unreadable: { status: 400, text: 'These lines cannot be read: a quotation mark is not closed.' },
  line_too_long: { status: 400, text: 'A line is too long, or a quotation mark is not closed.' },
  too_many_lines: {
    status: 400,
    text: ({ maxLines }: { maxLines: number }) => `Please paste at most ${maxLines.toLocaleString('en-IN')} lines at once.`,
  },
  file_refused: { status: 400, text: ({ reason }: { reason: string }) => reason },
  file_too_large: { status: 413, text: ({ reason }: { reason: string }) => reason },
} as const satisfies ErrorTable

/** `Too many tries. Please try again in 40 seconds.` */
function retryAfterText(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds < 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `Too many tries. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}
