import type { ContactMessage } from '#contract/contact.ts'
import { errorText } from '#contract/errors.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, call, NetworkError } from '../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../api/idempotency-key.ts'

/** Where a message keeps its name until it is sent: trying again never sends it twice. */
const storageKey = 'contactKey'

export type MessageOutcome =
  | { readonly sent: true }
  | {
      readonly sent: false
      /** what to tell */
      readonly text: string
      /** what the server says of single fields */
      readonly fields: Readonly<Record<string, string>>
    }

/** Sends a message to the shop. Never throws for what its writer can be told. */
export async function sendContactMessage(body: ContactMessage): Promise<MessageOutcome> {
  try {
    await call('sendContactMessage', { headers: { 'idempotency-key': getIdempotencyKey({ storageKey, contents: body }) }, body })
    clearIdempotencyKey(storageKey)
    return { sent: true }
  } catch (problem) {
    if (problem instanceof NetworkError) {
      const what = problem.reason === 'network' ? screenTexts.networkError : problem.message
      return { sent: false, text: `${what}. Please try again: your message will not be sent twice.`, fields: {} }
    }
    if (!(problem instanceof ApiError)) throw problem
    const text = problem.status >= 500 || problem.code === 'unknown' ? errorText('unavailable') : problem.message
    return { sent: false, text, fields: problem.fields }
  }
}
